import { setTimeout as wait } from 'node:timers/promises';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withNats } from '../../../../../scripts/test/nats.ts';
import { withPostgres } from '../../../../../scripts/test/postgres.ts';
import { publisherOf, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { startTestApp, type TestApp, withBearer } from '../../testing/test-app.ts';

const START = 60_000;
const topic = branded<'Topic'>('ACME/RATES/DAILY');
const isSoak = process.env.SHEETWIRE_SOAK !== undefined;
/** Ten a second for ten minutes, or a few as quickly as they are acknowledged. */
const { versions, pause } = isSoak ? { versions: 6000, pause: 100 } : { versions: 100, pause: 0 };
const VIEWERS = 4;
const MOST_FETCHES = 0.001;

const stops: (() => Promise<void>)[] = [];
const servers: TestApp[] = [];
let key: string;
beforeAll(async () => {
  const [postgres, nats] = [await withPostgres(), await withNats()];
  stops.push(
    () => nats.stop(),
    () => postgres.stop(),
  );
  const place = { databaseUrl: postgres.url, busUrl: nats.url, secretKey: Buffer.alloc(32, 'key') };
  for (let n = 0; n < 3; n++) {
    const server = await startTestApp({ SHEETWIRE_MAX_PUBLISH_RATE: '100000' }, place);
    stops.unshift(() => server.stop());
    servers.push(server);
  }
  ({ key } = await publisherOf(serverOf(0), 'ACME/bot'));
}, START);
afterAll(async () => {
  for (const stop of stops) await stop();
}, START);

/** One after another, as a balancer gives a publisher's calls to them. */
function serverOf(n: number): TestApp {
  const server = servers[n % servers.length];
  if (!server) throw new Error('no server was started');
  return server;
}

/** Viewers of one server, each with a stream of its own, all at the version. */
async function viewersOf(server: TestApp, at: number): Promise<StreamClient[]> {
  const base = await listen(server);
  const viewer = await viewerOf(server, `ACME/viewer${at}`);
  await expect.poll(async () => (await viewer.call('reports/report/', { topic })).version, { timeout: START }).toBe(1);
  return Promise.all(
    Array.from({ length: VIEWERS }, async () => {
      const stream = await StreamClient.open(base, { cookie: viewer.cookie });
      await stream.watch([{ topic, version: 1 }]);
      return stream;
    }),
  );
}

/** The versions that streams ended at. */
function endsOf(streams: readonly StreamClient[]): unknown[] {
  const last = streams.map(({ events }) => events.findLast(({ name }) => name === 'delta' || name === 'changed')?.data);
  return [...new Set(last.map((data) => data?.to ?? data?.version))];
}

test(
  'of the deliveries on three servers that all publish a report at most one in a thousand ends in a whole fetch',
  async () => {
    const html = '<table><tbody><tr><td data-cell="A1">0</td></tr></tbody></table>';
    const whole = { path: 'publish/report/', body: { topic, pages: [{ name: 'P', html }] } };
    expect(await withBearer(serverOf(0), key, whole)).toMatchObject({ status: 200, body: { version: 1 } });
    const streams = (await Promise.all(servers.map(viewersOf))).flat();
    for (let version = 1; version <= versions; version++) {
      const body = { topic, baseVersion: version, cells: [{ page: 'P', cell: 'A1', html: `at ${version}` }] };
      const done = await withBearer(serverOf(version), key, { path: 'publish/cells/', body });
      expect(done).toMatchObject({ status: 200, body: { version: version + 1 } });
      await wait(pause);
    }
    await expect.poll(() => endsOf(streams), { timeout: START }).toEqual([versions + 1]);
    const counts = servers.map(({ app }) => app.reporting.hub.counts);
    const deltas = counts.reduce((sum, count) => sum + count.deltas, 0);
    const fetches = counts.flatMap((count) => Object.values(count.fetches)).reduce((sum, count) => sum + count);
    expect(deltas + fetches).toBe(versions * streams.length);
    expect(fetches / (deltas + fetches), `${fetches} of ${deltas + fetches}`).toBeLessThanOrEqual(MOST_FETCHES);
    for (const stream of streams) stream.close();
  },
  isSoak ? 20 * START : START,
);
