import { branded } from '@sheetwire/rules/name';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runUserCommand } from '#identity/operator/user-command.ts';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const password = 'a long password';
const strong = 'tractor beam umbrella nine';
const group = branded<'Group'>('DEMO/DESK');
const gropic = branded<'Gropic'>('DEMO/RATES');
const notSuper = { message: 'A super administrator cannot be deleted' };
const nobody = { success: false, message: 'User not found' };
let server: TestApp;
let over: TestBrowser;
beforeEach(async () => {
  server = await startTestApp({
    SHEETWIRE_SUPER_ADMINS: 'DEMO/super,DEMO/second',
    SHEETWIRE_PUBLIC_URL: 'https://reports.example',
  });
  for (const name of ['super', 'jane', 'bob']) await server.addUser(`DEMO/${name}`, password);
  over = await signedIn('DEMO/super');
});
afterEach(() => server.stop());

async function signedIn(user: string, typed = password): Promise<TestBrowser> {
  const visitor = browser(server);
  await visitor.call('accounts/login/', { user, password: typed });
  return visitor;
}

const call = (name: string, body: object, by = over) => by.call(`admin/users/${name}/`, body);
const create = (user: string, email: string, associatedAdUser = '') =>
  call('createuser', { user, email, associatedAdUser });
const update = (user: string, email: string, associatedAdUser = '') =>
  call('updateuser', { user, email, associatedAdUser });
const details = (held: object = {}) => call('usersdetails', { usersId: '', adUsersId: '', userEntities: [], ...held });
const who = async (by: TestBrowser) => (await by.call('accounts/usernameremote/')).user;

function named(text: string): User {
  const user = parseUser(text);
  if (user === undefined) throw new Error(`${text} is no user`);
  return user;
}

async function noted(action: string) {
  return (await server.stores.audit.read({ limit: 50 })).filter((row) => row.action === action);
}

async function mailsTo(address: string): Promise<string[]> {
  return (await server.mails()).filter(({ to }) => to === address).map(({ subject }) => subject);
}

test('a user is made with a cleaned name, listed, and mailed a link to set the password', async () => {
  expect(await create(' demo / New.[User]," ', ' new@example.com ')).toEqual({
    success: true,
    message: 'DEMO/new.user was added; an email with a link to set the password is queued for new@example.com',
  });
  const { users } = await details();
  expect(users).toContainEqual({ name: 'DEMO/new.user', isSuperAdmin: false, isDisabled: false });
  expect(await mailsTo('new@example.com')).toEqual(['Set your password for Sheetwire']);
  const [row] = await noted('user added');
  expect(row).toMatchObject({ actor: 'DEMO/super', object: 'DEMO/new.user', after: { email: 'new@example.com' } });
});

test('of two who make one name or one address at once one succeeds, and one row tells of it', async () => {
  const both = await Promise.all([create('DEMO/x', 'x@example.com'), create('DEMO/x', 'y@example.com')]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  const same = await Promise.all([create('DEMO/a', 'z@example.com'), create('DEMO/b', 'Z@example.com')]);
  expect(same.filter(({ success }) => success)).toHaveLength(1);
  expect(await noted('user added')).toHaveLength(2);
});

test('a password account signs in, gets no mail, and each showing of its password is written down', async () => {
  expect(await create('DEMO/robot', `${strong}@is.password`)).toEqual({
    success: true,
    message: 'DEMO/robot was added',
  });
  expect(await who(await signedIn('DEMO/robot', strong))).toBe('DEMO/robot');
  expect(await server.mails()).toEqual([]);
  const kept = await server.stores.users.get(named('DEMO/robot'));
  expect(JSON.stringify(kept)).not.toContain(strong);
  expect((await call('getuser', { user: 'DEMO/robot' })).email).toBe(`${strong}@is.password`);
  await call('getuser', { user: 'DEMO/jane' });
  expect((await noted('password shown')).map(({ actor, object }) => [actor, object])).toEqual([
    ['DEMO/super', 'DEMO/robot'],
  ]);
  expect(JSON.stringify(await server.stores.audit.read({ limit: 50 }))).not.toContain(strong);
});

test('a user is shown whole', async () => {
  await server.addUser('DEMO/second', password, { disabledAt: Date.UTC(2026, 9, 3, 23), blockAdminPage: true });
  expect(await call('getuser', { user: 'DEMO/second' })).toEqual({
    name: 'DEMO/second',
    email: 'DEMO.second@example.com',
    isSuperAdmin: true,
    isSuperAdminViaAd: false,
    adUser: '',
    adUserEmail: '',
    disabledDate: '2026-10-03',
    isDisabled: true,
    blockAdminPage: true,
    canChangeEmail: true,
    deepLog: false,
    sessions: 0,
  });
  expect(await call('getuser', { user: 'DEMO/super' })).toMatchObject({ disabledDate: null, sessions: 1 });
  expect(await call('getuser', { user: 'DEMO/nobody' })).toEqual({ message: 'User not found' });
});

test('a new address is told to both, and links mailed to the old one are over', async () => {
  await call('sendpasswordresetemail', { user: 'DEMO/jane' });
  const [mail] = await server.mails();
  const key = /key=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'no key';
  expect(await update('DEMO/jane', 'Jane.New@example.com')).toEqual({ success: true, message: 'DEMO/jane was saved' });
  expect((await call('getuser', { user: 'DEMO/jane' })).email).toBe('Jane.New@example.com');
  for (const to of ['DEMO.jane@example.com', 'Jane.New@example.com']) {
    expect(await mailsTo(to)).toContain('Your email address at Sheetwire was changed');
  }
  expect(
    await browser(server).call('accounts/setpassword/', { user: 'DEMO/jane', emailKey: key, password: strong }),
  ).toEqual({
    message: 'This link has expired or was already used; request a new one',
  });
  expect(await noted('user changed')).toMatchObject([
    { before: { email: 'DEMO.jane@example.com' }, after: { email: 'Jane.New@example.com' } },
  ]);
});

test('a disabled user is not edited and gets no mail', async () => {
  await server.stores.users.update(named('DEMO/jane'), { disabledAt: 7 });
  const disabled = { success: false, message: 'This user is disabled' };
  expect(await update('DEMO/jane', 'new@example.com')).toEqual(disabled);
  expect(await call('sendpasswordresetemail', { user: 'DEMO/jane' })).toEqual(disabled);
  expect(await server.mails()).toEqual([]);
});

test('a password account becomes one with an address: the known password ends, a link comes', async () => {
  await create('DEMO/robot', `${strong}@is.password`);
  const robot = await signedIn('DEMO/robot', strong);
  expect(await update('DEMO/robot', `${strong}@is.password`)).toMatchObject({ success: false });
  expect(await update('DEMO/robot', 'robot@example.com')).toEqual({
    success: true,
    message: 'DEMO/robot was saved; an email with a link to set the password is queued for robot@example.com',
  });
  expect(await who(robot)).toBe('');
  expect(await who(await signedIn('DEMO/robot', strong))).toBe('');
  expect(await mailsTo('robot@example.com')).toEqual(['Set your password for Sheetwire']);
});

test('an account becomes a password account: the new password counts, the old sessions end, no mail says it', async () => {
  const jane = await signedIn('DEMO/jane');
  expect(await update('DEMO/jane', `${strong}@is.password`)).toMatchObject({ success: true });
  expect(await who(jane)).toBe('');
  expect(await who(await signedIn('DEMO/jane', strong))).toBe('DEMO/jane');
  expect(await mailsTo('DEMO.jane@example.com')).toHaveLength(1);
  expect(JSON.stringify(await server.mails())).not.toContain(strong);
  expect(await call('sendpasswordresetemail', { user: 'DEMO/jane' })).toMatchObject({ success: false });
});

test('a reset mail leaves the present password as it is', async () => {
  expect(await call('sendpasswordresetemail', { user: 'DEMO/jane' })).toEqual({
    success: true,
    message: 'An email with a link to set the password is queued for DEMO.jane@example.com',
  });
  expect(await mailsTo('DEMO.jane@example.com')).toEqual(['Reset your password for Sheetwire']);
  expect(await who(await signedIn('DEMO/jane'))).toBe('DEMO/jane');
  expect(await call('sendpasswordresetemail', { user: 'DEMO/nobody' })).toEqual(nobody);
});

test('a removed user is out with every right, and making the name again brings none back', async () => {
  const jane = await signedIn('DEMO/jane');
  await server.stores.groups.save({
    name: group,
    isDirectory: false,
    members: [named('DEMO/jane'), named('DEMO/bob')],
  });
  await server.app.reporting.rightsChanged();
  const groups = () => [...server.app.reporting.viewing.rights().holder(named('DEMO/jane')).principals];
  expect(groups()).toContain(group);
  expect(await call('removeuser', { user: 'DEMO/jane' })).toEqual({});
  expect(await who(jane)).toBe('');
  expect(groups()).not.toContain(group);
  expect((await details()).users).toHaveLength(2);
  await create('DEMO/jane', 'jane@example.com');
  expect(groups()).not.toContain(group);
  expect((await server.stores.groups.get(group))?.members).toEqual(['DEMO/bob']);
  expect(await noted('user removed')).toMatchObject([{ object: 'DEMO/jane' }]);
  expect(await call('removeuser', { user: 'DEMO/nobody' })).toEqual({ message: nobody.message });
});

test('of a removed user no more of the rights is read than what named them', async () => {
  const { perms, groups, users } = server.stores;
  const lists = { publishers: [], interactors: [], admins: [named('DEMO/bob')], version: 0 };
  await perms.save({ ...lists, gropic, viewers: [named('DEMO/jane'), named('DEMO/bob')] }, 0);
  await groups.save({ name: group, isDirectory: false, members: [named('DEMO/jane')] });
  await server.app.reporting.rightsChanged();
  const whole = [vi.spyOn(perms, 'page'), vi.spyOn(groups, 'page'), vi.spyOn(users, 'entriesAfter')];
  expect(await call('removeuser', { user: 'DEMO/jane' })).toEqual({});
  expect(whole.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  const { administered, membership } = server.app.reporting.viewing.rights();
  expect(administered.get(gropic)?.viewers).toEqual(['DEMO/bob']);
  expect(membership.groups.record(group)?.members).toEqual([]);
  expect(membership.accounts.has(named('DEMO/jane'))).toBe(false);
});

test('super administrators and only admins are not removed', async () => {
  await server.addUser('DEMO/second', password);
  const [super1, super2] = [
    await call('removeuser', { user: 'DEMO/super' }),
    await call('removeuser', { user: 'DEMO/second' }),
  ];
  expect([super1, super2]).toEqual([notSuper, notSuper]);
  const perms = { publishers: [], interactors: [], viewers: [named('DEMO/bob')], admins: [named('DEMO/jane')] };
  await server.stores.perms.save({ ...perms, gropic, version: 0 }, 0);
  expect(await call('removeuser', { user: 'DEMO/jane' })).toEqual({
    message: 'DEMO/jane is the only admin of DEMO/RATES; add another admin there first',
  });
  expect(await call('getuser', { user: 'DEMO/jane' })).toMatchObject({ name: 'DEMO/jane' });
  expect(await noted('user removed')).toEqual([]);
});

test('switches are set one by one, count at once, and one that is left out stays', async () => {
  const jane = await signedIn('DEMO/jane');
  const blocked = async () => (await jane.call('accounts/usernameremote/')).blockAdminPage;
  expect(await blocked()).toBe(false);
  expect(await call('setswitches', { user: 'DEMO/jane', blockAdminPage: true })).toEqual({});
  expect(await blocked()).toBe(true);
  expect(await call('setswitches', { user: 'DEMO/jane', canChangeEmail: false, deepLog: true })).toEqual({});
  expect(await call('setswitches', { user: 'DEMO/jane', deepLog: true })).toEqual({});
  expect(await call('getuser', { user: 'DEMO/jane' })).toMatchObject({
    blockAdminPage: true,
    canChangeEmail: false,
    deepLog: true,
  });
  expect((await noted('user switches set')).map(({ before, after }) => [before, after])).toEqual([
    [
      { canChangeEmail: true, deepLog: false },
      { canChangeEmail: false, deepLog: true },
    ],
    [{ blockAdminPage: false }, { blockAdminPage: true }],
  ]);
  expect(await call('setswitches', { user: 'DEMO/nobody', deepLog: true })).toEqual({ message: nobody.message });
});

test('nobody unblocks their own Admin page, not even a super administrator; the operator does', async () => {
  const own = 'DEMO/super';
  const set = (switches: object) => call('setswitches', { user: own, ...switches });
  const isBlocked = async () => (await server.stores.users.get(branded<'User'>(own)))?.blockAdminPage;
  expect(await set({ blockAdminPage: false, deepLog: true })).toEqual({});
  expect(await set({ blockAdminPage: true })).toEqual({});
  const message = 'You cannot unblock your own Admin page; ask another super administrator or the server operator';
  expect(await set({ blockAdminPage: false })).toEqual({ message });
  expect(await set({ blockAdminPage: false, deepLog: false })).toEqual({ message });
  expect([await isBlocked(), await set({ deepLog: false })]).toEqual([true, {}]);
  const command = { command: 'set', user: own, blockAdminPage: false };
  expect(await runUserCommand(server.app.identity, command)).toMatchObject({ outcome: 'done' });
  expect(await isBlocked()).toBe(false);
});

test('a user is logged out everywhere, and only that user', async () => {
  const [jane, bob] = [await signedIn('DEMO/jane'), await signedIn('DEMO/bob')];
  expect(await call('endsessions', { user: 'DEMO/jane' })).toEqual({
    success: true,
    message: 'DEMO/jane is logged out everywhere',
  });
  expect([await who(jane), await who(bob)]).toEqual(['', 'DEMO/bob']);
  expect(await noted('user logged out everywhere')).toHaveLength(1);
  expect(await call('endsessions', { user: 'DEMO/nobody' })).toEqual(nobody);
});

test('an unchanged list is not sent again, and a change of one sends that one', async () => {
  const first = await details();
  expect(first).toMatchObject({ usersChanged: true, adUsersChanged: true, adUsers: [], userEntities: ['DEMO'] });
  const held = { usersId: first.usersId, adUsersId: first.adUsersId, userEntities: first.userEntities };
  const unchanged = { usersChanged: false, adUsersChanged: false, userEntitiesChanged: false };
  expect(await details(held)).toEqual(unchanged);
  await update('DEMO/jane', 'new@example.com');
  expect(await details(held)).toEqual(unchanged);
  await create('DEMO/x', 'x@example.com');
  const after = await details(held);
  expect(after).toMatchObject({ ...unchanged, usersChanged: true });
  expect(after.users).toHaveLength(4);
  expect(after.adUsers).toBeUndefined();
});

test('a user whom the operator adds is listed at once', async () => {
  await details();
  const command = { command: 'add', user: 'DEMO/x', email: 'x@example.com' };
  expect(await runUserCommand(server.app.identity, command)).toMatchObject({ outcome: 'done' });
  expect((await details()).users).toHaveLength(4);
});
