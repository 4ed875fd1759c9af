import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import type { TestBrowser } from '../../testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

const START = 60_000;
/** From a release or a rollback to every open viewer (time 4, 5). */
const within = 1000;
const VIEWERS = 12;
const topic = branded<'Topic'>('ACME/RATES/EVERYBODY');
const streams: StreamClient[] = [];
let servers: TwoServers;
let bot: TestPublisher;
let boss: TestBrowser;

const publish = (value: string) =>
  bot.call('publish.publishReport', {
    topic,
    pages: [{ name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` }],
  });

beforeAll(async () => {
  servers = await startTwoServers({ SHEETWIRE_SUPER_ADMINS: 'ACME/boss' });
  const { here, there } = servers;
  bot = await publisherOf(here, 'ACME/bot');
  boss = await viewerOf(here, 'ACME/boss');
  await boss.call('admin/guard/', { topic, rules: [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }] });
  await publish('100');
  await there.app.reporting.engine.refresh(topic);
  const bases = [await listen(here), await listen(there)];
  for (let n = 0; n < VIEWERS; n++) {
    const stream = await StreamClient.open(bases[n % 2] ?? '', { cookie: boss.cookie });
    await stream.watch([{ topic, version: 1 }]);
    streams.push(stream);
  }
}, START);
afterAll(async () => {
  for (const stream of streams) stream.close();
  await servers.stop();
}, START);

test('a release and a rollback are on the line of every open viewer of both servers within a second', async () => {
  expect((await publish('200')).body).toMatchObject({ held: { version: 2 } });
  let from = performance.now();
  expect((await boss.post('publish/release/', { topic, version: 2, accept: true })).status).toBe(200);
  const released = await Promise.all(streams.map((stream) => stream.next('delta')));
  expect(performance.now() - from).toBeLessThan(within);
  expect(released.map(({ to }) => to)).toEqual(streams.map(() => 2));
  from = performance.now();
  const back = await boss.post('publish/rollback/', { topic, version: 1, reason: 'a wrong file' });
  expect(back.body).toMatchObject({ version: 3, changed: true });
  const changed = await Promise.all(streams.map((stream) => stream.next('changed')));
  expect(performance.now() - from).toBeLessThan(within);
  expect(changed.map(({ version }) => version)).toEqual(streams.map(() => 3));
});
