import { limits } from '@sheetwire/contract/limits';
import { stream as streamCall } from '@sheetwire/contract/live';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FrozenLine, lineTo } from '../../../../../scripts/test/lines/frozen-line.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const START = 60_000;
const topic = 'ACME/RATES/DAILY';
/** The last answer, the questions without one, and a busy machine. */
const SEEN_WITHIN = (limits.store.presence.unanswered + 5) * limits.store.presence.every;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, START);
afterAll(() => postgres.stop(), START);

const page = (value: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` },
];
const publish = (bot: TestPublisher, value: string) => bot.call('publish.publishReport', { topic, pages: page(value) });

/** A server whose line to the database can be cut. */
async function behind(url: string): Promise<{ readonly server: TestApp; readonly line: FrozenLine }> {
  const direct = new URL(url);
  const line = await lineTo(Number(direct.port));
  direct.port = String(line.port);
  return { line, server: await startTestApp({}, { databaseUrl: direct.href }) };
}

test(
  'a server that is cut off from the database sends its viewers away, refuses at once, and comes back by itself',
  async () => {
    const url = await postgres.newDatabase();
    const there = await startTestApp({}, { databaseUrl: url });
    const { server: here, line } = await behind(url);
    const bot = await publisherOf(there, 'ACME/bot');
    await publish(bot, 'one');
    const viewer = await viewerOf(here, 'ACME/jane');
    await expect
      .poll(async () => (await viewer.call('reports/report/', { topic })).version, { timeout: START })
      .toBe(1);
    const base = await listen(here);
    const stream = await StreamClient.open(base, { cookie: viewer.cookie });
    await stream.watch([{ topic, version: 1 }]);
    line.freeze();
    const from = performance.now();
    await publish(bot, 'two');
    await stream.ended();
    expect(performance.now() - from).toBeLessThan(SEEN_WITHIN);
    const refused = await viewer.post('reports/report/', { topic });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    const again = await fetch(`${base}${streamCall.path}`, { headers: { cookie: viewer.cookie } });
    expect([again.status, again.headers.get('retry-after')]).toEqual([503, '2']);
    line.thaw();
    await expect
      .poll(async () => (await viewer.post('reports/report/', { topic })).body.version, { timeout: START })
      .toBe(2);
    // Calls are answered as soon as the database is; streams once this node is again known as present.
    const back = await vi.waitFor(() => StreamClient.open(base, { cookie: viewer.cookie }), { timeout: START });
    back.close();
    await here.stop();
    await there.stop();
    await line.stop();
  },
  2 * START,
);

test(
  'while PostgreSQL is away every publish and sign-in is answered 503 with the time to come again, and no call waits long',
  async () => {
    const { server, line } = await behind(await postgres.newDatabase());
    const bot = await publisherOf(server, 'ACME/bot');
    const others = await Promise.all(['a', 'b', 'c'].map((name) => publisherOf(server, `ACME/${name}`)));
    await publish(bot, 'one');
    line.freeze();
    const calls = (n: number) =>
      [bot, ...others].map((caller) =>
        caller.call('publish.publishReport', { topic: `${topic} ${n}`, pages: page(`${n}`) }),
      );
    const first = await Promise.all(Array.from({ length: 8 }, (_, n) => calls(n)).flat());
    const from = performance.now();
    const later = await Promise.all(Array.from({ length: 8 }, (_, n) => calls(n)).flat());
    expect(performance.now() - from).toBeLessThan(limits.store.connectWait);
    const answers = [...first, ...later].map(({ status, headers, body }) => [
      status,
      headers['retry-after'],
      body.error,
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject([503, '2', { code: 'store_unavailable' }]);
    line.thaw();
    await expect.poll(async () => (await publish(bot, 'two')).status, { timeout: START }).toBe(200);
    await server.stop();
    await line.stop();
  },
  2 * START,
);

test(
  'while PostgreSQL refuses connections nothing is answered 500',
  async () => {
    const server = await startTestApp({}, { databaseUrl: await postgres.newDatabase() });
    const bot = await publisherOf(server, 'ACME/bot');
    await publish(bot, 'one');
    const going = Array.from({ length: 30 }, (_, n) => publish(bot, `${n}`));
    await postgres.crash();
    const viewer = Array.from({ length: 30 }, (_, n) =>
      bot.call('publish.publishReport', { topic: `${topic} ${n}`, pages: page(`${n}`) }),
    );
    const answers = await Promise.all([...going, ...viewer]);
    expect(answers.filter(({ status }) => ![200, 503].includes(status)).map(({ body }) => body)).toEqual([]);
    expect(answers.filter(({ status, headers }) => status === 503 && headers['retry-after'] !== '2')).toEqual([]);
    await postgres.restart();
    await expect.poll(async () => (await publish(bot, 'two')).status, { timeout: START }).toBe(200);
    await server.stop();
  },
  2 * START,
);
