import { join } from 'node:path';
import type { Clock } from '#ports/clock.ts';
import type { Mailer } from '#ports/mailer.ts';
import { outboxMailer } from './outbox-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** The mailer that the settings name: a mail server, or the outbox in the data dir (interfaces 2). */
export function openMailer(
  settings: { readonly smtpUrl: string; readonly mailFrom: string; readonly dataDir: string },
  clock: Clock,
): Mailer {
  const { smtpUrl, mailFrom, dataDir } = settings;
  if (smtpUrl !== '') return smtpMailer({ url: smtpUrl, from: mailFrom });
  return outboxMailer({ folder: join(dataDir, 'outbox'), from: mailFrom || 'sheetwire@localhost', clock });
}
