const IP_LITERAL = /^\[\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\]$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const SUFFIX = /^[A-Za-z]{2,24}$/;
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const MAX_EMAIL = 254;
const PASSWORD_SUFFIX = '@is.password';

/** local@domain, the domain an IP literal or dotted labels that end in a 2-24 letter suffix (spec 5, Email pattern). */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > MAX_EMAIL || !LOCAL.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  if (IP_LITERAL.test(domain)) return true;
  const labels = domain.split('.');
  const suffix = labels.pop() ?? '';
  return labels.length > 0 && SUFFIX.test(suffix) && labels.every((label) => LABEL.test(label));
}

/** The password that a password account's address holds, or undefined for any other address (spec 3, User). */
export function passwordOfEmail(email: string): string | undefined {
  const isPasswordAccount = email.length > PASSWORD_SUFFIX.length && email.toLowerCase().endsWith(PASSWORD_SUFFIX);
  return isPasswordAccount ? email.slice(0, -PASSWORD_SUFFIX.length) : undefined;
}

/** What the Email field of a user accepts: an address or a password account's (spec 5, Add user). */
export function isUserEmail(text: string): boolean {
  return passwordOfEmail(text) !== undefined || isEmail(text);
}
