import type { Mailer } from '#ports/mail/mailer.ts';

/** What becomes of a mail that was just written: none is called sent before the mail server took it. */
export function mailWaits({ way }: Pick<Mailer, 'way'>, what: string, to: string): string {
  switch (way) {
    case 'queue':
      return `${what} is queued for ${to}`;
    case 'outbox':
      return `${what} for ${to} is in the outbox on the server, as no mail server is set`;
  }
}
