import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import type { RightsChange } from './rights-index.ts';
import { RightsIndex } from './rights-index.ts';

const MANY = 2 * limits.membersShown + 1000;
const user = (n: number) => branded<'User'>(`ACME/u${String(n).padStart(6, '0')}`);
const staff = branded<'Group'>('ACME/STAFF');
const desk = branded<'Group'>('ACME/DESK');
const everyone = branded<'Everyone'>('ACME/[ALL]');
const all = Array.from({ length: MANY }, (_, n) => user(n));

function world(): RightsIndex {
  return RightsIndex.of({
    perms: [],
    groups: [
      { name: staff, isDirectory: false, members: [...all.toReversed(), desk] },
      { name: desk, isDirectory: false, members: [user(1), user(2)] },
    ],
    accounts: all.map((name) => ({ name, adUser: null, disabledAt: null })),
    unadministered: 'entity',
  });
}

function changeOf(given: Partial<RightsChange>): RightsChange {
  return { perms: new Map(), groups: new Map(), accounts: new Map(), ...given };
}

test('of very many the first by name are shown, all are counted, and it is worked out while others go on', async () => {
  const rights = world();
  const list = [desk, staff];
  const asked = rights.usersIn(list);
  expect(asked).toBeInstanceOf(Promise);
  const shown = await asked;
  expect(shown.list).toEqual(all.slice(0, limits.membersShown));
  expect(await rights.countIn(list)).toBe(MANY);
  expect(rights.usersIn(list)).toBe(shown);
  expect(rights.countIn([everyone])).toBe(MANY);
});

test('who asks while a list is worked out shares the answer; after a change of who is in it the next one', async () => {
  const rights = world();
  const list = [staff, everyone];
  const [one, other] = [rights.usersIn(list), rights.usersIn(list)];
  const first = branded<'User'>('ACME/a');
  const groups = new Map([[staff, { name: staff, isDirectory: false, members: [first] }]]);
  const { after } = rights.with(changeOf({ groups }));
  const later = after.usersIn(list);
  expect(await one).toBe(await other);
  expect((await one).list[0]).toBe(user(0));
  expect((await later).list[0]).toBe(first);
  expect(await after.countIn(list)).toBe(MANY + 1);
});

test('who comes while everyone is gone through is in the next answer, not in a part of this one', async () => {
  const rights = world();
  const counted = rights.countIn([everyone, desk]);
  const newcomer = branded<'User'>('ACME/zz');
  const accounts = new Map([[newcomer, { name: newcomer, adUser: null, disabledAt: null }]]);
  const { after } = rights.with(changeOf({ accounts }));
  expect(await counted).toBe(MANY);
  expect(await after.countIn([everyone, desk])).toBe(MANY + 1);
  expect(after.countIn([everyone])).toBe(MANY + 1);
});

test('the names of a list count as what is held for it', async () => {
  const rights = world();
  const few = all.slice(0, 10);
  const lists = Array.from({ length: 3 }, () => Array.from({ length: 80_000 }, () => few).flat());
  for (const list of lists) await rights.countIn(list);
  expect(rights.countIn(lists[2] ?? [])).toBe(10);
  expect(rights.countIn(lists[0] ?? [])).toBeInstanceOf(Promise);
});
