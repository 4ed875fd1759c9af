import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#ports/clock.ts';
import type { Mail } from '#ports/mail/mailer.ts';
import type { MailLog, StartedMailer } from './mail-queue.ts';
import { oneLine, requireAddress } from './mail-text.ts';

/** Without a mail server each mail is a file in the outbox, its links unbroken (interfaces 9). */
export function outboxMailer({
  folder,
  from,
  clock,
}: {
  readonly folder: string;
  readonly from: string;
  readonly clock: Clock;
}): StartedMailer {
  let log: MailLog | undefined;
  return {
    way: 'outbox',
    waiting: 0,
    start(given) {
      log = given;
    },
    async send(mail) {
      requireAddress(mail.to);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${clock.now()}-${randomUUID()}.eml`;
      const draft = join(folder, `.${name}`);
      await writeFile(draft, eml(mail, from, new Date(clock.now())), { mode: 0o600 });
      await rename(draft, join(folder, name));
      log?.info(`email to ${mail.user} is in the outbox`);
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder);
    },
    close: async () => undefined,
  };
}

/** RFC 5322 with a body in 8 bit, so that no line is folded. */
function eml({ to, subject, text }: Mail, from: string, date: Date): string {
  const headers = [
    `From: ${oneLine(from)}`,
    `To: ${oneLine(to)}`,
    `Subject: ${encoded(oneLine(subject))}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}\r\n`;
}

function encoded(subject: string): string {
  return /^[\x20-\x7e]*$/.test(subject) ? subject : `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
}
