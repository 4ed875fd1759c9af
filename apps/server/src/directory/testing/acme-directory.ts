import { Attribute, Change, Client } from 'ldapts';
import {
  groupDn,
  groupEntry,
  type LdifEntry,
  personDn,
  personEntry,
  type Slapd,
} from '../../../../../scripts/test/slapd.ts';

/** u0001 … u5000, 300 groups: a chain of ten that ends where it began, one of 2,000, the super administrators. */
export function acmeEntries(people = 5000, groups = 300): LdifEntry[] {
  const uids = Array.from({ length: people }, (_, n) => uidOf(n + 1));
  const ring = Array.from({ length: 10 }, (_, n) =>
    groupEntry(`ring${n}`, [groupDn(`ring${(n + 1) % 10}`), personDn(uidOf(n + 1))]),
  );
  const named = [
    ...ring,
    groupEntry('Everybody Here', uids.slice(0, 2000).map(personDn)),
    groupEntry('Portal Admins', [personDn('u0002'), groupDn('Operators')]),
    groupEntry('Operators', [personDn('u0003'), groupDn('Portal Admins')]),
  ];
  const plain = Array.from({ length: groups - named.length }, (_, n) =>
    groupEntry(`team${n}`, [personDn(uids[n] ?? uidOf(1))]),
  );
  // One is younger than the rest: who looks for changes does not look at everybody again.
  const isLast = (uid: string) => uid === uidOf(people);
  const all = uids.map((uid) => personEntry(uid, isLast(uid) ? { modifyTimestamp: '20200102000000Z' } : {}));
  return [...all, ...named, ...plain];
}

export function uidOf(n: number): string {
  return `u${String(n).padStart(4, '0')}`;
}

/** Changes the directory as its own administrators do. */
export async function asManager(
  { url, bindDn, bindPassword }: Slapd,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ url });
  try {
    await client.bind(bindDn, bindPassword);
    await work(client);
  } finally {
    await client.unbind();
  }
}

/** One attribute set to these values; none takes it away. */
export function set(type: string, ...values: string[]): Change {
  return new Change({ operation: 'replace', modification: new Attribute({ type, values }) });
}

/** Disables an account as the password policy of OpenLDAP does. */
export const locked = set('pwdAccountLockedTime', '000001010000Z');
export const unlocked = set('pwdAccountLockedTime');
