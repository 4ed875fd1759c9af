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
  const last = timesIn(before);
  // A time from the future would hide all that is changed until then.
  const seen = Math.min(timeOf(newest), mark.at + limits.directory.clockSkew);
  const isNewer = seen > last.seen;
  return `time ${isNewer ? seen : last.seen} ${isNewer ? mark.at : last.since}`;
}

/** What changed since; undefined when the cursor is of another server, whose numbers say nothing here. */
export function changedSince(mark: Mark, cursor: string): Filter | undefined {
  if (mark.dialect !== activeDirectory) {
    const from = cursor.startsWith('time ') ? fromOf(timesIn(cursor), mark.at) : undefined;
    return from === undefined
      ? undefined
      : new GreaterThanEqualsFilter({ attribute: 'modifyTimestamp', value: stampOf(from) });
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

/** `time seen since`: the newest change that was seen, on the directory's clock, and since when, on ours. */
interface Times {
  readonly seen: number;
  readonly since: number;
}

function timesIn(cursor: string): Times {
  const [kind, seen, since] = cursor.split(' ');
  return kind === 'time' ? { seen: Number(seen), since: Number(since) } : { seen: 0, since: 0 };
}

/** Changes of other servers come late; once all has been quiet for long, what was seen is not read again and again. */
function fromOf({ seen, since }: Times, now: number): number {
  const { overlap, quiet } = limits.directory;
  return now - since > quiet ? seen + second : Math.max(0, seen - overlap);
}

const second = 1000;

/** LDAP's time, e.g. 20261121090000Z. */
function stampOf(at: number): string {
  return new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '');
}

/** As epoch ms; 0 for anything else. */
function timeOf(stamp: string): number {
  const [, year, month, day, hour, minute, seconds] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?Z$/.exec(stamp) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${seconds}Z`) || 0;
}
