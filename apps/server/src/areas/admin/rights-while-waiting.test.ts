import { branded } from '@sheetwire/rules/name';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { noLists } from '#policies/saved-lists.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const desk = branded<'Gropic'>('ACME/DESK');
const topic = 'ACME/DESK/DAILY';
const bosses = branded<'Group'>('ACME/BOSSES');
const boss = branded<'User'>('ACME/boss');

let server: TestApp;
let web: TestBrowser;
let bot: TestPublisher;
beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_CLAIM: 'ACME/BOSSES' });
  bot = await publisherOf(server, 'ACME/bot');
  web = await viewerOf(server, boss);
  await viewerOf(server, 'ACME/ann');
  await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: '<p>1</p>' }] });
  await server.stores.groups.save({ name: bosses, isDirectory: false, members: [] });
  await server.stores.perms.save({ ...noLists, gropic: desk, admins: [bosses], version: 0 }, 0);
  await server.app.reporting.tellRights();
});
beforeEach(() => members(boss));
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.stop());

/** Who the admins of the desk are: a right that comes by a group goes without a word in the lists of the desk. */
async function members(...names: readonly (typeof boss)[]): Promise<void> {
  const found = await server.stores.groups.get(bosses);
  await server.stores.groups.save({ name: bosses, isDirectory: false, members: names, ...(found && {}) });
  await server.app.reporting.tellGroup(bosses);
}

/** The right goes while the call waits for its turn. */
function goesInTurn(): void {
  const { throttle } = server.stores;
  const takeTurn = throttle.takeTurn.bind(throttle);
  vi.spyOn(throttle, 'takeTurn').mockImplementationOnce(async (turn) => {
    await members();
    return takeTurn(turn);
  });
}

test('rights are not changed once the right to change them is gone', async () => {
  const lists = { ...noLists, gropic: desk, viewers: ['ACME/ann'], admins: [bosses] };
  goesInTurn();
  expect(await web.call('admin/gropicperms/', lists)).toEqual({ unauthorized: true });
  expect(await server.stores.perms.get(desk)).toMatchObject({ viewers: [] });
});

test('what nobody administers is not claimed once the right to claim it is gone', async () => {
  const gropic = branded<'Gropic'>('ACME/FREE');
  goesInTurn();
  expect(await web.call('admin/assumeadmin/', { gropic })).toMatchObject({ unauthorized: true });
  expect(await server.stores.perms.get(gropic)).toBeUndefined();
});

test('snapshot settings are not changed once the right to is gone', async () => {
  const daily = { captureSnapshot: true, rollTime: '17:30', rollTimeLocation: 'Reykjavik', backdate: false };
  goesInTurn();
  expect(await web.call('admin/snapshotsettings/', { gropic: desk, ...daily })).toEqual({ unauthorized: true });
  expect(await server.stores.snapshotSettings.get(desk)).toBeUndefined();
});

test('no snapshot is captured once the right to is gone', async () => {
  const { reports, snapshots } = server.stores;
  const newest = reports.newest.bind(reports);
  const capture = vi.spyOn(snapshots, 'capture');
  vi.spyOn(reports, 'newest').mockImplementationOnce(async (asked) => {
    await members();
    return newest(asked);
  });
  const ask = { topic, location: 'Chicago', backdate: false };
  expect(await web.call('admin/capturesnapshot/', ask)).toMatchObject({ unauthorized: true, success: false });
  expect(capture).not.toHaveBeenCalled();
});

test('nothing is told of a user once the right to ask is gone', async () => {
  const { users } = server.stores;
  const get = users.get.bind(users);
  const ask = { user: 'ACME/ann', gropic: desk };
  expect(await web.call('admin/explain/', ask)).toMatchObject({ isKnown: true });
  vi.spyOn(users, 'get').mockImplementation(async (user) => {
    if (user === 'ACME/ann') await members();
    return get(user);
  });
  expect(await web.call('admin/explain/', ask)).toEqual({ unauthorized: true });
});
