import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branded } from '@sheetwire/rules/name';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PermsStore } from '#ports/perms.ts';
import type { Stores } from '#ports/stores.ts';
import { newAccount } from '#ports/users.ts';
import type { RightsStep } from '#rights/rights-index.ts';
import { openStores } from '#storage/open-stores.ts';
import { RightsNow } from './rights-now.ts';

const gropic = branded<'Gropic'>('ACME/RATES');
const ann = branded<'User'>('ACME/ann');
let dataDir: string;
let stores: Stores;
let isDown = false;
let steps: RightsStep[];
let rights: RightsNow;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-rights-'));
  stores = await openStores({ databaseUrl: '', dataDir });
  steps = [];
  rights = new RightsNow({
    stores: { ...stores, perms: failing(stores.perms) },
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

/** The store while it cannot be read. */
function failing(perms: PermsStore): PermsStore {
  const asked = async <T>(work: () => Promise<T>) => {
    if (isDown) throw new Error('the store is down');
    return work();
  };
  return {
    get: (one) => asked(() => perms.get(one)),
    some: (all) => asked(() => perms.some(all)),
    page: (after, most) => asked(() => perms.page(after, most)),
    list: () => asked(() => perms.list()),
    save: (lists, version) => perms.save(lists, version),
    change: (change) => perms.change(change),
    remove: (one) => perms.remove(one),
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
