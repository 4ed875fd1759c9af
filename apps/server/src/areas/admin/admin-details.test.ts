import { branded } from '@sheetwire/rules/name';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingHeld } from '../../testing/admin-page.ts';
import { viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

let server: TestApp;
let ann: TestBrowser;
let bob: TestBrowser;
let root: TestBrowser;
beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/root' });
  ann = await viewerOf(server, 'ACME/ann');
  bob = await viewerOf(server, 'ACME/bob');
  root = await viewerOf(server, 'ACME/root');
  await server.addUser('OTHER/eve', 'correct horse battery');
  await group('ACME/DESK', 'ACME/TRADERS', 'ACME/bob');
  await group('ACME/TRADERS', 'ACME/ann', 'ACME/DESK');
  await server.app.reporting.rightsChanged();
  await ann.call('admin/assumeadmin/', { gropic: 'ACME/RATES' });
  await root.call('admin/assumeadmin/', { gropic: 'OTHER/FX' });
});
afterAll(() => server.stop());

async function group(name: string, ...members: string[]) {
  const principals = members.map((member) => parsePrincipal(member) ?? branded<'User'>(''));
  await server.stores.groups.save({ name: branded<'Group'>(name), isDirectory: false, members: principals });
}

const details = (web: TestBrowser, held: Partial<typeof nothingHeld> = {}) =>
  web.call('admin/admindetails/', { ...nothingHeld, ...held });
const acme = ['ACME/DESK', 'ACME/TRADERS', 'ACME/[ALL]', 'ACME/ann', 'ACME/bob', 'ACME/root'];

test('an admin gets what they administer and the users and groups of their entities', async () => {
  expect(await details(ann)).toEqual({
    principalsChanged: true,
    principals: acme,
    principalsId: expect.any(String),
    adminedChanged: true,
    admined: ['ACME/RATES'],
  });
});

test('who administers nothing gets no names; what they ask of others is unauthorized', async () => {
  expect(await details(bob)).toMatchObject({ principals: [], admined: [] });
  const asked = await details(bob, { selectedGropic: 'ACME/RATES', principalToAdd: 'ACME/DESK' });
  expect(asked).toMatchObject({ unauthorized: true, principals: [], adminedChanged: false });
  expect(asked).not.toHaveProperty('gropicPerms');
  expect(asked).not.toHaveProperty('principalToAddAllUsers');
});

test('a super admin who asks for it sees every administered gropic and every name', async () => {
  expect(await details(root)).toMatchObject({ admined: ['OTHER/FX'] });
  const wide = await details(root, { asSuperAdmin: true });
  expect(wide.admined).toEqual(['ACME/RATES', 'OTHER/FX']);
  expect(wide.principals).toEqual([...acme, 'OTHER/[ALL]', 'OTHER/eve']);
  expect(await details(ann, { asSuperAdmin: true })).toMatchObject({ admined: ['ACME/RATES'] });
});

test('what the page holds already is not sent again', async () => {
  const first = await details(ann, { selectedGropic: 'ACME/RATES' });
  const { principalsId, gropicPermsId } = first;
  const held = { principalsId: String(principalsId), gropicPermsId: String(gropicPermsId), numAdmined: 1 };
  expect(await details(ann, { ...held, selectedGropic: 'ACME/RATES' })).toEqual({
    principalsChanged: false,
    adminedChanged: false,
    gropic: 'ACME/RATES',
    captureDailySnapshot: false,
    snapshotTime: '23:59',
    snapshotTimeLocation: 'Chicago',
    backdateSnapshot: false,
    gropicPermsChanged: false,
  });
});

test('the lists come with everybody in them, through groups that hold each other', async () => {
  const lists = { viewers: ['ACME/DESK'], publishers: [], interactors: ['ACME/DESK'], admins: ['ACME/ann'] };
  await ann.call('admin/gropicperms/', { gropic: 'ACME/RATES', ...lists });
  const shown = await details(ann, { selectedGropic: 'ACME/RATES' });
  expect(shown).toMatchObject({
    gropicPermsChanged: true,
    gropicPerms: { gropic: 'ACME/RATES', ...lists },
    viewersAllUsers: ['ACME/ann', 'ACME/bob'],
    publishersAllUsers: [],
    interactorsAllUsers: ['ACME/ann', 'ACME/bob'],
    adminsAllUsers: ['ACME/ann'],
  });
  await group('ACME/TRADERS');
  await server.app.reporting.rightsChanged();
  const fewer = await details(ann, { selectedGropic: 'ACME/RATES', gropicPermsId: String(shown.gropicPermsId) });
  expect(fewer).toMatchObject({ gropicPermsChanged: true, viewersAllUsers: ['ACME/bob'] });
  const saved = { gropic: 'ACME/RATES', ...lists, interactors: [], gropicPermsId: String(shown.gropicPermsId) };
  expect(await ann.call('admin/gropicperms/', saved)).not.toHaveProperty('stale');
  await group('ACME/TRADERS', 'ACME/ann', 'ACME/DESK');
  await server.app.reporting.rightsChanged();
});

test('the members of the principal to add, and of the groups of a list', async () => {
  const asked = await details(ann, { principalToAdd: 'ACME/DESK' });
  expect(asked).toMatchObject({ principalToAdd: 'ACME/DESK', principalToAddAllUsers: ['ACME/ann', 'ACME/bob'] });
  expect(await details(ann, { principalToAdd: 'OTHER/eve' })).toMatchObject({ principalToAddAllUsers: [] });
  const users = { principal: 'ACME/[ALL]', principalGroups: ['ACME/DESK', 'OTHER/[ALL]'] };
  expect(await ann.call('admin/getusers/', users)).toEqual({
    principal: 'ACME/[ALL]',
    gropic: '',
    allUsersByGroup: { 'ACME/[ALL]': ['ACME/ann', 'ACME/bob', 'ACME/root'], 'ACME/DESK': ['ACME/ann', 'ACME/bob'] },
  });
  expect(await bob.call('admin/getusers/', users)).toEqual({ unauthorized: true });
  expect(await ann.call('admin/getusers/', { ...users, gropic: 'OTHER/FX' })).toEqual({ unauthorized: true });
});

test('locations come when they are asked for', async () => {
  const { tzLocations, defaultTzLocation } = await details(ann, { returnTzLocations: true });
  expect(defaultTzLocation).toBe('Chicago');
  expect(tzLocations).toEqual(expect.arrayContaining(['Chicago', 'London', 'New York', 'Tokyo']));
});

test('a list that changed is told to every tab, though the number is the same', async () => {
  const admined = async (web: TestBrowser, numAdmined: number) => (await details(web, { numAdmined })).admined;
  await ann.call('admin/assumeadmin/', { gropic: 'ACME/ONE' });
  expect(await admined(ann, 1)).toEqual(['ACME/ONE', 'ACME/RATES']);
  server.clock.move(60_000);
  expect(await admined(ann, 2)).toBeUndefined();
  const none = { viewers: [], publishers: [], interactors: [], admins: [] };
  await ann.call('admin/gropicperms/', { gropic: 'ACME/ONE', ...none });
  await ann.call('admin/assumeadmin/', { gropic: 'ACME/TWO' });
  expect(await admined(ann, 2)).toEqual(['ACME/RATES', 'ACME/TWO']);
  expect(await admined(ann, 2)).toEqual(['ACME/RATES', 'ACME/TWO']);
});

test('an admin is told why a user can or cannot, a stranger is not', async () => {
  const ask = (web: TestBrowser, user: string) => web.call('admin/explain/', { user, gropic: 'ACME/RATES' });
  expect(await ask(ann, 'ACME/bob')).toMatchObject({
    isKnown: true,
    isDisabled: false,
    decidedBy: 'group',
    decidingGropic: 'ACME/RATES',
    rights: { view: true, publish: false, interact: false, administer: false },
    reasons: { view: 'Is a viewer of ACME/RATES through ACME/DESK' },
    grants: [
      { list: 'viewers', principal: 'ACME/DESK', path: ['ACME/bob', 'ACME/DESK'], withoutGrant: { view: false } },
    ],
  });
  expect(await ask(bob, 'ACME/bob')).toEqual({ unauthorized: true });
  expect(await ask(ann, 'OTHER/eve')).toMatchObject({ isKnown: false, rights: { view: false } });
  expect(await ask(ann, 'OTHER/nobody')).toMatchObject({ isKnown: false, rights: { view: false } });
});
