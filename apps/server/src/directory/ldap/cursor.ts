import { limits } from '@sheetwire/contract/limits';
import { type Client, type Filter, GreaterThanEqualsFilter } from 'ldapts';
import { activeDirectory } from './active-directory.ts';
import type { Dialect } from './dialect.ts';
import { hexOf, textOf, textsOf } from './entry.ts';
import { plainLdap } from './plain-ldap.ts';

const IS_ACTIVE_DIRECTORY = '1.2.840.113556.1.4.800';

/** The server at the other end and where its changes stand, read before anything else so that none falls between. */
export interface Mark {
  readonly dialect: Dialect;
  /** Active Directory: which server counts, and how far it has counted. */
  readonly invocationId: string;
  readonly usn: string;
  /** Our own clock, epoch ms. */
  readonly at: number;
}

/** Never by trying a search: a server that does not know it may answer nothing at all, and everybody would lose rights. */
export async function readMark(client: Client, at: number): Promise<Mark> {
  const attributes = ['supportedCapabilities', 'highestCommittedUSN', 'dsServiceName'];
  const { searchEntries } = await client.search('', { scope: 'base', attributes });
  const [root] = searchEntries;
  if (root === undefined || !textsOf(root, 'supportedCapabilities').includes(IS_ACTIVE_DIRECTORY)) {
    return { dialect: plainLdap, invocationId: '', usn: '', at };
  }
  const service = await client.search(textOf(root, 'dsServiceName'), {
    scope: 'base',
    attributes: ['invocationId'],
    explicitBufferAttributes: ['invocationId'],
  });
  const [server] = service.searchEntries;
  const invocationId = server ? hexOf(server, 'invocationId') : '';
  return { dialect: activeDirectory, invocationId, usn: textOf(root, 'highestCommittedUSN'), at };
}

/** Servers of one directory whose change numbers are remembered. */
const MAX_SERVERS = 50;

/** Where the next look begins, given the newest change that this one saw; other servers count by themselves. */
export function cursorAfter(mark: Mark, newest: string, before: string): string {
  if (mark.dialect === activeDirectory) {
    const others = countsIn(before).filter(([id]) => id !== mark.invocationId);
    const all = [[mark.invocationId, mark.usn], ...others.slice(0, MAX_SERVERS - 1)];
    return ['usn', ...all.map((count) => count.join(':'))].join(' ');
  }
  const { overlap, clockSkew } = limits.directory;
  const seen = timeOf(newest);
  const from = Math.max(mark.at - clockSkew, Number.isNaN(seen) ? 0 : seen - overlap);
  return `time ${new Date(from).toISOString().replace(/[-:T]|\.\d+/g, '')}`;
}

/** What changed since; undefined when the cursor is of another server, whose numbers say nothing here. */
export function changedSince(mark: Mark, cursor: string): Filter | undefined {
  if (mark.dialect !== activeDirectory) {
    const [kind, time] = cursor.split(' ');
    return kind === 'time' && time !== undefined
      ? new GreaterThanEqualsFilter({ attribute: 'modifyTimestamp', value: time })
      : undefined;
  }
  const usn = countsIn(cursor).find(([id]) => id === mark.invocationId)?.[1];
  if (usn === undefined || !/^\d+$/.test(usn)) return undefined;
  return new GreaterThanEqualsFilter({ attribute: 'uSNChanged', value: String(BigInt(usn) + 1n) });
}

/** `usn server:number server:number` */
function countsIn(cursor: string): [string, string][] {
  const [kind, ...counts] = cursor.split(' ');
  if (kind !== 'usn') return [];
  return counts.map((count) => {
    const [id = '', usn = ''] = count.split(':');
    return [id, usn];
  });
}

/** LDAP's time, e.g. 20261121090000Z, as epoch ms. */
function timeOf(stamp: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?Z$/.exec(stamp) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
