import type { User } from '@sheetwire/rules/principal';

export interface Mail {
  /** Whom it is for: what the log says of it. */
  readonly user: User;
  /** An address of our own records, never of a request. */
  readonly to: string;
  readonly subject: string;
  /** Plain text; links stay unbroken. */
  readonly text: string;
  /** Epoch ms after which its link serves nothing; a mail that is still waiting then is dropped. */
  readonly until?: number;
}

export interface Mailer {
  /** Where mails wait: in the queue for the mail server, or as files for the operator where none is set. */
  readonly way: 'queue' | 'outbox';
  /** Resolves once the mail is durable, not once it is sent; throws when no more mails may wait. */
  send(mail: Mail): Promise<void>;
  /** Throws in one plain line when mails cannot be sent as configured. */
  check(): Promise<void>;
  close(): Promise<void>;
}
