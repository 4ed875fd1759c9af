import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { Gropic } from '@sheetwire/rules/gropic';
import type { Group, User } from '@sheetwire/rules/principal';
import type { Account } from '#policies/membership.ts';
import type { GroupRecord, Perms } from '#ports/perms.ts';
import type { Stores } from '#ports/stores.ts';
import type { RightsChange, RightsIndex } from './rights-index.ts';

/** What of the stores is read page by page, or by names. */
export interface RightsStores {
  readonly perms: Pick<Stores['perms'], 'some' | 'page'>;
  readonly groups: Pick<Stores['groups'], 'some' | 'page'>;
  readonly users: Pick<Stores['users'], 'someEntries' | 'entriesAfter'>;
}

/** Names of what is to be read again. */
export interface Parts {
  readonly gropics: ReadonlySet<Gropic>;
  readonly groups: ReadonlySet<Group>;
  readonly users: ReadonlySet<User>;
}

type Changed<Name, Value> = Map<Name, Value | undefined>;

/** What of these parts the store has otherwise than the rights that are held. */
export async function readParts(stores: RightsStores, held: RightsIndex, parts: Parts): Promise<RightsChange> {
  return {
    perms: await someOf(parts.gropics, {
      read: (names) => stores.perms.some(names),
      nameOf: ({ gropic }) => gropic,
      isHeld: (gropic, lists) => isSameLists(held.administered.get(gropic), lists),
    }),
    groups: await someOf(parts.groups, {
      read: (names) => stores.groups.some(names),
      nameOf: ({ name }) => name,
      isHeld: (name, group) => isSameGroup(held.membership.groups.record(name), group),
    }),
    accounts: await someOf(parts.users, {
      read: (names) => stores.users.someEntries(names),
      nameOf: ({ name }) => name,
      isHeld: (name, account) => isSameAccount(held.membership.accounts.get(name), account),
    }),
  };
}

/** What of all lists the store has otherwise than the rights that are held, read page by page. */
export function readLists({ perms }: RightsStores, held: RightsIndex): Promise<RightsChange['perms']> {
  return allOf(held.administered.keys(), {
    read: (after, most) => perms.page(after, most),
    nameOf: ({ gropic }) => gropic,
    isHeld: (gropic, lists) => isSameLists(held.administered.get(gropic), lists),
  });
}

/** As `readLists`, of all groups. */
export function readGroups({ groups }: RightsStores, held: RightsIndex): Promise<RightsChange['groups']> {
  return allOf(held.membership.groups.records.keys(), {
    read: (after, most) => groups.page(after, most),
    nameOf: ({ name }) => name,
    isHeld: (name, group) => isSameGroup(held.membership.groups.record(name), group),
  });
}

/** As `readLists`, of all accounts. */
export function readAccounts({ users }: RightsStores, held: RightsIndex): Promise<RightsChange['accounts']> {
  return allOf(held.membership.accounts.keys(), {
    read: (after, most) => users.entriesAfter(after, most),
    nameOf: ({ name }) => name,
    isHeld: (name, account) => isSameAccount(held.membership.accounts.get(name), account),
  });
}

interface Kind<Name, Value> {
  readonly nameOf: (value: Value) => Name;
  /** True when the rights that are held say the same. */
  readonly isHeld: (name: Name, value: Value | undefined) => boolean;
}

/** An embedded store answers within one turn of the event loop: each page ends it. */
async function someOf<Name, Value>(
  names: ReadonlySet<Name>,
  {
    read,
    nameOf,
    isHeld,
  }: Kind<Name, Value> & { readonly read: (names: readonly Name[]) => Promise<readonly Value[]> },
): Promise<Changed<Name, Value>> {
  const changed: Changed<Name, Value> = new Map();
  const wanted = [...names];
  for (let at = 0; at < wanted.length; at += limits.rightsPage) {
    if (at > 0) await nextTurn();
    const some = wanted.slice(at, at + limits.rightsPage);
    const found = new Map((await read(some)).map((value) => [nameOf(value), value]));
    for (const name of some) if (!isHeld(name, found.get(name))) changed.set(name, found.get(name));
  }
  return changed;
}

async function allOf<Name, Value>(
  held: Iterable<Name>,
  kind: Kind<Name, Value> & {
    readonly read: (after: Name | undefined, most: number) => Promise<readonly Value[]>;
  },
): Promise<Changed<Name, Value>> {
  const { read, nameOf, isHeld } = kind;
  const changed: Changed<Name, Value> = new Map();
  const gone = new Set(held);
  let last: Name | undefined;
  for (;;) {
    const page = await read(last, limits.rightsPage);
    for (const value of page) {
      last = nameOf(value);
      gone.delete(last);
      if (!isHeld(last, value)) changed.set(last, value);
    }
    if (page.length < limits.rightsPage) break;
    await nextTurn();
  }
  for (const name of gone) changed.set(name, undefined);
  return changed;
}

function isSameLists(before: Perms | undefined, now: Perms | undefined): boolean {
  return before?.version === now?.version;
}

/** What a message and a look both tell of is one change. */
function isSameGroup(before: GroupRecord | undefined, now: GroupRecord | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  const isSameKind = before.isDirectory === now.isDirectory && before.members.length === now.members.length;
  return isSameKind && before.members.every((member, place) => member === now.members[place]);
}

/** Most changes of an account concern nobody's rights. */
function isSameAccount(before: Account | undefined, now: Account | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return before.adUser === now.adUser && before.disabledAt === now.disabledAt;
}
