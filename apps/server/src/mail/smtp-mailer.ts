import { limits } from '@sheetwire/contract/limits';
import { createTransport } from 'nodemailer';
import type { Mailer } from '#ports/mailer.ts';

/** Mail through the server of SHEETWIRE_SMTP_URL, a few connections kept open. */
export function smtpMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: limits.mailConnections,
    connectionTimeout: limits.mailWait,
    greetingTimeout: limits.mailWait,
    socketTimeout: limits.mailWait,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    async check() {
      await transport.verify();
    },
    async close() {
      transport.close();
    },
  };
}
