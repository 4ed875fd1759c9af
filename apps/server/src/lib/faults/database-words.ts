import { messageOf } from '#lib/start-fault.ts';

/** Why PostgreSQL cannot be reached as set, in a line that says what to do and holds no password. */
export function databaseWords(error: unknown, url: string): string {
  return `SHEETWIRE_DATABASE_URL: PostgreSQL at ${placeOf(url)}: ${messageOf(error)}${adviceOn(error)}`;
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host || 'this machine'}${pathname}`;
}

function adviceOn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isLine = error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  const known = isLine && !network.has(code) ? running : (network.get(code) ?? advice.get(code));
  if (known !== undefined) return `; ${known}`;
  const text = messageOf(error);
  if (text.includes('does not support SSL')) return '; turn on SSL there, or remove sslmode from the address';
  if (/certificate/i.test(text)) return `; ${untrusted}`;
  if (text.startsWith('timeout exceeded when trying to connect')) return `; ${slow}, or raise ${pools}`;
  return /timeout/i.test(text) ? `; ${slow}` : '';
}

const slow = 'check the host, the port and the network';
const running = 'check that PostgreSQL is running and listens there';
const pools = 'SHEETWIRE_DB_PUBLISHING, SHEETWIRE_DB_READING and SHEETWIRE_DB_SIGN_IN';
const login = 'check the user name and password in the address, and pg_hba.conf';
const untrusted = 'add sslrootcert=FILE to the address, with the CA certificate that issued it';

const network: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'check the host name'],
  ['EAI_AGAIN', 'check the host name'],
  ['ETIMEDOUT', slow],
  ['EHOSTUNREACH', slow],
  ['ENETUNREACH', slow],
]);

const advice: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', running],
  ['ENOENT', 'check the files that the address names'],
  ['EACCES', 'make the files that the address names readable by this user'],
  ['28P01', login],
  ['28000', login],
  ['3D000', 'create the database, or correct its name'],
  ['53300', `raise max_connections, or lower ${pools}`],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
]);
