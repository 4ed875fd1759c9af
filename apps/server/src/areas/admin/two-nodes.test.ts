import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import type { TestApp, TestBrowser } from '../../testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

const START = 60_000;
/** From the change to the event on the other server (quality, rights). */
const within = 1000;
const topic = 'ACME/RATES/DAILY';
let servers: TwoServers;
let here: TestApp;
let there: TestApp;
let ann: TestBrowser;
let viewer: TestBrowser;
let stream: StreamClient;
let base = '';

beforeAll(async () => {
  servers = await startTwoServers({ SHEETWIRE_SUPER_ADMINS: 'ACME/root' });
  ({ here, there } = servers);
  base = await listen(there);
  const bot = await publisherOf(here, 'ACME/bot');
  ann = await viewerOf(here, 'ACME/ann');
  viewer = await viewerOf(there, 'ACME/vic');
  stream = await StreamClient.open(base, { cookie: viewer.cookie });
  await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: '<p>1</p>' }] });
  await stream.next('topics');
}, START);
afterAll(async () => {
  stream.close();
  await servers.stop();
}, START);

const lists = { viewers: [], publishers: [], interactors: [], admins: ['ACME/ann'] };
const save = (more: Partial<Record<keyof typeof lists, string[]>>, gropic = 'ACME/RATES') =>
  ann.call('admin/gropicperms/', { gropic, ...lists, ...more });
const report = async (web: TestBrowser) => (await web.call('reports/report/', asked)).pages;
const asked = {
  topic,
  reportTime: '',
  hasUserHtml: false,
  canInteract: false,
  browserId: 'l1',
  fromMobile: false,
  returnReport: true,
  numSnapshotDates: 0,
  isIe: false,
};

async function timed<T>(change: () => Promise<unknown>, event: () => Promise<T>): Promise<T> {
  const from = performance.now();
  await change();
  const heard = await event();
  expect(performance.now() - from).toBeLessThan(within);
  return heard;
}

test('a viewer whose right goes away on another server loses the open report within a second', async () => {
  await stream.watch([{ topic, version: 1 }]);
  expect(await report(viewer)).toHaveLength(1);
  const assume = () => ann.call('admin/assumeadmin/', { gropic: 'ACME/RATES' });
  expect(await timed(assume, () => stream.next('rights'))).toEqual({ topic });
  expect(await stream.next('topics')).toEqual({ added: [], removed: [topic] });
  expect(await report(viewer)).toEqual([]);
});

test('a user who is given the right through nested groups sees the report in the list within a second', async () => {
  const root = await viewerOf(there, 'ACME/root');
  for (const group of ['ACME/DESK', 'ACME/TRADERS']) await root.call('admin/usergroups/createusergroup/', { group });
  await root.call('admin/usergroups/updateusergroup/', { group: 'ACME/DESK', members: ['ACME/TRADERS'] });
  await root.call('admin/usergroups/updateusergroup/', { group: 'ACME/TRADERS', members: ['ACME/vic'] });
  const given = await timed(
    () => save({ viewers: ['ACME/DESK'] }),
    () => stream.next('topics'),
  );
  expect(given).toEqual({ added: [topic], removed: [] });
  expect(await report(viewer)).toHaveLength(1);
  const leave = () => root.call('admin/usergroups/updateusergroup/', { group: 'ACME/TRADERS', members: [] });
  expect(await timed(leave, () => stream.next('topics'))).toEqual({ added: [], removed: [topic] });
  expect(await report(viewer)).toEqual([]);
});

test('a right that goes away on another server closes the past of the report within a second', async () => {
  await save({ viewers: ['ACME/vic'] });
  await stream.next('topics');
  await stream.watch([{ topic, version: 1 }]);
  const calls = [
    ['reports/report/', { ...asked, at: 1 }],
    ['reports/versions/', { topic }],
    ['reports/cellhistory/', { topic, page: 'P', cell: '' }],
    ['reports/verify/', { topic, version: 1 }],
    ['reports/link/', { topic, version: 1 }],
  ] as const;
  const past = () => Promise.all(calls.map(([path, input]) => viewer.call(path, input)));
  const open = { pages: ['<p>1</p>'], shownVersion: 1 };
  expect(await past()).toMatchObject([open, { newestVersion: 1 }, {}, { newestVersion: 1 }, { kept: true }]);
  const closed = await timed(
    () => save({}),
    async () => {
      await stream.next('rights');
      return past();
    },
  );
  await stream.next('topics');
  const shut = { pages: [], version: 0, time: 'no_time' };
  const none = [{ buckets: [], newestVersion: 0 }, { values: [] }, { state: 'none' }, { kept: false }];
  expect(closed).toMatchObject([shut, ...none]);
});

test('two admins on two servers see each other’s changes within a second, others hear nothing of them', async () => {
  const bob = await viewerOf(there, 'ACME/bob');
  const streams = [await StreamClient.open(base, { cookie: bob.cookie }), stream] as const;
  const added = await timed(
    () => save({ admins: ['ACME/ann', 'ACME/bob'] }),
    () => streams[0].next('admin'),
  );
  expect(added).toEqual({ kind: 'perms', gropic: 'ACME/RATES' });
  await timed(
    () => save({ admins: ['ACME/ann', 'ACME/bob'], viewers: ['ACME/bob'] }),
    () => streams[0].next('admin'),
  );
  const details = { principalsId: '', numAdmined: 0, asSuperAdmin: false, gropicPermsId: '', principalToAdd: '' };
  const seen = await bob.call('admin/admindetails/', {
    ...details,
    selectedGropic: 'ACME/RATES',
    returnTzLocations: false,
  });
  expect(seen.gropicPerms).toMatchObject({ viewers: ['ACME/bob'] });
  await timed(
    () => save({ viewers: ['ACME/bob'] }),
    () => streams[0].next('admin'),
  );
  expect(stream.events.filter(({ name }) => name === 'admin')).toEqual([]);
  streams[0].close();
});

test('a report of its own lists is a viewer’s again as soon as an admin gives it', async () => {
  expect(await ann.call('admin/assumeadmin/', { gropic: topic })).toEqual({});
  const given = await timed(
    () => save({ viewers: ['ACME/vic'] }, topic),
    () => stream.next('topics'),
  );
  expect(given).toEqual({ added: [topic], removed: [] });
  const removed = await timed(
    () => save({}, topic),
    () => stream.next('topics'),
  );
  expect(removed).toEqual({ added: [], removed: [topic] });
});

test('what a server changed and told nobody, because it ended first, is obeyed by the other all the same', async () => {
  const gropic = branded<'Gropic'>('ACME/UNTOLD');
  const nobodys = { viewers: [], publishers: [], interactors: [], admins: [branded<'User'>('ACME/ann')] };
  // The store alone is written, as by a server that is killed before its word.
  await here.stores.perms.save({ gropic, ...nobodys, version: 0 }, 0);
  const administered = () => there.app.reporting.viewing.rights().administered.has(gropic);
  await expect.poll(administered, { timeout: 20_000 }).toBe(true);
});
