import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branded } from '@sheetwire/rules/name';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noDirectory } from '#ports/directory.ts';
import type { Stores } from '#ports/stores.ts';
import { newAccount } from '#ports/users.ts';
import { openStores } from '../storage/open-stores.ts';
import { NameLists } from './name-lists.ts';

let folder: string;
let stores: Stores;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-names-'));
  stores = await openStores({ databaseUrl: '', dataDir: folder });
});
afterEach(async () => {
  await stores.close();
  await rm(folder, { recursive: true });
});

const user = (name: string) => branded<'User'>(`ACME/${name}`);
const create = (name: string) =>
  stores.users.create(newAccount({ name: user(name), email: `${name}@example.com`, createdAt: 1 }));
const note = { at: 1, actor: user('ann'), action: 'changed', object: '', address: '' };
const listsOf = () =>
  new NameLists({
    stores,
    directory: noDirectory,
    entities: [],
    isSuperAdmin: (name) => name === user('ann'),
    clock: { now: () => 0 },
  });

test('after a change of users or groups no more is read than what changed, and the lists are as if read anew', async () => {
  for (const name of ['ann', 'bob', 'cid']) await create(name);
  const lists = listsOf();
  const first = await lists.now();
  const [users, groups] = [vi.spyOn(stores.users, 'entriesAfter'), vi.spyOn(stores.groups, 'entries')];
  const changed = async () => {
    lists.changed();
    const now = await lists.now();
    expect(users).not.toHaveBeenCalled();
    expect(groups).not.toHaveBeenCalled();
    const anew = await listsOf().now();
    for (const spy of [users, groups]) spy.mockClear();
    expect(now).toEqual(anew);
    return now;
  };
  await create('bea');
  const more = await changed();
  expect(more.users.list.map(({ name }) => name)).toEqual(['ACME/ann', 'ACME/bea', 'ACME/bob', 'ACME/cid']);
  expect(more.userGroups.id).toBe(first.userGroups.id);
  await stores.users.update(user('bob'), { disabledAt: 5 });
  expect((await changed()).users.list).toContainEqual({ name: 'ACME/bob', isSuperAdmin: false, isDisabled: true });
  await stores.groups.create(branded<'Group'>('ACME/DESK'), note);
  expect((await changed()).userGroups.list).toEqual([{ name: 'ACME/DESK', isDirectory: false }]);
  await stores.groups.remove(branded<'Group'>('ACME/DESK'));
  for (const name of ['ann', 'bea', 'bob', 'cid']) await stores.users.remove(user(name));
  expect(await changed()).toMatchObject({ principals: { list: [] }, entities: [] });
});

test('a change that nobody told of is found by the stamps once the lists are asked for again', async () => {
  const lists = listsOf();
  await lists.now();
  await create('ann');
  expect((await lists.now()).users.list).toEqual([]);
  lists.changed();
  expect((await lists.now()).principals.list).toEqual(['ACME/[ALL]', 'ACME/ann']);
});
