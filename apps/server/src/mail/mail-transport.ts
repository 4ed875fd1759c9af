import type { Mail } from '#ports/mail/mailer.ts';

/** Hands a mail to the next server on its way. */
export interface MailTransport {
  /** Throws a MailFault. `id` makes the Message-ID, so that a mail sent twice can be told for one. */
  send(mail: Mail, id: string, signal: AbortSignal): Promise<void>;
  /** What answers, in one line; throws a MailFault. */
  check(): Promise<string>;
  close(): void;
}

/** `refused`: this mail, for good. `later`: this mail, for now. `away`: no mail can be sent at present. */
export type MailFaultKind = 'refused' | 'later' | 'away';

/** Why a mail was not sent, in one line without secrets that says what to look at. */
export class MailFault extends Error {
  readonly kind: MailFaultKind;
  constructor(kind: MailFaultKind, message: string) {
    super(message);
    this.name = 'MailFault';
    this.kind = kind;
  }
}
