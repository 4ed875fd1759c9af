import { join } from 'node:path';
import { MailQueue, type MailQueueDeps, type StartedMailer } from './mail-queue.ts';
import type { MailTransport } from './mail-transport.ts';
import { outboxMailer } from './outbox-mailer.ts';

/** What the settings say of mail. */
export interface MailSettings {
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly dataDir: string;
}

/** The mailer that the settings name: a mail server, or the outbox in the data dir (interfaces 2). */
export async function openMailer(
  settings: MailSettings,
  deps: Omit<MailQueueDeps, 'transport'>,
): Promise<StartedMailer> {
  const { smtpUrl, mailFrom, dataDir } = settings;
  if (smtpUrl !== '') return new MailQueue({ ...deps, transport: await openTransport(settings) });
  const { clock } = deps;
  return outboxMailer({ folder: join(dataDir, 'outbox'), from: mailFrom || 'sheetwire@localhost', clock });
}

/** The way to the mail server alone, without the queue before it; a server that has none loads no library for it. */
export async function openTransport({ smtpUrl, mailFrom }: MailSettings): Promise<MailTransport> {
  const { smtpTransport } = await import('./smtp-transport.ts');
  return smtpTransport({ url: smtpUrl, from: mailFrom });
}
