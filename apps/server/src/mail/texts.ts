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
      `An account ${user} was made for you at ${productName}. Set its password here:`,
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
      `Somebody asked to reset the password of ${user} at ${productName}. Set a new one here:`,
      link,
      `The link works once, until ${moment(until)}. If it was not you, do nothing: your password stays as it is.`,
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
      `The link works once, until ${moment(until)}. If it was not you, do nothing.`,
    ),
  };
}

/** To the present address, as soon as a change is asked for. */
export function emailChangeAskedMail(notice: Notice, newEmail: string): MailText {
  return {
    subject: `A new email address was asked for at ${notice.productName}`,
    text: paragraphs(
      `${notice.user} asked to change the email address of the account from this one to ${newEmail}. Nothing changes until the new address is confirmed.`,
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

/** After a password was set, by whatever way. */
export function passwordSetMail(notice: Notice): MailText {
  return {
    subject: `Your password at ${notice.productName} was set`,
    text: paragraphs(
      `The password of ${notice.user} at ${notice.productName} was set just now, and every device was logged out.`,
      ...unlessYou(notice),
    ),
  };
}

/** After a token was exchanged again: the credential of the first spreadsheet is over (spec 9). */
export function tokenReusedMail(notice: Notice, by: { readonly app: string; readonly address: string }): MailText {
  const [app, address] = [by.app, by.address].map((part) => part.replace(/[^\x20-\x7e]/g, '?').slice(0, 60));
  return {
    subject: `An add-in token of yours was used twice at ${notice.productName}`,
    text: paragraphs(
      `An add-in token of ${notice.user} at ${notice.productName} was used a second time, by ${app} from ${address}. A token serves one spreadsheet: the one that used it first is logged out. For another spreadsheet generate another token on the Account page.`,
      ...unlessYou(notice),
    ),
  };
}

function unlessYou({ resetLink }: Notice): string[] {
  return ['If it was not you, reset your password at once and tell whoever runs the portal:', resetLink];
}

/** A link stands on a line of its own, whole. */
function paragraphs(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
