import { isIP, connect as openSocket, type Socket } from 'node:net';
import { type ConnectionOptions, connect as openTls } from 'node:tls';
import { limits } from '@sheetwire/contract/limits';
import { Client, ResultCodeError } from 'ldapts';
import { bindFault, DirectoryFault, faultOf } from './fault.ts';

/** How the directory is reached. */
export interface LdapOptions {
  /** `ldap://host` or `ldaps://host`. */
  readonly url: string;
  /** Both empty: the directory is read without a name. */
  readonly bindDn: string;
  readonly bindPassword: string;
  /** The certificates that the directory's may come from; undefined trusts those of the system. */
  readonly ca: string | undefined;
}

/** How long each step of a conversation may take. */
export interface LinePace {
  readonly connect: number;
  readonly answer: number;
}

const patient: LinePace = { connect: limits.directory.connectWait, answer: limits.directory.answer };
const unbindWait = 500;

/**
 * One conversation with the directory: connected, encrypted, bound; over when the work is, or at once when the signal
 * says so. Whatever the server does or leaves undone, nothing of it stays open.
 */
export async function withLine<T>(
  options: LdapOptions,
  signal: AbortSignal,
  work: (client: Client, bytesRead: () => number) => Promise<T>,
  pace = patient,
): Promise<T> {
  signal.throwIfAborted();
  const { client, socket, destroy } = makeClient(options, pace);
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => {
    destroy();
    aborted.reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const talk = async () => {
    await secureAndBind(client, options, pace);
    return work(client, () => socket()?.bytesRead ?? 0);
  };
  try {
    return await Promise.race([talk(), aborted.promise]);
  } catch (error) {
    throw faultOf(signal.aborted ? signal.reason : error, options);
  } finally {
    signal.removeEventListener('abort', onAbort);
    await leave(client);
    destroy();
  }
}

/** Plain LDAP leaves this machine only after an upgrade to TLS; here too when certificates were named. */
export function needsUpgrade({ url, ca }: Pick<LdapOptions, 'url' | 'ca'>): boolean {
  const { protocol } = new URL(url);
  return protocol === 'ldap:' && (ca !== undefined || !isOwnMachine(hostOf(url)));
}

function makeClient({ url, ca }: LdapOptions, { connect, answer }: LinePace) {
  const open: { socket?: Socket } = {};
  const { protocol, port } = new URL(url);
  const at = { host: hostOf(url), port: Number(port) || (protocol === 'ldaps:' ? 636 : 389) };
  const client = new Client({
    url,
    timeout: answer,
    connectTimeout: connect,
    createConnection: () => {
      open.socket = openSocket(at);
      return open.socket;
    },
    ...(protocol === 'ldaps:' && {
      createSecureConnection: () => {
        const secured = openTls({ ...tlsOptions(at.host, ca), port: at.port });
        open.socket = secured;
        return secured;
      },
    }),
  });
  return { client, socket: () => open.socket, destroy: () => open.socket?.destroy() };
}

async function secureAndBind(client: Client, options: LdapOptions, pace: LinePace): Promise<void> {
  if (needsUpgrade(options)) await upgrade(client, options, pace);
  const { bindDn, bindPassword } = options;
  if (bindDn === '') return;
  // A name without a password would be let in as nobody, and by some servers as anybody (RFC 4513 5.1.2).
  if (bindPassword === '') throw new DirectoryFault('SHEETWIRE_LDAP_BIND_PASSWORD is empty');
  await client.bind(bindDn, bindPassword).catch((error: unknown) => {
    throw bindFault(error, options);
  });
}

/** The library sets no limit to the handshake. */
async function upgrade(client: Client, { url, ca }: LdapOptions, { connect }: LinePace): Promise<void> {
  const cut = Promise.withResolvers<never>();
  const timer = setTimeout(() => cut.reject(new DirectoryFault(`${url} did not answer StartTLS in time`)), connect);
  try {
    await Promise.race([client.startTLS(tlsOptions(hostOf(url), ca)), cut.promise]);
  } catch (error) {
    if (!(error instanceof ResultCodeError)) throw error;
    throw new DirectoryFault(`${url} does not offer StartTLS; enable it there, or use ldaps://`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function tlsOptions(host: string, ca: string | undefined): ConnectionOptions {
  return {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  };
}

async function leave(client: Client): Promise<void> {
  if (!client.isConnected) return;
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, unbindWait);
  // A line that is broken cannot be left politely.
  await Promise.race([client.unbind().catch(() => undefined), late.promise]);
  clearTimeout(timer);
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

function isOwnMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
