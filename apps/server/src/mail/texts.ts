/** Every mail of the product: what it is about and what it says. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A link that works until a moment, epoch ms. */
export interface MailedLink {
  readonly productName: string;
  readonly user: string;
  readonly link: string;
  readonly until: number;
}

/** Something that happened to an account. */
export interface Notice {
  readonly productName: string;
  readonly user: string;
  /** Where a user who did not do it starts to put it right. */
  readonly resetLink: string;
}

/** To a new user (spec 2, Set password). */
export function setPasswordMail({ productName, user, link, until }: MailedLink): MailText {
  return {
    subject: `Set your password for ${productName}`,
    text: paragraphs(
      `Your account ${user} at ${productName} is ready. Set your password here:`,
      link,
      `The link works once, until ${moment(until)}.`,
    ),
  };
}

/** To a user who forgot the password (spec 2, Reset password). */
export function resetPasswordMail({ productName, user, link, until }: MailedLink): MailText {
  return {
    subject: `Reset your password for ${productName}`,
    text: paragraphs(
      `Someone asked to reset the password of ${user} at ${productName}. Set a new password here:`,
      link,
      `The link works once, until ${moment(until)}. If this wasn't you, ignore this email; your password stays the same.`,
    ),
  };
}

/** To the new address: whoever reads it may confirm it (interfaces 9). */
export function confirmEmailMail({ productName, user, link, until }: MailedLink): MailText {
  return {
    subject: `Confirm your email address for ${productName}`,
    text: paragraphs(
      `${user} asked to use this email address at ${productName}. Confirm it here:`,
      link,
      `The link works once, until ${moment(until)}. If this wasn't you, ignore this email.`,
    ),
  };
}

/** To the present address, as soon as a change is asked for. */
export function emailChangeAskedMail(notice: Notice, newEmail: string): MailText {
  return {
    subject: `Email address change requested at ${notice.productName}`,
    text: paragraphs(
      `${notice.user} asked to change the email address of this account to ${newEmail}. Nothing changes until the new address is confirmed.`,
      ...unlessYou(notice),
    ),
  };
}

/** To both addresses, once the change counts. */
export function emailChangedMail(notice: Notice, newEmail: string): MailText {
  return {
    subject: `Your email address at ${notice.productName} was changed`,
    text: paragraphs(`The email address of ${notice.user} is now ${newEmail}.`, ...unlessYou(notice)),
  };
}

/** To the former address, once an administrator made its account a password account: its new one is a password. */
export function emailRemovedMail(notice: Notice): MailText {
  return {
    subject: `Your email address at ${notice.productName} was removed`,
    text: paragraphs(
      `An administrator made ${notice.user} a password account, which has no email address.`,
      ...unlessYou(notice),
    ),
  };
}

/** After a password was set, by whatever way. */
export function passwordSetMail(notice: Notice): MailText {
  return {
    subject: `Your password at ${notice.productName} was set`,
    text: paragraphs(
      `The password of ${notice.user} at ${notice.productName} was just set, and all devices were logged out.`,
      ...unlessYou(notice),
    ),
  };
}

/** After a token was exchanged again: the credential of the first spreadsheet is over (spec 9). */
export function tokenReusedMail(notice: Notice, by: { readonly app: string; readonly address: string }): MailText {
  const [app, address] = [by.app, by.address].map((part) => part.replace(/[^\x20-\x7e]/g, '?').slice(0, 60));
  return {
    subject: `Your add-in token was used twice at ${notice.productName}`,
    text: paragraphs(
      `An add-in token of ${notice.user} at ${notice.productName} was used a second time, by ${app} from ${address}. A token works for one spreadsheet only, so the spreadsheet that used it first was logged out. For another spreadsheet, generate a new token on your Account page.`,
      ...unlessYou(notice),
    ),
  };
}

function unlessYou({ resetLink }: Notice): string[] {
  return ["If this wasn't you, reset your password now and tell your administrator:", resetLink];
}

/** A link stands on a line of its own, whole. */
function paragraphs(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
