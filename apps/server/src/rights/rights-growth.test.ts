import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import type { Perms } from '#ports/perms.ts';
import { type RightsChange, RightsIndex } from './rights-index.ts';

const [FEW, MANY] = [500, 5000];
const user = (n: number) => branded<'User'>(`ACME/u${n}`);
const group = (n: number) => branded<'Group'>(`ACME/TEAM ${n}`);
const gropic = (n: number) => branded<'Gropic'>(`ACME/G/R${n}`);
const topic = (n: number) => branded<'Topic'>(`ACME/G/R${n}`);
const everybody = branded<'Group'>('ACME/EVERYBODY');

/** Everybody views everything by one group, and administers it: whatever is by one of them must not grow with all. */
function world(count: number): RightsIndex {
  const every = Array.from({ length: count }, (_, n) => n);
  const rights = RightsIndex.of({
    perms: every.map((n) => listsOf(n)),
    groups: [
      ...every.map((n) => ({ name: group(n), isDirectory: false, members: [user(n)] })),
      { name: everybody, isDirectory: false, members: every.map(user) },
    ],
    accounts: every.map((n) => ({ name: user(n), adUser: null, disabledAt: null })),
    unadministered: 'entity',
  });
  askAll(rights, count);
  return rights;
}

function listsOf(n: number, viewers: Perms['viewers'] = [everybody]): Perms {
  return { gropic: gropic(n), viewers, publishers: [], interactors: [], admins: [everybody], version: 1 };
}

function askAll(rights: RightsIndex, count: number): void {
  for (let n = 0; n < count; n++) rights.mayPublish(user(n), topic(n));
  rights.allAdministered();
  rights.adminedBy(user(1));
}

/** Look-ups, entries and removals in maps and sets while this is done. */
function workOf(does: () => unknown): number {
  let count = 0;
  const undo = [Map.prototype, Set.prototype].flatMap((prototype) =>
    ['get', 'has', 'set', 'add', 'delete'].map((name) => counting(prototype, name, () => count++)),
  );
  try {
    does();
  } finally {
    for (const one of undo) one();
  }
  return count;
}

function counting(prototype: object, name: string, note: () => void): () => void {
  const real = Object.getOwnPropertyDescriptor(prototype, name);
  if (real === undefined || typeof real.value !== 'function') return () => undefined;
  const value = function (this: unknown, ...given: unknown[]): unknown {
    note();
    return Reflect.apply(real.value, this, given);
  };
  Object.defineProperty(prototype, name, { ...real, value });
  return () => void Object.defineProperty(prototype, name, real);
}

const changes: Readonly<Record<string, (rights: RightsIndex) => Partial<RightsChange>>> = {
  'one user': () => ({ accounts: new Map([[user(3), { name: user(3), adUser: 'ACME/somebody', disabledAt: null }]]) }),
  'a user who goes': () => ({ accounts: new Map([[user(3), undefined]]) }),
  "one group's members": () => ({
    groups: new Map([[group(3), { name: group(3), isDirectory: false, members: [user(3), user(4)] }]]),
  }),
  "one gropic's lists": () => ({ perms: new Map([[gropic(3), listsOf(3, [user(4)])]]) }),
  'one gropic less': () => ({ perms: new Map([[gropic(3), undefined]]) }),
  'one gropic more': () => ({ perms: new Map([[gropic(-1), listsOf(-1)]]) }),
};

/** Lists of whom nobody comes or goes by these changes, and one that everybody who has an account stands in. */
const lists = [[group(8), user(9)], [group(9)], [everybody, group(9)]];

test.each(Object.entries(changes))('a change of %s is as much work among many as among few', async (_, changeOf) => {
  const works: number[] = [];
  for (const count of [FEW, MANY]) {
    const rights = world(count);
    await rights.namesOf('all');
    for (const list of lists) await Promise.all([rights.usersIn(list), rights.countIn(list)]);
    const change = { perms: new Map(), groups: new Map(), accounts: new Map(), ...changeOf(rights) };
    const asked: unknown[] = [];
    const work = workOf(() => {
      const { after } = rights.with(change);
      for (const n of [1, 2, 4]) after.mayView(user(n), { ...head, topic: topic(n) });
      after.isAdminOfAny([user(1)]);
      for (const list of lists) asked.push(after.usersIn(list), after.countIn(list));
      asked.push(after.countIn([branded<'Everyone'>('ACME/[ALL]')]), after.namesOf('all'));
    });
    works.push(work);
    expect(asked.filter((one) => one instanceof Promise)).toEqual([]);
  }
  expect(works[1]).toBe(works[0]);
  expect(works[0]).toBeLessThan(200);
});

const head = { version: 1, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };

test('who was not touched by a change is not worked out again, nor are the lists of who administers what', () => {
  const rights = world(FEW);
  const [holder, admined, all] = [rights.holder(user(1)), rights.adminedBy(user(1)), rights.allAdministered()];
  const members = { name: group(3), isDirectory: false, members: [user(4)] };
  const groups = new Map([[group(3), members]]);
  const perms = new Map([[gropic(3), listsOf(3, [user(4)])]]);
  const { after } = rights.with({ perms, groups, accounts: new Map([[user(5), undefined]]) });
  expect(after.holder(user(1))).toBe(holder);
  expect(after.adminedBy(user(1))).toBe(admined);
  expect(after.allAdministered()).toBe(all);
  expect([...after.holder(user(4)).principals]).toContain(group(3));
  expect([...after.holder(user(3)).principals]).not.toContain(group(3));
});

test('lists of people are worked out again when somebody comes in or goes out, and not for anybody else', async () => {
  const rights = world(FEW);
  const ask = async (now: RightsIndex) =>
    Promise.all([
      ...lists.map((list) => now.usersIn(list)),
      now.usersIn([branded<'Everyone'>('ACME/[ALL]')]),
      now.namesOf('all'),
      now.namesOf(new Set(['OTHER'])),
    ]);
  const none = { perms: new Map(), groups: new Map(), accounts: new Map() };
  const same = async (from: RightsIndex, change: Partial<RightsChange>) => {
    const before = await ask(from);
    const { after } = from.with({ ...none, ...change });
    const now = await ask(after);
    return { after, same: now.map((one, n) => one === before[n]) };
  };
  const person = await same(rights, {
    accounts: new Map([[user(3), { name: user(3), adUser: 'ACME/x', disabledAt: null }]]),
  });
  expect(person.same).toEqual([true, true, true, true, true, true]);
  const disabled = await same(person.after, {
    accounts: new Map([[user(3), { name: user(3), adUser: null, disabledAt: 5 }]]),
  });
  expect(disabled.same).toEqual([true, true, true, false, true, true]);
  const gone = await same(disabled.after, { accounts: new Map([[user(3), undefined]]) });
  expect(gone.same).toEqual([true, true, true, true, false, true]);
  const members = { name: group(9), isDirectory: false, members: [user(4)] };
  const moved = await same(gone.after, { groups: new Map([[group(9), members]]) });
  expect(moved.same).toEqual([true, false, false, true, true, true]);
  const lists3 = await same(moved.after, { perms: new Map([[gropic(3), listsOf(3, [user(4)])]]) });
  expect(lists3.same).toEqual([true, true, true, true, true, true]);
});
