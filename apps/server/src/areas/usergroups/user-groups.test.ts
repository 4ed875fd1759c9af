import { branded } from '@sheetwire/rules/name';
import { type Group, parseUser, type User } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const password = 'a long password';
const gone = { message: 'User group not found' };
const directoryGroup = branded<'Group'>('DEMO/STAFF');
let server: TestApp;
let over: TestBrowser;
let group: Group;
let count = 0;
beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'DEMO/super', SHEETWIRE_ENTITIES: 'DEMO,ACME' });
  for (const name of ['super', 'jane', 'bob']) await server.addUser(`DEMO/${name}`, password);
  await server.stores.groups.save({ name: directoryGroup, isDirectory: true, members: [named('jane')] });
  over = await signedIn('super');
});
beforeEach(() => {
  group = branded<'Group'>(`DEMO/DESK ${++count}`);
});
afterAll(() => server.stop());

async function signedIn(name: string): Promise<TestBrowser> {
  const visitor = browser(server);
  await visitor.call('accounts/login/', { user: `DEMO/${name}`, password });
  return visitor;
}

const call = (name: string, body: object, by = over) => by.call(`admin/usergroups/${name}/`, body);
const create = (name: string) => call('createusergroup', { group: name });
const get = (name: string = group) => call('getusergroup', { group: name });
const update = (members: readonly string[], groupId?: unknown, name: string = group) =>
  call('updateusergroup', { group: name, members, ...(groupId !== undefined && { groupId }) });
const details = (held: object = {}) =>
  call('usergroupsdetails', { principalsId: '', userGroupsId: '', userEntities: [], ...held });
const groupsOf = (name: string) => server.app.reporting.viewing.rights().holder(named(name)).principals;

function named(short: string): User {
  const user = parseUser(`DEMO/${short}`);
  if (user === undefined) throw new Error(`${short} is no user`);
  return user;
}

async function notes(object: string = group) {
  return (await server.stores.audit.read({ limit: 100 })).filter((row) => row.object === object);
}

test('a group is made in capitals, listed with its principals, and once', async () => {
  expect(await create(`demo/ "desk", [${count}] `)).toEqual({});
  expect(await create(group)).toEqual({ message: 'A group with this name already exists' });
  const { userGroups, principals, directoryGroups, userEntities } = await details();
  expect(userGroups).toEqual(expect.arrayContaining([group, directoryGroup]));
  expect(directoryGroups).toEqual([directoryGroup]);
  expect(userEntities).toEqual(['ACME', 'DEMO']);
  expect(principals).toEqual(expect.arrayContaining([group, directoryGroup, 'DEMO/jane', 'DEMO/[ALL]']));
  expect(await notes()).toMatchObject([{ actor: 'DEMO/super', action: 'user group added' }]);
});

test.each([
  ['DEMO/STAFF', 'The directory has a group with this name'],
  ['DEMO/[ALL]', 'The name ALL is reserved'],
  ['DEMO/[IS_MID_EDIT]', 'The name IS_MID_EDIT is reserved'],
  ['OTHER/DESK', 'Choose one of the entities DEMO, ACME'],
])('%s is not made', async (name, message) => {
  expect(await create(name)).toEqual({ message });
});

test.each(['DEMO/123', 'DEMO/', 'DESK', '/DESK', 'DEMO/[]', 'LOGIN/DESK'])('%s is no name of a group', async (name) => {
  const answer = await over.post('admin/usergroups/createusergroup/', { group: name });
  expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'malformed' } }]);
});

test('members come and go, their rights follow at once, and the audit log holds both lists', async () => {
  await create(group);
  expect(await get()).toMatchObject({ group, members: [], isDirectory: false });
  const first = await update(['DEMO/jane', 'DEMO/STAFF', 'DEMO/jane']);
  expect(first).toEqual({ group, members: ['DEMO/jane', 'DEMO/STAFF'], groupId: expect.any(String) });
  expect((await get()).groupId).toBe(first.groupId);
  expect([groupsOf('jane').has(group), groupsOf('bob').has(group)]).toEqual([true, false]);
  await update(['DEMO/bob']);
  expect([groupsOf('jane').has(group), groupsOf('bob').has(group)]).toEqual([false, true]);
  await update(['DEMO/bob']);
  expect(await notes()).toMatchObject([
    { action: 'user group changed', before: ['DEMO/jane', 'DEMO/STAFF'], after: ['DEMO/bob'] },
    { action: 'user group changed', before: [], after: ['DEMO/jane', 'DEMO/STAFF'] },
    { action: 'user group added' },
  ]);
});

test('of two who save what they saw the second is told, and nothing is lost', async () => {
  await create(group);
  const { groupId } = await get();
  expect(await update(['DEMO/jane'], groupId)).toMatchObject({ members: ['DEMO/jane'] });
  const present = await get();
  const { isDirectory: _, ...shown } = present;
  expect(await update(['DEMO/bob'], groupId)).toEqual({ stale: true, ...shown });
  expect(await update(['DEMO/bob', 'DEMO/jane'], present.groupId)).toMatchObject({
    members: ['DEMO/bob', 'DEMO/jane'],
  });
});

test('ten who save at once without having looked end with the list of one of them, each told in its turn', async () => {
  await create(group);
  const lists = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? ['DEMO/jane'] : ['DEMO/bob', 'DEMO/STAFF']));
  const answers = await Promise.all(lists.map((members) => update(members)));
  const { isDirectory: _, ...shown } = await get();
  expect(answers).toContainEqual(shown);
  const saved = (await notes()).filter(({ action }) => action === 'user group changed').toReversed();
  for (const [n, row] of saved.entries()) expect(row.before).toEqual(n === 0 ? [] : saved[n - 1]?.after);
});

test.each([
  [() => [group], 'A group cannot be a member of itself'],
  [() => ['DEMO/[ALL]'], 'DEMO/[ALL] cannot be a member of a group'],
  [() => ['DEMO/jane', 'DEMO/nobody', 'DEMO/NO DESK'], 'Unknown user or group DEMO/nobody, DEMO/NO DESK'],
])('%s is refused as members', async (members, message) => {
  await create(group);
  expect(await update(members())).toEqual({ message });
  expect((await get()).members).toEqual([]);
});

test('groups may hold each other in a circle', async () => {
  await create(group);
  const inner = `${group} INNER`;
  await create(inner);
  await update([inner]);
  expect(await update([group, 'DEMO/jane'], undefined, inner)).toMatchObject({ members: [group, 'DEMO/jane'] });
  expect([...groupsOf('jane')]).toEqual(expect.arrayContaining([group, inner]));
});

test('a removed group takes its rights along, and making it again brings none back', async () => {
  await create(group);
  await update(['DEMO/jane']);
  const gropic = branded<'Gropic'>(`DEMO/RATES ${count}`);
  const lists = { gropic, publishers: [], interactors: [], version: 0 };
  await server.stores.perms.save({ ...lists, viewers: [group], admins: [named('bob')] }, 0);
  expect(await call('removeusergroup', { group })).toEqual({});
  expect(await get()).toEqual(gone);
  expect((await details()).userGroups).not.toContain(group);
  await create(group);
  expect((await get()).members).toEqual([]);
  expect((await server.stores.perms.get(gropic))?.viewers).toEqual([]);
  expect(groupsOf('jane').has(group)).toBe(false);
  expect(await notes()).toContainEqual(
    expect.objectContaining({ action: 'user group removed', before: ['DEMO/jane'], actor: 'DEMO/super' }),
  );
});

test('the only admins of a group that others may view are not removed', async () => {
  await create(group);
  const gropic = branded<'Gropic'>(`DEMO/RATES ${count}`);
  const lists = { gropic, publishers: [], interactors: [], version: 0 };
  await server.stores.perms.save({ ...lists, viewers: [named('bob')], admins: [group] }, 0);
  expect(await call('removeusergroup', { group })).toEqual({
    message: `${group} is the only admin of ${gropic}; add another admin there first`,
  });
  expect(await get()).toMatchObject({ group });
});

test('a group of the directory is shown and not touched', async () => {
  const kept = { message: 'This group is managed in the directory; change it there' };
  expect(await get(directoryGroup)).toMatchObject({ members: ['DEMO/jane'], isDirectory: true });
  expect(await update([], undefined, directoryGroup)).toEqual(kept);
  expect(await call('removeusergroup', { group: directoryGroup })).toEqual(kept);
  expect((await get(directoryGroup)).members).toEqual(['DEMO/jane']);
});

test('what is not there is said to be so', async () => {
  for (const answer of [await get(), await update([]), await call('removeusergroup', { group })]) {
    expect(answer).toEqual(gone);
  }
});

test('an unchanged list is not sent again', async () => {
  await create(group);
  const { principalsId, userGroupsId, userEntities } = await details();
  const held = { principalsId, userGroupsId, userEntities };
  const unchanged = { principalsChanged: false, userGroupsChanged: false, userEntitiesChanged: false };
  expect(await details(held)).toEqual(unchanged);
  await update(['DEMO/jane']);
  expect(await details(held)).toEqual(unchanged);
  await create(`${group} TOO`);
  expect(await details(held)).toMatchObject({ principalsChanged: true, userGroupsChanged: true });
});

test('a group of thousands is saved and shown whole', async () => {
  await create(group);
  const names = Array.from({ length: 2000 }, (_, n) => `DEMO/SOME TEAM WITH A RATHER LONG NAME ${count} ${n}`);
  for (const name of names) {
    await server.stores.groups.save({ name: branded<'Group'>(name), isDirectory: false, members: [] });
  }
  expect((await update(names)).members).toHaveLength(2000);
  expect((await get()).members).toEqual(names);
});

test('whoever is no super administrator learns and changes nothing', async () => {
  await create(group);
  const jane = await signedIn('jane');
  const bodies = {
    usergroupsdetails: { principalsId: '', userGroupsId: '', userEntities: [] },
    getusergroup: { group },
    createusergroup: { group: 'DEMO/MINE' },
    removeusergroup: { group },
    updateusergroup: { group, members: ['DEMO/jane'] },
  };
  for (const [name, body] of Object.entries(bodies)) {
    expect(await call(name, body, jane)).toEqual({ unauthorized: true });
  }
  expect((await get()).members).toEqual([]);
  expect(await get('DEMO/MINE')).toEqual(gone);
});
