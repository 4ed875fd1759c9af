import { AndFilter, type Entry, EqualityFilter, OrFilter, PresenceFilter } from 'ldapts';
import type { Dialect, FoundGroup, FoundPerson } from './dialect.ts';
import { canonicalDn } from './dn.ts';
import { textOf, textsOf } from './entry.ts';

/** Under which attribute servers keep the id that an entry has for life. */
const idAttributes = ['entryUUID', 'nsUniqueId', 'ipaUniqueID', 'ibm-entryuuid'];
/** Locked by an administrator, as the password policy of OpenLDAP writes it; any other time ends by itself. */
const LOCKED_FOR_GOOD = '000001010000Z';
const DAY = 86_400_000;

const isOfClass = (value: string) => new EqualityFilter({ attribute: 'objectClass', value });

/** OpenLDAP, 389 Directory Server, FreeIPA and others that follow the common schemas. */
export const plainLdap: Dialect = {
  name: 'LDAP',
  people: new AndFilter({
    filters: [
      new OrFilter({ filters: [isOfClass('inetOrgPerson'), isOfClass('posixAccount')] }),
      new PresenceFilter({ attribute: 'uid' }),
    ],
  }),
  groups: new OrFilter({ filters: ['groupOfNames', 'groupOfUniqueNames', 'posixGroup'].map(isOfClass) }),
  nameAttribute: 'uid',
  personAttributes: [
    'uid',
    'mail',
    'pwdAccountLockedTime',
    'nsAccountLock',
    'shadowExpire',
    'modifyTimestamp',
    ...idAttributes,
  ],
  groupAttributes: ['cn', 'member', 'uniqueMember', 'memberUid', 'modifyTimestamp', ...idAttributes],
  groupIdAttributes: ['cn', ...idAttributes],
  bytesAttributes: [],
  memberAttributes: ['member', 'uniqueMember', 'memberUid'],
  person: personOf,
  group: groupOf,
  stamp: (entry) => textOf(entry, 'modifyTimestamp'),
};

function personOf(entry: Entry, now: number): FoundPerson | undefined {
  const [id, name] = [idOf(entry), textOf(entry, 'uid')];
  if (id === '' || name === '') return undefined;
  return { id, dn: canonicalDn(entry.dn), name, email: textOf(entry, 'mail'), isDisabled: isDisabled(entry, now) };
}

function groupOf(entry: Entry): FoundGroup | undefined {
  const [id, name] = [idOf(entry), textOf(entry, 'cn')];
  if (id === '' || name === '') return undefined;
  const members = [...textsOf(entry, 'member'), ...textsOf(entry, 'uniqueMember')].map(canonicalDn);
  return { id, dn: canonicalDn(entry.dn), name, members, memberNames: textsOf(entry, 'memberUid') };
}

function idOf(entry: Entry): string {
  return idAttributes.map((attribute) => textOf(entry, attribute)).find((id) => id !== '') ?? '';
}

function isDisabled(entry: Entry, now: number): boolean {
  const days = textOf(entry, 'shadowExpire');
  return (
    textOf(entry, 'pwdAccountLockedTime') === LOCKED_FOR_GOOD ||
    textOf(entry, 'nsAccountLock').toLowerCase() === 'true' ||
    (/^\d+$/.test(days) && Number(days) * DAY <= now)
  );
}
