import { branded } from '@sheetwire/rules/name';
import type { Group, User } from '@sheetwire/rules/principal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withPostgres } from '../../../../../scripts/test/postgres.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const day = 86_400_000;
const LONG = 60_000;
const soon = { timeout: 20_000, interval: 20 };
const settings = { SHEETWIRE_SUPER_ADMINS: 'DEMO/root' };
const password = 'a long password';
const [root, jane] = [branded<'User'>('DEMO/root'), branded<'User'>('DEMO/jane')];
const today = '2026-11-21';
const tomorrow = '2026-11-22';
let server: TestApp;

beforeEach(async () => {
  server = await startTestApp(settings);
  for (const name of ['root', 'jane']) await server.addUser(`DEMO/${name}`, password);
});
afterEach(() => server.stop());

async function signedIn(name: User, typed = password, at = server): Promise<TestBrowser> {
  const visitor = browser(at);
  await visitor.call('accounts/login/', { user: name, password: typed });
  return visitor;
}

/** The settings of a new day, as a super admin meets them. */
async function nextDay(): Promise<TestBrowser> {
  server.clock.move(day);
  await server.stores.settingsBackups.keepDay();
  return signedIn(root);
}

async function dates(visitor: TestBrowser): Promise<Record<string, unknown>> {
  const answer = await server.app.fastify.inject({
    method: 'GET',
    url: '/api/v1/admin/recoversettings/settingsdates/',
    headers: { cookie: visitor.cookie, 'sec-fetch-site': 'same-origin' },
  });
  return answer.json();
}

const whoIs = async (visitor: TestBrowser) => (await visitor.call('accounts/username/')).user;

test('the dates of each kind are there from the first day on, newest first', async () => {
  await server.stores.settingsBackups.keepDay();
  const all = [tomorrow, today];
  const by = await nextDay();
  expect(await dates(by)).toEqual({ permissions: all, users: all, usergroups: all, snapshots: all, undoPoints: [] });
});

test('nobody but a super admin sees, previews or recovers anything', async () => {
  const by = await signedIn(jane);
  const chosen = { settings: 'users', settingsDate: today };
  expect(await dates(by)).toEqual({ unauthorized: true });
  expect(await by.call('admin/recoversettings/preview/', chosen)).toEqual({ unauthorized: true });
  expect(await by.call('admin/recoversettings/recover/', chosen)).toEqual({ unauthorized: true });
});

test('what would change is shown, then it is done, said and undone', async () => {
  await server.addUser('DEMO/gone', password);
  const by = await nextDay();
  await server.stores.users.remove(branded<'User'>('DEMO/gone'));
  await server.addUser('DEMO/fresh', password);
  await server.stores.users.update(jane, {
    passwordHash: await server.app.identity.passwords.hash('another password'),
  });
  const [asJane, asFresh] = [await signedIn(jane, 'another password'), await signedIn(branded<'User'>('DEMO/fresh'))];
  expect([await whoIs(asJane), await whoIs(asFresh)]).toEqual(['DEMO/jane', 'DEMO/fresh']);

  const chosen = { settings: 'users', settingsDate: tomorrow };
  const message = 'Recovered 3 users from 2026-11-22: 1 added, 1 removed, 1 changed';
  const preview = await by.call('admin/recoversettings/preview/', chosen);
  expect(preview).toEqual({
    message: '',
    summary: message,
    total: 3,
    added: { count: 1, names: ['DEMO/gone'] },
    removed: { count: 1, names: ['DEMO/fresh'] },
    changed: { count: 1, names: ['DEMO/jane'] },
    leftOut: { count: 0, names: [] },
    signedOut: { count: 2, names: ['DEMO/fresh', 'DEMO/jane'] },
    lost: { count: 0, rights: [] },
    also: [],
    offered: ['permissions', 'usergroups'],
  });
  expect([await whoIs(asJane), await whoIs(asFresh)]).toEqual(['DEMO/jane', 'DEMO/fresh']);
  expect(await by.call('admin/recoversettings/recover/', chosen)).toEqual({ success: true, message });
  expect([await whoIs(asJane), await whoIs(asFresh)]).toEqual(['', '']);
  expect(await whoIs(await signedIn(jane))).toBe('DEMO/jane');
  expect(await whoIs(await signedIn(branded<'User'>('DEMO/gone')))).toBe('DEMO/gone');

  const { undoPoints } = await dates(by);
  const times: { settings: string; time: string }[] = Array.isArray(undoPoints) ? undoPoints : [];
  expect(times.map(({ settings: kind }) => kind).toSorted()).toEqual(['permissions', 'usergroups', 'users']);
  const undone = await by.call('admin/recoversettings/recover/', { settings: 'users', settingsDate: times[0]?.time });
  expect(undone.message).toMatch(/^Recovered 3 users from before the recovery at 2026-11-22T\S+: 1 added, 1 removed/);
  expect(await server.stores.users.get(branded<'User'>('DEMO/fresh'))).toBeDefined();
  const logged = await by.call('admin/audit/rows/', { action: 'settings recovered' });
  expect(logged.rows).toMatchObject([{ actor: 'DEMO/root' }, { actor: 'DEMO/root', object: `users ${tomorrow}` }]);
});

test('rights that a group takes along are shown by name; both kinds come back at once, and one undo undoes both', async () => {
  const [desk, since] = [branded<'Group'>('DEMO/DESK'), branded<'Group'>('DEMO/SINCE')];
  const gropic = branded<'Gropic'>('DEMO/RATES');
  const lists = { gropic, publishers: [], interactors: [], admins: [root] };
  await server.stores.groups.save({ name: desk, isDirectory: false, members: [jane] });
  await server.stores.perms.save({ ...lists, viewers: [desk], version: 0 }, 0);
  const by = await nextDay();
  const note = { at: 1, actor: root, action: 'x', object: desk, address: '' };
  await server.stores.groups.remove(desk, note);
  await server.stores.groups.save({ name: since, isDirectory: false, members: [jane] });
  const left = await server.stores.perms.get(gropic);
  await server.stores.perms.save({ ...lists, viewers: [since], version: left?.version ?? 0 }, left?.version ?? 0);
  await server.app.reporting.rightsChanged();
  const viewers = async () => (await server.stores.perms.get(gropic))?.viewers;

  const chosen = { settings: 'usergroups', settingsDate: tomorrow };
  const lost = [{ of: gropic, principal: since, rights: ['viewers'] }];
  expect(await by.call('admin/recoversettings/preview/', chosen)).toMatchObject({
    summary:
      'Recovered 1 user group from 2026-11-22: 1 added, 1 removed, 0 changed; removed with their user groups: the rights in 1 report or group (DEMO/SINCE in DEMO/RATES)',
    lost: { count: 1, rights: lost },
    offered: ['permissions'],
    also: [],
  });
  const both = { ...chosen, also: ['permissions'] };
  const changed = { count: 1, names: [gropic] };
  expect(await by.call('admin/recoversettings/preview/', both)).toMatchObject({
    also: [{ settings: 'permissions', total: 1, changed }],
  });
  const done = await by.call('admin/recoversettings/recover/', both);
  expect(done.message).toContain('; 1 report permission: 0 added, 0 removed, 1 changed; removed with');
  expect(await viewers()).toEqual([desk]);
  const mayView = (name: Group) =>
    server.app.reporting.viewing.rights().permsOf(branded<'Topic'>('DEMO/RATES/DAILY'))?.viewers.includes(name);
  await expect.poll(() => mayView(desk), soon).toBe(true);

  const { undoPoints } = await dates(by);
  const [point]: { time?: string }[] = Array.isArray(undoPoints) ? undoPoints : [];
  await by.call('admin/recoversettings/recover/', { settings: 'usergroups', settingsDate: point?.time });
  expect(await viewers()).toEqual([since]);
  const rows = await by.call('admin/audit/rows/', { action: 'settings recovered' });
  expect(rows.rows).toMatchObject([
    { object: `usergroups and permissions ${point?.time}` },
    {
      object: `usergroups and permissions ${tomorrow}`,
      after: expect.stringContaining('DEMO/RATES DEMO/SINCE viewers'),
    },
  ]);
});

test('a recovery that locks every super admin out is refused in words, and so is a date without a copy', async () => {
  await server.stores.users.remove(root);
  server.clock.move(day);
  await server.stores.settingsBackups.keepDay();
  await server.addUser('DEMO/root', password);
  const by = await signedIn(root);
  const locked = await by.call('admin/recoversettings/recover/', { settings: 'users', settingsDate: tomorrow });
  expect(locked).toEqual({
    success: false,
    message:
      'After recovering the backup of users from 2026-11-22, no super administrator could log in, so nothing was changed; choose another date',
  });
  expect(await whoIs(by)).toBe('DEMO/root');
  const none = await by.call('admin/recoversettings/preview/', { settings: 'snapshots', settingsDate: '2020-02-29' });
  expect(none).toEqual({
    message: 'No backup of snapshot configurations from 2020-02-29; choose one of the dates shown',
  });
});

test('what is no kind, no date or one field too many is malformed', async () => {
  const by = await signedIn(root);
  const inputs = [
    { settings: 'everything', settingsDate: today },
    { settings: 'users', settingsDate: 'yesterday' },
    { settings: 'users', settingsDate: `${today}T00:00` },
    { settings: ['users'], settingsDate: today },
    { settings: 'users', settingsDate: today, force: true },
  ];
  for (const input of inputs) {
    expect((await by.post('admin/recoversettings/recover/', input)).status).toBe(400);
    expect((await by.post('admin/recoversettings/preview/', input)).status).toBe(400);
  }
});

test('rights that come back or go are obeyed on every server at once, and pages are told', {
  timeout: LONG,
}, async () => {
  const postgres = await withPostgres();
  const databaseUrl = await postgres.newDatabase();
  const [here, there] = [await startTestApp(settings, { databaseUrl }), await startTestApp(settings, { databaseUrl })];
  try {
    for (const name of ['root', 'jane']) await here.addUser(`DEMO/${name}`, password);
    const gropic = branded<'Gropic'>('DEMO/RATES');
    const lists = { gropic, publishers: [], interactors: [], admins: [root], version: 0 };
    const version = await here.stores.perms.save({ ...lists, viewers: [jane] }, 0);
    for (const node of [here, there]) node.clock.move(day);
    await there.stores.settingsBackups.keepDay();
    await here.stores.perms.save({ ...lists, viewers: [] }, version ?? 0);
    for (const node of [here, there]) await node.app.reporting.rightsChanged();
    const mayView = () => {
      const rights = there.app.reporting.viewing.rights();
      return rights.permsOf(branded<'Topic'>('DEMO/RATES/DAILY'))?.viewers.includes(jane);
    };
    expect(mayView()).toBe(false);
    const stream = await StreamClient.open(await listen(there), {
      cookie: (await signedIn(root, password, there)).cookie,
    });
    const by = await signedIn(root, password, here);
    const chosen = { settings: 'permissions', settingsDate: tomorrow };
    expect(await by.call('admin/recoversettings/recover/', chosen)).toEqual({
      success: true,
      message: 'Recovered 1 report permission from 2026-11-22: 0 added, 0 removed, 1 changed',
    });
    await expect.poll(mayView, soon).toBe(true);
    expect(await stream.next('admin')).toMatchObject({ kind: 'perms' });
    stream.close();
  } finally {
    await here.stop();
    await there.stop();
    await postgres.stop();
  }
});
