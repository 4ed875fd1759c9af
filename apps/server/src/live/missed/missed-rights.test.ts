import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branded } from '@sheetwire/rules/name';
import type { Group, Principal, User } from '@sheetwire/rules/principal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { newAccount } from '#ports/users.ts';
import type { RightsStep } from '#rights/rights-index.ts';
import { openStores } from '#storage/open-stores.ts';
import { RightsNow, type RightsPart } from '../rights-now.ts';
import { MissedRights } from './missed-rights.ts';

const gropic = branded<'Gropic'>('ACME/RATES');
const [ann, bob] = [branded<'User'>('ACME/ann'), branded<'User'>('ACME/bob')];
const [desk, floor] = [branded<'Group'>('ACME/DESK'), branded<'Group'>('ACME/FLOOR')];
const note = { at: 1, actor: ann, action: 'x', object: '', address: '' };
let dataDir: string;
let stores: Stores;
let steps: RightsStep[];
let rights: RightsNow;
let missed: MissedRights;
let parts: RightsPart[];
let ended: (User | 'any')[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-missed-'));
  stores = await openStores({ databaseUrl: '', dataDir });
  steps = [];
  rights = new RightsNow({
    stores,
    unadministered: 'entity',
    onChange: (step) => steps.push(step),
    onFault: () => undefined,
  });
  missed = new MissedRights({
    stores,
    changed(part) {
      parts.push(part);
      return rights.changed(part);
    },
    ended: (whose) => void ended.push(whose),
    onFault: () => undefined,
  });
  for (const name of [ann, bob])
    await stores.users.create(newAccount({ name, email: `${name}@x.example`, createdAt: 1 }));
  await makeGroup(desk, ann);
  await makeGroup(floor, desk);
  await stores.perms.save(lists([floor]), 0);
  parts = [];
  ended = [];
  await missed.begin();
  await rights.changed('all');
  steps = [];
});
afterEach(async () => {
  await missed.stop();
  await rights.stop();
  await stores.close();
  await rm(dataDir, { recursive: true });
});

function lists(viewers: Principal[], version = 0) {
  return { gropic, viewers, publishers: [], interactors: [], admins: [bob], version };
}

async function makeGroup(name: Group, ...members: Principal[]): Promise<void> {
  await stores.groups.create(name, note);
  await stores.groups.setMembers(name, { members, expected: [], note });
}

const sees = (user: User) => rights.now.holder(user).principals.has(floor);

test('what another server changed and told nobody is found: lists, members, groups and accounts', async () => {
  await stores.groups.setMembers(desk, { members: [bob], expected: [ann], note });
  await missed.look();
  expect([sees(ann), sees(bob)]).toEqual([false, true]);
  await stores.perms.save(lists([bob], 1), 1);
  await missed.look();
  expect(rights.now.administered.get(gropic)?.viewers).toEqual([bob]);
  await stores.groups.remove(desk, note);
  await makeGroup(desk, ann);
  await missed.look();
  expect([rights.now.membership.groups.record(desk)?.members, sees(ann)]).toEqual([[ann], false]);
  await stores.users.update(ann, { disabledAt: 5 });
  await missed.look();
  expect(rights.now.membership.accounts.get(ann)?.disabledAt).toBe(5);
  await stores.perms.remove(gropic);
  await missed.look();
  expect(rights.now.administered.size).toBe(0);
});

test('whose sessions and bearers ended is found, and no rights are read for it', async () => {
  const session = { method: 'password', family: null, createdAt: 1, seenAt: 1, address: '', agent: '' } as const;
  await stores.sessions.open({ ...session, idHash: 'one', user: ann });
  await missed.look();
  expect(ended).toEqual([]);
  await stores.sessions.end('one');
  await stores.sessions.end('one');
  await missed.look();
  await missed.look();
  expect(ended).toEqual([ann]);
  await stores.sessions.endUser(bob, 'everything');
  await missed.look();
  expect([ended, parts]).toEqual([[ann, bob], []]);
});

test('the rights that a user takes along are found at the lists and groups that named them', async () => {
  const perms = lists([ann, floor], 1);
  await stores.perms.save(perms, 1);
  await rights.changed({ gropic });
  await stores.users.remove(ann, note);
  await missed.look();
  expect(rights.now.administered.get(gropic)?.viewers).toEqual([floor]);
  expect(await rights.now.countIn([floor])).toBe(0);
});

test('what was told of already costs nobody a second look', async () => {
  await stores.perms.save(lists([ann], 1), 1);
  await rights.changed({ gropic });
  await stores.groups.setMembers(desk, { members: [ann, bob], expected: [ann], note });
  await rights.changed({ group: desk });
  expect(steps).toHaveLength(2);
  await missed.look();
  await missed.look();
  expect(steps).toHaveLength(2);
});

test('a recovery that was not told of is found', async () => {
  // The copy of the day is from before its first change.
  const [copy] = (await stores.settingsBackups.copies()).filter(({ kind }) => kind === 'permissions');
  const entrance = { names: [bob], associated: [], windows: false, singleSignOn: false };
  const name = copy?.name ?? '';
  expect(await stores.settingsBackups.recover({ kind: 'permissions', name, by: bob, entrance }, '')).toHaveProperty(
    'recovery',
  );
  await missed.look();
  expect(rights.now.administered.has(gropic)).toBe(false);
});

test('of what was changed and not told of no more is read than that', async () => {
  await stores.users.update(ann, { adUser: 'ACME/somebody' });
  await stores.perms.save(lists([ann], 1), 1);
  await stores.groups.setMembers(desk, { members: [bob], expected: [ann], note });
  await missed.look();
  expect(parts).toEqual([{ gropic }, { user: ann }, { group: desk }]);
  parts = [];
  for (let n = 0; n < 2; n++) await stores.users.update(bob, { disabledAt: n });
  await missed.look();
  await missed.look();
  expect(parts).toEqual([{ user: bob }]);
});

test('of a user or group that went no more is read than what named it', async () => {
  await stores.users.remove(ann, note);
  await missed.look();
  expect(parts).toEqual([{ user: ann }, { group: desk }]);
  parts = [];
  await stores.groups.remove(floor, note);
  await missed.look();
  expect(new Set(parts)).toEqual(new Set([{ gropic }, { group: floor }]));
});

test('a new password by a key and a first single sign-on have one account read', async () => {
  await stores.emailKeys.save({
    hash: 'key',
    user: ann,
    purpose: 'reset',
    payload: '',
    createdAt: 1,
    expiresAt: 9,
    usedAt: null,
  });
  expect(await stores.emailKeys.redeem('key', 2, { passwordHash: 'x' })).toBe('done');
  await missed.look();
  expect(parts).toEqual([{ user: ann }]);
  parts = [];
  await stores.identityLinks.add({ issuer: 'i', subject: 's', user: bob, createdAt: 1 }, note);
  await missed.look();
  expect(parts).toEqual([{ user: bob }]);
});

test('what was refused has nothing read', async () => {
  const account = newAccount({ name: ann, email: 'again@x.example', createdAt: 1 });
  const link = { issuer: 'i', subject: 's', user: bob, createdAt: 1 };
  await stores.identityLinks.add(link, note);
  await missed.look();
  parts = [];
  expect([
    await stores.emailKeys.redeem('no such key', 2, { passwordHash: 'x' }),
    await stores.users.create(account),
    await stores.identityLinks.add(link, note),
    await stores.groups.setMembers(desk, { members: [], expected: [bob], note }),
    (await stores.perms.change({ perms: lists([ann], 7), note })).state,
    await stores.users.remove(branded<'User'>('ACME/nobody'), note),
  ]).toEqual(['gone', false, false, 'stale', 'stale', 'gone']);
  await missed.look();
  expect(parts).toEqual([]);
});

test('when it may be any of a kind that kind is read', async () => {
  await stores.perms.save(lists([ann], 1), 1);
  await missed.look();
  parts = [];
  const [copy] = (await stores.settingsBackups.copies()).filter(({ kind }) => kind === 'permissions');
  const entrance = { names: [bob], associated: [], windows: false, singleSignOn: false };
  await stores.settingsBackups.recover({ kind: 'permissions', name: copy?.name ?? '', by: bob, entrance }, '');
  await missed.look();
  expect(parts).toEqual(['lists']);
});
