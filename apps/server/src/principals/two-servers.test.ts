import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { listen, StreamClient } from '../testing/stream-client.ts';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../testing/test-app.ts';

const START = 60_000;
const soon = { timeout: 20_000, interval: 10 };
const password = 'a long password';
const settings = { SHEETWIRE_SUPER_ADMINS: 'DEMO/super' };
let postgres: PostgresServer;
let here: TestApp;
let there: TestApp;
let base: string;
let over: { here: TestBrowser; there: TestBrowser };

beforeAll(async () => {
  postgres = await withPostgres();
  const databaseUrl = await postgres.newDatabase();
  here = await startTestApp(settings, { databaseUrl });
  there = await startTestApp(settings, { databaseUrl });
  base = await listen(there);
  for (const name of ['super', 'jane', 'bob']) await here.addUser(`DEMO/${name}`, password);
  over = { here: await signedIn(here, 'super'), there: await signedIn(there, 'super') };
}, START);
afterAll(async () => {
  await here.stop();
  await there.stop();
  await postgres.stop();
}, START);

async function signedIn(server: TestApp, name: string): Promise<TestBrowser> {
  const visitor = browser(server);
  await visitor.call('accounts/login/', { user: `DEMO/${name}`, password });
  return visitor;
}

const usersOf = async (by: TestBrowser) =>
  (await by.call('admin/users/usersdetails/', { usersId: '', adUsersId: '', userEntities: [] })).users;
const groupsOf = async (by: TestBrowser) =>
  (await by.call('admin/usergroups/usergroupsdetails/', { principalsId: '', userGroupsId: '', userEntities: [] }))
    .userGroups;
const createGroup = (by: TestBrowser, group: string) => by.call('admin/usergroups/createusergroup/', { group });

test('a user made on one server is hinted and listed on the other, by the same id', async () => {
  const stream = await StreamClient.open(base, { cookie: over.there.cookie });
  await usersOf(over.there);
  const user = { user: 'DEMO/new', email: 'new@example.com', associatedAdUser: '' };
  expect(await over.here.call('admin/users/createuser/', user)).toMatchObject({ success: true });
  // That there is a new name to give rights to is another hint: either may come first.
  const kinds = [(await stream.next('admin')).kind, (await stream.next('admin')).kind];
  expect(kinds.toSorted()).toEqual(['principals', 'users']);
  const made = { name: 'DEMO/new', isSuperAdmin: false, isDisabled: false };
  expect(await usersOf(over.there)).toContainEqual(made);
  const ids = [over.here, over.there].map(async (by) => {
    const { usersId } = await by.call('admin/users/usersdetails/', { usersId: '', adUsersId: '', userEntities: [] });
    return usersId;
  });
  expect(await ids[0]).toBe(await ids[1]);
  stream.close();
});

test('a member put in on one server has the rights on the other, and loses them with the group', async () => {
  const group = branded<'Group'>('DEMO/TRADERS');
  const gropic = branded<'Gropic'>('DEMO/RATES');
  const jane = branded<'User'>('DEMO/jane');
  const isIn = () => there.app.reporting.viewing.rights().holder(jane).principals.has(group);
  await createGroup(over.here, group);
  await expect.poll(() => groupsOf(over.there), soon).toContain(group);
  const lists = { gropic, publishers: [], interactors: [], version: 0 };
  await here.stores.perms.save({ ...lists, viewers: [group], admins: [branded<'User'>('DEMO/bob')] }, 0);
  await over.here.call('admin/usergroups/updateusergroup/', { group, members: [jane] });
  await expect.poll(isIn, soon).toBe(true);
  await over.here.call('admin/usergroups/removeusergroup/', { group });
  await expect.poll(isIn, soon).toBe(false);
  await expect.poll(() => groupsOf(over.there), soon).not.toContain(group);
});

test('a user who is removed on one server is out on the other', async () => {
  await here.addUser('DEMO/leaver', password);
  const leaver = await signedIn(there, 'leaver');
  const stream = await StreamClient.open(base, { cookie: leaver.cookie });
  expect(await over.here.call('admin/users/removeuser/', { user: 'DEMO/leaver' })).toEqual({});
  expect(await stream.next('session')).toEqual({ reason: 'ended' });
  await stream.ended();
  expect((await leaver.post('accounts/emaildetails/')).status).toBe(401);
});

test('a user whose making nobody told of is listed seconds later', async () => {
  await usersOf(over.there);
  await here.addUser('DEMO/silent', password);
  there.clock.move(limits.namesKept);
  expect(JSON.stringify(await usersOf(over.there))).toContain('DEMO/silent');
});

test('two who change one group on two servers: one is told of the other', async () => {
  const group = 'DEMO/SHARED';
  await createGroup(over.here, group);
  for (let round = 0; round < 20; round++) {
    const { groupId } = await over.here.call('admin/usergroups/getusergroup/', { group });
    const save = (by: TestBrowser, members: string[]) =>
      by.call('admin/usergroups/updateusergroup/', { group, members, groupId });
    const lists = [
      ['DEMO/jane', `DEMO/${round % 2 === 0 ? 'bob' : 'super'}`],
      [`DEMO/${round % 2 === 0 ? 'super' : 'bob'}`],
    ] as const;
    const answers = await Promise.all([save(over.here, [...lists[0]]), save(over.there, [...lists[1]])]);
    const saved = answers.findIndex(({ stale }) => stale === undefined);
    expect(answers.filter(({ stale }) => stale === true)).toHaveLength(1);
    expect((await over.there.call('admin/usergroups/getusergroup/', { group })).members).toEqual(lists[saved]);
  }
});
