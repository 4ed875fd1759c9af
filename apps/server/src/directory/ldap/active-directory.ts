import { AndFilter, type Entry, EqualityFilter } from 'ldapts';
import type { Dialect, FoundGroup, FoundPerson } from './dialect.ts';
import { canonicalDn } from './dn.ts';
import { hexOf, textOf, textsOf } from './entry.ts';

const ACCOUNT_DISABLED = 2;
/** accountExpires counts 100 ns from 1601; 0 and the largest number are never. */
const NEVER = 0x7fff_ffff_ffff_ffffn;
const TO_1970 = 11_644_473_600_000n;
const PER_MS = 10_000n;

/** Microsoft Active Directory and Samba in its place. */
export const activeDirectory: Dialect = {
  name: 'Active Directory',
  people: new AndFilter({
    filters: [
      new EqualityFilter({ attribute: 'objectCategory', value: 'person' }),
      new EqualityFilter({ attribute: 'objectClass', value: 'user' }),
    ],
  }),
  groups: new EqualityFilter({ attribute: 'objectClass', value: 'group' }),
  nameAttribute: 'sAMAccountName',
  personAttributes: ['objectGUID', 'sAMAccountName', 'mail', 'userAccountControl', 'accountExpires', 'uSNChanged'],
  groupAttributes: ['objectGUID', 'sAMAccountName', 'member', 'uSNChanged'],
  groupIdAttributes: ['objectGUID', 'sAMAccountName'],
  bytesAttributes: ['objectGUID'],
  memberAttributes: ['member'],
  person: personOf,
  group: groupOf,
  stamp: (entry) => textOf(entry, 'uSNChanged'),
};

function personOf(entry: Entry, now: number): FoundPerson | undefined {
  const [id, name] = [hexOf(entry, 'objectGUID'), textOf(entry, 'sAMAccountName')];
  if (id === '' || name === '') return undefined;
  return {
    id,
    dn: canonicalDn(entry.dn),
    name,
    email: textOf(entry, 'mail'),
    isDisabled: isOff(textOf(entry, 'userAccountControl')) || isExpired(textOf(entry, 'accountExpires'), now),
  };
}

function groupOf(entry: Entry): FoundGroup | undefined {
  const [id, name] = [hexOf(entry, 'objectGUID'), textOf(entry, 'sAMAccountName')];
  if (id === '' || name === '') return undefined;
  const members = textsOf(entry, 'member').map(canonicalDn);
  return { id, dn: canonicalDn(entry.dn), name, members, memberNames: [] };
}

/** Flags that may not be read cannot say that somebody is enabled. */
function isOff(flags: string): boolean {
  return !/^-?\d+$/.test(flags) || (Number(flags) & ACCOUNT_DISABLED) !== 0;
}

function isExpired(expires: string, now: number): boolean {
  if (!/^\d+$/.test(expires)) return false;
  const at = BigInt(expires);
  return at !== 0n && at < NEVER && Number(at / PER_MS - TO_1970) <= now;
}
