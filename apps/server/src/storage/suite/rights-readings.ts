import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { describe, expect, test } from 'vitest';
import { newAccount } from '#ports/users.ts';
import { bob, jane, newGropic, newUser, type Opened } from './builders.ts';

/** Pages of two, to the end. */
async function paged<Name, Value>(
  read: (after: Name | undefined, most: number) => Promise<readonly Value[]>,
  nameOf: (value: Value) => Name,
): Promise<Value[]> {
  const all: Value[] = [];
  for (let last: Name | undefined; ; last = all.map(nameOf).at(-1)) {
    const page = await read(last, 2);
    expect(page.length).toBeLessThanOrEqual(2);
    all.push(...page);
    if (page.length < 2) return all;
  }
}

/** What is read, once other turns of the event loop came in between. */
async function inTurns<Value>(read: () => Promise<Value>): Promise<Value> {
  let turns = 0;
  const next = setImmediate(() => turns++);
  const value = await read();
  clearImmediate(next);
  expect(turns).toBe(1);
  return value;
}

export function rightsReadingsSuite(open: Opened): void {
  describe('what rights are read from', () => {
    test('pages that follow each other hold every list, group and account once, as those read by name', async () => {
      const { perms, groups, users } = open();
      const gropics = [newGropic(), newGropic(), newGropic()];
      const none = { viewers: [jane, bob], publishers: [], interactors: [], admins: [bob], version: 0 };
      for (const gropic of gropics) await perms.save({ ...none, gropic }, 0);
      const names = [newUser(), newUser(), newUser()];
      for (const name of names) await users.create(newAccount({ name, email: `${name}@pages.example`, createdAt: 1 }));
      const teams = ['ACME/PAGES A', 'ACME/PAGES B', 'ACME/PAGES C'].map((name) => branded<'Group'>(name));
      for (const name of teams) await groups.save({ name, isDirectory: false, members: [jane] });
      const [lists, records, entries] = [await perms.list(), await groups.list(), await users.entries()];
      expect(await paged(perms.page.bind(perms), ({ gropic }) => gropic)).toEqual(lists);
      expect(await paged(groups.page.bind(groups), ({ name }) => name)).toEqual(records);
      expect(await paged(users.entriesAfter.bind(users), ({ name }) => name)).toEqual(entries);
      const gone = branded<'Gropic'>('ACME/NEVER MADE');
      expect(await perms.some([...gropics.slice(1), gone])).toEqual(
        lists.filter(({ gropic }) => gropics.slice(1).includes(gropic)),
      );
      expect(await groups.some(teams.slice(1))).toEqual(records.filter(({ name }) => teams.slice(1).includes(name)));
      expect(await users.someEntries(names)).toEqual(entries.filter(({ name }) => names.includes(name)));
    });

    test('lists and groups of many names are read in several turns, whole and in order', async () => {
      const { perms, groups } = open();
      const many = Array.from({ length: limits.rightsPart.long }, (_, n) => branded<'User'>(`ACME/turn.${n}`));
      const gropics = [newGropic(), newGropic()];
      const lists = { viewers: many, publishers: [], interactors: [], admins: [bob], version: 0 };
      for (const gropic of gropics) await perms.save({ ...lists, gropic }, 0);
      const teams = ['ACME/TURNS A', 'ACME/TURNS B'].map((name) => branded<'Group'>(name));
      for (const name of teams) await groups.save({ name, isDirectory: false, members: many });
      const [found, records] = [await inTurns(() => perms.some(gropics)), await inTurns(() => groups.some(teams))];
      expect(found.map(({ viewers }) => viewers)).toEqual([many, many]);
      expect(records.map(({ members }) => members)).toEqual([many, many]);
      const page = await inTurns(() => perms.page(undefined, limits.rightsPage));
      expect(page.map(({ gropic }) => gropic)).toEqual(expect.arrayContaining(gropics));
      const all = await inTurns(() => groups.page(undefined, limits.rightsPage));
      expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(teams));
    });

    test('a change is noted under what it changed', async () => {
      const { perms, users, rightsChanges } = open();
      const [gropic, name] = [newGropic(), newUser()];
      const before = await rightsChanges.stamps();
      const since = (kind: keyof typeof before) => rightsChanges.since(kind, before[kind], 10);
      await perms.save({ gropic, viewers: [], publishers: [], interactors: [], admins: [bob], version: 0 }, 0);
      await users.create(newAccount({ name, email: `${name}@noted.example`, createdAt: 1 }));
      expect([await since('permissions'), await since('users'), await since('usergroups')]).toEqual([
        [gropic],
        [name],
        [],
      ]);
      expect(await rightsChanges.since('users', before.users, 0)).toBe('any');
      await users.remove(name);
      expect([await since('permissions'), await since('users'), await since('usergroups')]).toEqual([
        [gropic],
        [name],
        [],
      ]);
    });
  });
}
