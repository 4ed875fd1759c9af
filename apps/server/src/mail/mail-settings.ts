import { isEmail } from '@sheetwire/rules/email';
import { decoded } from '#lib/addresses/decoded.ts';
import { oneLine } from './mail-text.ts';

/** What keeps an address from being SHEETWIRE_SMTP_URL; an option that was silently ignored could be a safety one. */
export function smtpUrlFault(url: string): string | undefined {
  const { hostname, pathname, search, hash, username, password } = new URL(url);
  const hasMore = !['', '/'].includes(pathname) || search !== '' || hash !== '';
  if (hostname === '' || hasMore) return 'must be smtp://user:password@host:port and nothing more';
  const isDecodable = [username, password].every((part) => decoded(part) !== undefined);
  return isDecodable ? undefined : 'must have % in its password encoded as %25';
}

/** What keeps a text from being SHEETWIRE_MAIL_FROM: `reports@acme.example` or `Reports <reports@acme.example>`. */
export function senderFault(from: string): string | undefined {
  const isGood = isEmail(parseSender(from).address);
  return isGood ? undefined : 'must be an address such as reports@acme.example, or Name <address>';
}

/** Name and address apart, so that a comma in a name makes no second sender. */
export function parseSender(from: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = ''] = /^"?([^<>"]*?)"?\s*<([^<>]*)>$/.exec(oneLine(from)) ?? [];
  return address === '' ? { name: '', address: oneLine(from) } : { name: name.trim(), address };
}
