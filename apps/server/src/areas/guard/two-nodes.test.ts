import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import type { TestBrowser } from '../../testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

const START = 60_000;
/** From a release to every open viewer (time 5). */
const within = 1000;
const topic = 'ACME/RATES/DAILY';
let servers: TwoServers;
let bot: TestPublisher;
let ann: TestBrowser;
let bob: TestBrowser;
let stream: StreamClient;

beforeAll(async () => {
  servers = await startTwoServers({ SHEETWIRE_SUPER_ADMINS: 'ACME/ann,ACME/bob' });
  bot = await publisherOf(servers.here, 'ACME/bot');
  ann = await viewerOf(servers.here, 'ACME/ann');
  bob = await viewerOf(servers.there, 'ACME/bob');
  stream = await StreamClient.open(await listen(servers.there), { cookie: bob.cookie });
}, START);
afterAll(async () => {
  stream.close();
  await servers.stop();
}, START);

const pages = (value: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` },
];
const publish = (value: string) => bot.call('publish.publishReport', { topic, pages: pages(value) });
const rules = [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }];

test('a publish held on one server is told, seen and released on the other, within a second', async () => {
  await ann.call('admin/guard/', { topic, rules });
  await publish('100');
  await expect.poll(async () => (await bob.call('reports/report/', { topic })).version).toBe(1);
  await stream.watch([{ topic, version: 1 }]);
  expect((await publish('200')).body).toMatchObject({ held: { version: 2 } });
  let waits = await stream.next('waiting');
  // Nothing waited when the report was watched.
  if (waits.sinceUtc === null) waits = await stream.next('waiting');
  expect(waits).toMatchObject({ topic, sinceUtc: expect.any(String), mayRelease: true });
  // A stream that missed it while it was away is told as well.
  await stream.watch([{ topic, version: 1 }]);
  expect(await stream.next('waiting')).toMatchObject({ sinceUtc: expect.any(String), mayRelease: true });
  // What is taken into it is no news to viewers.
  expect((await publish('201')).body).toMatchObject({ held: { version: 2 } });
  const from = performance.now();
  const [one, other] = await Promise.all([
    ann.post('publish/release/', { topic, version: 2, accept: true }),
    bob.post('publish/release/', { topic, version: 2, accept: true }),
  ]);
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await stream.next('delta')).toMatchObject({ topic, to: 2 });
  expect(performance.now() - from).toBeLessThan(within);
  expect(await stream.next('waiting')).toEqual({ topic, sinceUtc: null });
});

test('who is blocked from the Admin page is promised no release, from the moment of the switch', async () => {
  const waiting = async () => {
    await stream.watch([{ topic, version: 2 }]);
    return stream.next('waiting');
  };
  expect((await publish('400')).body).toMatchObject({ held: { version: 3 } });
  await expect.poll(async () => (await waiting()).mayRelease).toBe(true);
  expect(await ann.call('admin/users/setswitches/', { user: 'ACME/bob', blockAdminPage: true })).toEqual({});
  await expect.poll(async () => (await waiting()).mayRelease).toBeUndefined();
  expect(await waiting()).toMatchObject({ sinceUtc: expect.any(String) });
  expect(await bob.call('reports/report/', { topic })).not.toHaveProperty('mayRelease');
});

test('cells that are taken into what waits are told to administrators once for many', async () => {
  const { reporting } = servers.here.app;
  let told = 0;
  reporting.adminNews.onTold((kind, gropic) => {
    if (kind === 'guard' && gropic === topic) told++;
  });
  for (let n = 0; n < 20; n++) expect((await publish(String(500 + n))).body).toMatchObject({ held: { version: 3 } });
  // A look of its own may come between.
  expect(told).toBeLessThanOrEqual(2);
  const before = told;
  await reporting.releaseDue();
  expect(told).toBeLessThanOrEqual(before + 1);
  expect(told).toBeGreaterThan(0);
});

test('what waits is released by itself on a server that heard of a rollback and not of its release', async () => {
  const { there } = servers;
  const [report, daily] = ['ACME/RATES/BACK', branded<'Topic'>('ACME/RATES/BACK')];
  const put = async (value: string) =>
    (await bot.call('publish.publishReport', { topic: report, pages: pages(value) })).body;
  await ann.call('admin/guard/', { topic: report, rules, releaseAfterMin: 5 });
  for (const value of ['100', '101']) await put(value);
  await bot.call('publish.publishRollback', { topic: report, version: 1, reason: 'wrong' });
  await expect.poll(() => there.app.reporting.engine.head(daily)?.heldVersion).toBe(3);
  await bot.call('publish.publishRelease', { topic: report, version: 3, accept: true });
  expect(await put('200')).toMatchObject({ held: { version: 4 } });
  there.clock.move(5 * 60_000);
  await there.app.reporting.releaseDue();
  expect(there.app.reporting.engine.head(daily)?.version).toBe(4);
});
