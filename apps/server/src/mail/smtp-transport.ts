import { limits } from '@sheetwire/contract/limits';
import { createTransport } from 'nodemailer';
import { isLoopback } from '#http/same-origin.ts';
import { parseSender } from './mail-settings.ts';
import { oneLine, requireAddress } from './mail-text.ts';
import { MailFault, type MailTransport } from './mail-transport.ts';
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
export function smtpTransport({ url, from, ...options }: SmtpOptions): MailTransport {
  const server = serverOf(url);
  const sender = parseSender(from);
  const isLocal = options.isLocal ?? isLoopback(server.host);
  const transport = createTransport({
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.isTls,
    ...(isLocal ? { ignoreTLS: true } : { requireTLS: true }),
    ...(server.user === '' ? {} : { auth: { user: server.user, pass: server.password }, forceAuth: true }),
    ...(options.ca === undefined ? {} : { tls: { ca: options.ca } }),
    maxConnections: limits.mailConnections,
    maxRequeues: 1,
    idleTimeout: limits.mailIdle,
    connectionTimeout: limits.mailWait,
    greetingTimeout: limits.mailWait,
    socketTimeout: limits.mailWait,
    dnsTimeout: limits.mailWait,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const place: SmtpPlace = server;
  const encryption = server.isTls || !isLocal ? 'TLS' : 'no TLS on this machine';
  const login = server.user === '' ? 'no login' : `logged in as ${server.user}`;
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
        throw smtpFault(error, place);
      });
    },
    async check() {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => late.reject(new MailFault('away', `${place.address}: ${tooSlow}`)),
        limits.doctorCheck,
      );
      try {
        await Promise.race([transport.verify(), late.promise]);
      } catch (error) {
        throw smtpFault(error, place);
      } finally {
        clearTimeout(timer);
      }
      return `${server.address} answers, ${encryption}, ${login}`;
    },
    close: () => transport.close({ force: true }),
  };
}

interface Server extends SmtpPlace {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly password: string;
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

function serverOf(url: string): Server {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === 'smtps:';
  const number = Number(port) || ports[isTls ? 'smtps:' : 'smtp:'];
  return {
    address: `${protocol}//${hostname}:${number}`,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: number,
    isTls,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
