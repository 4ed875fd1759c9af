import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { acmeEntries, asManager, locked, set, uidOf } from '#directory/testing/acme-directory.ts';
import { personDn, type Slapd, withSlapd } from '../../../../../scripts/test/slapd.ts';
import { browser, startTestApp, type TestApp, type TestBrowser, withBearer } from '../../testing/test-app.ts';

const START = 60_000;
const soon = { timeout: 15_000, interval: 20 };
const password = 'a long password';
const people = 60;
let slapd: Slapd;
let server: TestApp;
let over: TestBrowser;

beforeAll(async () => {
  slapd = await withSlapd(acmeEntries(people, 20));
  const admins = { SHEETWIRE_SUPER_ADMINS: 'DEMO/super', SHEETWIRE_SUPER_ADMIN_GROUP: 'ACME/PORTAL ADMINS' };
  server = await startTestApp({ ...slapd.settings, ...admins }, { directoryEvery: 50 });
  await vi.waitFor(async () => expect((await server.stores.directory.state())?.fullAt ?? 0).toBeGreaterThan(0), soon);
  await server.addUser('DEMO/super', password);
  over = browser(server);
  await over.call('accounts/login/', { user: 'DEMO/super', password });
}, START);
afterAll(async () => {
  await server.stop();
  await slapd.stop();
}, START);

const call = (name: string, body: object) => over.call(`admin/users/${name}/`, body);
const person = (n: number) => `ACME/${uidOf(n)}`;
const mailOf = (n: number) => `${uidOf(n)}@acme.example`;
const create = (user: string, email: string, associatedAdUser: string) =>
  call('createuser', { user, email, associatedAdUser });

test('people of the directory are listed with their entity, and shown with their address', async () => {
  const { adUsers, userEntities } = await call('usersdetails', { usersId: '', adUsersId: '', userEntities: [] });
  expect(adUsers).toHaveLength(people);
  expect(userEntities).toEqual(['ACME', 'DEMO']);
  expect(await call('getaduser', { associatedAdUser: person(1) })).toEqual({
    adUser: person(1),
    email: mailOf(1),
    isDisabled: false,
  });
});

test('an associated user takes the address of the directory, in its spelling', async () => {
  expect(await create('DEMO/first', mailOf(10).toUpperCase(), person(10))).toMatchObject({ success: true });
  expect(await call('getuser', { user: 'DEMO/first' })).toMatchObject({
    email: mailOf(10),
    adUser: person(10),
    adUserEmail: mailOf(10),
    isSuperAdminViaAd: false,
  });
  expect((await server.mails()).map(({ to }) => to)).toContain(mailOf(10));
});

test.each([
  [
    person(11),
    mailOf(11),
    '',
    'A directory user already has this name; select "User Is Defined in Active Directory" and choose them',
  ],
  [
    person(11),
    mailOf(12),
    person(12),
    'Another directory user already has this name; choose that user or another name',
  ],
  [person(11), 'other@example.com', person(11), `The email address must match the directory: ${mailOf(11)}`],
  ['DEMO/second', mailOf(10), person(10), 'Another user has this email address'],
  ['DEMO/second', mailOf(11), 'ACME/nobody', 'User not found in the directory'],
])('%s with %s of %s is refused', async (user, email, adUser, message) => {
  expect(await create(user, email, adUser)).toEqual({ success: false, message });
});

test('a user is associated and let go again; sessions of before end', async () => {
  const user = await server.addUser('DEMO/moving', password, { email: 'moving@example.com' });
  const moving = browser(server);
  await moving.call('accounts/login/', { user, password });
  const update = (email: string, associatedAdUser: string) => call('updateuser', { user, email, associatedAdUser });
  expect(await update('moving@example.com', person(20))).toMatchObject({ success: false });
  expect(await update(mailOf(20), person(20))).toMatchObject({ success: true });
  expect(await call('getuser', { user })).toMatchObject({ adUser: person(20), email: mailOf(20), sessions: 0 });
  expect((await moving.call('accounts/usernameremote/')).user).toBe('');
  expect(await update(mailOf(20), '')).toMatchObject({ success: true });
  expect(await call('getuser', { user })).toMatchObject({ adUser: '', adUserEmail: '' });
});

test('an account that is given to another person keeps nothing of the one before: no password, key or single sign-on', async () => {
  const adUser = branded<'User'>(person(22));
  const user = await server.addUser('DEMO/handed', password, { email: mailOf(22), adUser });
  const before = browser(server);
  await before.call('accounts/login/', { user, password });
  const key = String((await before.call('tokens/apikeys/', { name: 'robot' })).key);
  const asks = () => withBearer(server, key, { path: 'viewtopics/topicsdetails/', body: { currnumtopics: 0 } });
  await server.stores.identityLinks.add({ issuer: 'iss', subject: 'first', user, createdAt: 1 });
  expect((await asks()).status).toBe(200);
  const given = await call('updateuser', { user, email: mailOf(23), associatedAdUser: person(23) });
  expect(given).toMatchObject({ success: true, message: expect.stringContaining('link to set the password') });
  expect((await asks()).status).toBe(401);
  expect(await browser(server).call('accounts/login/', { user, password })).toMatchObject({ info: '' });
  expect(await server.stores.identityLinks.get('iss', 'first')).toBeUndefined();
  expect((await server.mails()).at(-1)).toMatchObject({ to: mailOf(23) });
});

test('a directory user who is let go of leaves nothing to whom the account is given later', async () => {
  const adUser = branded<'User'>(person(24));
  const user = await server.addUser('DEMO/let.go', password, { email: mailOf(24), adUser });
  const key = String((await signedIn(user).then((own) => own.call('tokens/apikeys/', { name: 'robot' }))).key);
  await server.stores.identityLinks.add({ issuer: 'iss', subject: 'let go', user, createdAt: 1 });
  const letGo = await call('updateuser', { user, email: 'free@example.com', associatedAdUser: '' });
  expect(letGo).toMatchObject({ success: true, message: expect.stringContaining('link to set the password') });
  expect(await server.stores.tokens.keysOf(user)).toEqual([]);
  expect(await server.stores.identityLinks.get('iss', 'let go')).toBeUndefined();
  expect(await call('updateuser', { user, email: mailOf(25), associatedAdUser: person(25) })).toMatchObject({
    success: true,
  });
  const asked = { path: 'viewtopics/topicsdetails/', body: { currnumtopics: 0 } };
  expect((await withBearer(server, key, asked)).status).toBe(401);
  expect(await browser(server).call('accounts/login/', { user, password })).toMatchObject({ info: '' });
});

async function signedIn(user: string): Promise<TestBrowser> {
  const own = browser(server);
  await own.call('accounts/login/', { user, password });
  return own;
}

test('whoever has the name of a directory user stays associated', async () => {
  expect(await create(person(21), mailOf(21), person(21))).toMatchObject({ success: true });
  const free = { user: person(21), email: 'own@example.com', associatedAdUser: '' };
  expect(await call('updateuser', free)).toMatchObject({ success: false });
});

test('a super administrator by the directory is tagged so and not removed', async () => {
  expect(await create(person(2), mailOf(2), person(2))).toMatchObject({ success: true });
  expect(await call('getuser', { user: person(2) })).toMatchObject({ isSuperAdmin: true, isSuperAdminViaAd: true });
  expect(await call('removeuser', { user: person(2) })).toEqual({ message: 'A super administrator cannot be deleted' });
});

test('whom the directory disables is disabled here, offered no more, and edited no more', async () => {
  expect(await create('DEMO/leaving', mailOf(30), person(30))).toMatchObject({ success: true });
  await asManager(slapd, (client) => client.modify(personDn(uidOf(30)), [locked]));
  await expect
    .poll(() => call('getuser', { user: 'DEMO/leaving' }), soon)
    .toMatchObject({
      isDisabled: true,
      disabledDate: '2026-11-21',
    });
  server.clock.move(limits.namesKept);
  const { adUsers } = await call('usersdetails', { usersId: '', adUsersId: '', userEntities: [] });
  expect(adUsers).not.toContain(person(30));
  const again = { user: 'DEMO/leaving', email: 'x@example.com', associatedAdUser: '' };
  expect(await call('updateuser', again)).toEqual({ success: false, message: 'This user is disabled' });
  expect(await create('DEMO/late', mailOf(30), person(30))).toEqual({
    success: false,
    message: 'This user is disabled in the directory',
  });
});

test('a directory user without an address is associated with nobody', async () => {
  await asManager(slapd, (client) => client.modify(personDn(uidOf(31)), [set('mail')]));
  const name = branded<'User'>(person(31));
  await expect.poll(async () => (await server.stores.directory.person(name))?.email, soon).toBe('');
  expect(await create('DEMO/mute', mailOf(31), person(31))).toEqual({
    success: false,
    message: 'The directory has no email address for this user; add it there first',
  });
});
