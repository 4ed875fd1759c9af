import { limits } from '@sheetwire/contract/limits';
import { createTransport } from 'nodemailer';
import { isLoopback } from '#lib/loopback.ts';
import { parseSender } from './mail-settings.ts';
import { oneLine, requireAddress } from './mail-text.ts';
import type { MailTransport } from './mail-transport.ts';
import { type SmtpPlace, smtpFault, tooSlow } from './smtp-fault.ts';

export interface SmtpOptions {
  /** SHEETWIRE_SMTP_URL: `smtp://user:password@host:587` (STARTTLS) or `smtps://host`. */
  readonly url: string;
  readonly from: string;
  /** Authorities beside the system's, PEM. */
  readonly ca?: string;
  /** Whether mails stay on this machine and may go unencrypted; left out the host's name decides. */
  readonly isLocal?: boolean;
}

/** Mail through the server of SHEETWIRE_SMTP_URL, a few connections kept open; off this machine with TLS alone. */
export function smtpTransport(options: SmtpOptions): MailTransport {
  const server = serverOf(options);
  const sender = parseSender(options.from);
  const transport = createTransport({ pool: true, ...connectionTo(server, options.ca), ...bounds });
  return {
    async send({ to, subject, text }, id, signal) {
      requireAddress(to);
      const mail = {
        from: sender,
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        messageId: `<${id}@${sender.address.split('@').at(-1)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw smtpFault(error, server);
      });
    },
    async check() {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(smtpFault(new Error(tooSlow), server)), limits.doctorCheck);
      try {
        await Promise.race([transport.verify(), late.promise]);
      } catch (error) {
        throw smtpFault(error, server);
      } finally {
        clearTimeout(timer);
      }
      return words(server);
    },
    close: () => transport.close({ force: true }),
  };
}

/** A server that says nothing holds up three connections for a while and nothing else. */
const bounds = {
  maxConnections: limits.mailConnections,
  maxRequeues: 1,
  idleTimeout: limits.mailIdle,
  connectionTimeout: limits.mailWait,
  greetingTimeout: limits.mailWait,
  socketTimeout: limits.mailWait,
  dnsTimeout: limits.mailWait,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

function connectionTo({ host, port, isTls, isLocal, user, password }: Server, ca: string | undefined) {
  return {
    host,
    port,
    secure: isTls,
    ...(isLocal ? { ignoreTLS: true } : { requireTLS: true }),
    ...(user === '' ? {} : { auth: { user, pass: password }, forceAuth: true }),
    ...(ca === undefined ? {} : { tls: { ca } }),
  };
}

function words({ address, isTls, isLocal, user }: Server): string {
  const encryption = isTls || !isLocal ? 'TLS' : 'no TLS on this machine';
  return `${address} answers, ${encryption}, ${user === '' ? 'no login' : `logged in as ${user}`}`;
}

interface Server extends SmtpPlace {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly isLocal: boolean;
  readonly password: string;
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

function serverOf({ url, isLocal }: Pick<SmtpOptions, 'url' | 'isLocal'>): Server {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'smtps:';
  const number = Number(port) || ports[isTls ? 'smtps:' : 'smtp:'];
  return {
    address: `${protocol}//${hostname}:${number}`,
    host,
    port: number,
    isTls,
    isLocal: isLocal ?? isLoopback(host),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
