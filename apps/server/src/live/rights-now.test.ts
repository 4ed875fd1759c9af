import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branded } from '@sheetwire/rules/name';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PermsStore } from '#ports/perms.ts';
import type { Stores } from '#ports/stores.ts';
import { newAccount, type UserStore } from '#ports/users.ts';
import type { RightsStep } from '#rights/rights-index.ts';
import { openStores } from '#storage/open-stores.ts';
import { RightsNow } from './rights-now.ts';

const gropic = branded<'Gropic'>('ACME/RATES');
const ann = branded<'User'>('ACME/ann');
let dataDir: string;
let stores: Stores;
let isDown = false;
let steps: RightsStep[];
let read: string[];
let rights: RightsNow;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-rights-'));
  stores = await openStores({ databaseUrl: '', dataDir });
  steps = [];
  read = [];
  rights = new RightsNow({
    stores: { perms: failing(stores.perms), groups: stores.groups, users: counting(stores.users) },
    unadministered: 'entity',
    onChange: (step) => steps.push(step),
    onFault: () => undefined,
  });
  await rights.changed('all');
});
afterEach(async () => {
  isDown = false;
  await rights.stop();
  await stores.close();
  await rm(dataDir, { recursive: true });
});

/** Notes which accounts are read. */
function counting(users: UserStore): Pick<UserStore, 'someEntries' | 'entriesAfter'> {
  return {
    someEntries(names) {
      read.push(...names);
      return users.someEntries(names);
    },
    entriesAfter(after, most) {
      read.push('all');
      return users.entriesAfter(after, most);
    },
  };
}

/** The store while it cannot be read. */
function failing(perms: PermsStore): Pick<PermsStore, 'some' | 'page'> {
  const asked = async <T>(work: () => Promise<T>) => {
    if (isDown) throw new Error('the store is down');
    return work();
  };
  return {
    some: (all) => asked(() => perms.some(all)),
    page: (after, most) => asked(() => perms.page(after, most)),
  };
}

const lists = { gropic, viewers: [ann], publishers: [], interactors: [], admins: [ann], version: 0 };

test('the lists of one gropic are read without the rest, and what was before is still at hand', async () => {
  await stores.perms.save(lists, 0);
  await rights.changed({ gropic });
  const step = steps.at(-1);
  expect(step?.changed).toEqual([gropic]);
  expect(step?.before.administered.get(gropic)).toBeUndefined();
  expect(rights.now.administered.get(gropic)?.viewers).toEqual([ann]);
  expect(step?.after.membership).toBe(step?.before.membership);
});

test('what could not be read stays due: it comes with whatever is read next, and by itself', async () => {
  await stores.perms.save(lists, 0);
  isDown = true;
  await expect(rights.changed({ gropic })).rejects.toThrow('the store is down');
  expect(rights.now.administered.get(gropic)).toBeUndefined();
  isDown = false;
  await rights.changed('accounts');
  expect(rights.now.administered.get(gropic)?.viewers).toEqual([ann]);
  await stores.perms.remove(gropic);
  isDown = true;
  await expect(rights.changed({ gropic })).rejects.toThrow('the store is down');
  isDown = false;
  await expect.poll(() => rights.now.administered.get(gropic), { timeout: 10_000 }).toBeUndefined();
});

test('a change of an account that concerns nobody’s rights makes no new groups', async () => {
  await stores.users.create(newAccount({ name: ann, email: 'ann@acme.example', createdAt: 1 }));
  await rights.changed('accounts');
  const { membership } = rights.now;
  expect([...membership.accounts.keys()]).toEqual([ann]);
  await stores.users.update(ann, { email: 'ann.new@acme.example' });
  await rights.changed('accounts');
  expect(rights.now.membership).toBe(membership);
});

test('of one changed user that account alone is read, and of many only theirs', async () => {
  const bob = branded<'User'>('ACME/bob');
  for (const name of [ann, bob]) {
    await stores.users.create(newAccount({ name, email: `${name}@acme.example`, createdAt: 1 }));
  }
  read = [];
  await rights.changed({ user: ann });
  expect([read, [...rights.now.membership.accounts.keys()]]).toEqual([[ann], [ann]]);
  await Promise.all([rights.changed({ user: bob }), rights.changed({ user: ann }), rights.changed({ user: bob })]);
  expect(new Set(read)).toEqual(new Set([ann, bob]));
  await stores.users.remove(ann);
  await rights.changed({ user: ann });
  expect([...rights.now.membership.accounts.keys()]).toEqual([bob]);
});

test('a recovery of very many lists is put in force in one moment, and the change names them', async () => {
  const count = 300;
  const viewers = Array.from({ length: 20 }, (_, n) => branded<'User'>(`ACME/v${n}`));
  const every = Array.from({ length: count }, (_, n) => branded<'Gropic'>(`ACME/G/R${n}`));
  for (const name of every) await stores.perms.save({ ...lists, gropic: name, viewers }, 0);
  const before = rights.now;
  const sizes = new Set<number>();
  const look = setInterval(() => sizes.add(rights.now.administered.size), 0);
  await rights.changed('all');
  clearInterval(look);
  expect([...sizes].filter((size) => size !== 0 && size !== count)).toEqual([]);
  expect([before.administered.size, rights.now.administered.size]).toEqual([0, count]);
  expect(steps.at(-1)?.changed).toHaveLength(count);
  expect(rights.now.mayPublish(ann, branded<'Topic'>('ACME/G/R7'))).toBe(false);
});

test('before the first reading nothing is open to anybody', () => {
  const never = () => expect.unreachable();
  const unread = new RightsNow({ stores, unadministered: 'entity', onChange: never, onFault: never });
  expect(unread.now.mayPublish(ann, branded<'Topic'>('ACME/G/R'))).toBe(false);
});

test('what was in force before it could be told to all is told again', async () => {
  let isBroken = true;
  const told: RightsStep[] = [];
  const retold = new RightsNow({
    stores,
    unadministered: 'entity',
    onChange(step) {
      if (isBroken) throw new Error('the line is broken');
      told.push(step);
    },
    onFault: () => undefined,
  });
  await expect(retold.changed('all')).rejects.toThrow('the line is broken');
  isBroken = false;
  await retold.changed({ gropic });
  expect(told).toHaveLength(1);
  await retold.stop();
});
