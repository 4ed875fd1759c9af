import { connect } from '@nats-io/transport-node';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '#secrets/secrets.ts';
import { openPool } from '#storage/postgres/pool.ts';
import { publisherOf, viewerOf } from '#testing/publisher.ts';
import { listen, StreamClient } from '#testing/stream-client.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { withNats } from '../../../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { NATS_SUBJECT, PG_CHANNEL } from './bus/lane.ts';
import { Proof } from './bus/proof.ts';

const START = 60_000;
const topic = branded<'Topic'>('ACME/RATES/DAILY');
const page = (text: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${text}</td></tr></tbody></table>` },
];

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, START);
afterAll(() => postgres.stop(), START);

/** Jane watches three versions, of a server that has just started. */
async function watched(server: TestApp) {
  const base = await listen(server);
  const bot = await publisherOf(server, 'ACME/bot');
  const jane = await viewerOf(server, 'ACME/jane');
  for (const text of ['one', 'two', 'three']) await bot.call('publish.publishReport', { topic, pages: page(text) });
  const open = async () => {
    const stream = await StreamClient.open(base, { cookie: jane.cookie });
    expect(await stream.watch([{ topic, version: 3 }])).toBe(200);
    return stream;
  };
  return { bot, jane, open };
}

/** Everything that servers tell each other, of long ago. */
function saidOf(cookie: string) {
  const step = {
    ...{ from: 1, to: 2, time: '20260101000000000', sender: 'ACME/bot', isLive: false },
    ops: [[0, 'c', 0, 'old']],
  };
  const [user, who] = ['ACME/jane', 'jane'];
  return [
    { kind: 'version', topic, version: 2, steps: { cleaner: 3, list: [step] } },
    ...[{ kind: 'rights' }, { kind: 'rights', gropic: 'ACME/RATES' }, { kind: 'directory' }],
    ...[
      { kind: 'user', user },
      { kind: 'seat', user },
      { kind: 'snapshot', topic },
    ],
    { kind: 'session', idHash: hashSecret(cookie.slice(cookie.indexOf('=') + 1)) },
    { kind: 'publisher', topic, seenAt: 1, isSilent: true },
    ...[
      { kind: 'control', topic },
      { kind: 'publisher-over', session: 'of then' },
      { kind: 'refused', topic, at: 1, user, code: 'too_large', message: 'of then', count: 1 },
    ],
    ...[
      { kind: 'midedit', topic, who, isTyping: true },
      { kind: 'admin', list: 'guard', gropic: topic },
    ],
    ...[user, 'ACME/bot'].flatMap((ended) => [
      { kind: 'ended', user: ended, what: 'sessions' },
      { kind: 'ended', user: ended, what: 'everything' },
    ]),
  ];
}

test(
  'what a server said that ended a moment ago, and is sent again to one that has just started, ends streams at most',
  async () => {
    const server = await startTestApp({}, { databaseUrl: postgres.url });
    const { bot, jane, open } = await watched(server);
    const stream = await open();
    const db = openPool(postgres.url, () => undefined);
    const payload = JSON.stringify({ n: 'a server that ended', m: saidOf(jane.cookie), c: 7 });
    await sql`select pg_notify(${PG_CHANNEL}, ${payload})`.execute(db);
    await stream.ended();

    expect((await jane.post('accounts/username/')).body).toMatchObject({ user: 'ACME/jane' });
    expect((await jane.post('reports/report/', { topic })).body).toMatchObject({ version: 3 });
    const again = await open();
    const next = await bot.call('publish.publishReport', { topic, pages: page('four') });
    expect([next.status, next.body.version]).toEqual([200, 4]);
    expect(await again.next('delta')).toMatchObject({ from: 3, to: 4 });
    again.close();
    await db.destroy();
    await server.stop();
  },
  START,
);

test(
  'what was said on NATS longer ago, and is sent again to a server that has just started, is not heard at all',
  async () => {
    const nats = await withNats();
    const secretKey = Buffer.from('the key of all servers');
    const databaseUrl = await postgres.newDatabase();
    const server = await startTestApp({}, { databaseUrl, busUrl: nats.url, secretKey });
    const { bot, jane, open } = await watched(server);
    const stream = await open();
    const raw = await connect({ servers: nats.url });
    const proof = new Proof(secretKey);
    const now = Date.now();
    const send = (payload: object) => raw.publish(NATS_SUBJECT, proof.sign(JSON.stringify(payload)));
    const old = { n: 'a server that ended', m: saidOf(jane.cookie) };
    send({ ...old, c: 7, t: now - limits.bus.recent - 1000 });
    send({ ...old, c: 8 });
    send({ n: 'one at work', m: [{ kind: 'publisher', topic, seenAt: now + 1, isSilent: true }], c: 1, t: now });

    await expect
      .poll(() => stream.events.filter(({ data }) => data.isSilent === true).map(({ data }) => data.seenUtc))
      .toEqual([new Date(now + 1).toISOString()]);
    const next = await bot.call('publish.publishReport', { topic, pages: page('four') });
    expect([next.status, next.body.version]).toEqual([200, 4]);
    expect(await stream.next('delta')).toMatchObject({ from: 3, to: 4 });
    expect(stream.isOver).toBe(false);
    stream.close();
    await raw.close();
    await server.stop();
    await nats.stop();
  },
  START,
);
