import { branded } from '@sheetwire/rules/name';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '#secrets/secrets.ts';
import { openPool } from '#storage/postgres/pool.ts';
import { publisherOf, viewerOf } from '#testing/publisher.ts';
import { listen, StreamClient } from '#testing/stream-client.ts';
import { startTestApp } from '#testing/test-app.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { PG_CHANNEL } from './bus/lane.ts';

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

test(
  'what a server said that ended before this one started, and is sent again, ends streams at most: nothing else lasts',
  async () => {
    const server = await startTestApp({}, { databaseUrl: postgres.url });
    const base = await listen(server);
    const bot = await publisherOf(server, 'ACME/bot');
    const jane = await viewerOf(server, 'ACME/jane');
    for (const text of ['one', 'two', 'three']) await bot.call('publish.publishReport', { topic, pages: page(text) });
    const stream = await StreamClient.open(base, { cookie: jane.cookie });
    expect(await stream.watch([{ topic, version: 3 }])).toBe(200);

    const step = {
      from: 1,
      to: 2,
      time: '20260101000000000',
      sender: 'ACME/bot',
      isLive: false,
      ops: [[0, 'c', 0, 'old']],
    };
    const [user, who] = ['ACME/jane', 'jane'];
    const said = [
      { kind: 'version', topic, version: 2, steps: { cleaner: 3, list: [step] } },
      ...[{ kind: 'rights' }, { kind: 'rights', gropic: 'ACME/RATES' }, { kind: 'directory' }],
      ...[
        { kind: 'user', user },
        { kind: 'seat', user },
        { kind: 'snapshot', topic },
      ],
      { kind: 'session', idHash: hashSecret(jane.cookie.slice(jane.cookie.indexOf('=') + 1)) },
      { kind: 'publisher', topic, seenAt: 1, isSilent: true },
      ...[
        { kind: 'control', topic },
        { kind: 'publisher-over', session: 'of then' },
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
    const db = openPool(postgres.url, () => undefined);
    const payload = JSON.stringify({ n: 'a server that ended', m: said, c: 7 });
    await sql`select pg_notify(${PG_CHANNEL}, ${payload})`.execute(db);
    await stream.ended();

    expect((await jane.post('accounts/username/')).body).toMatchObject({ user });
    expect((await jane.post('reports/report/', { topic })).body).toMatchObject({ version: 3 });
    const again = await StreamClient.open(base, { cookie: jane.cookie });
    expect(await again.watch([{ topic, version: 3 }])).toBe(200);
    const next = await bot.call('publish.publishReport', { topic, pages: page('four') });
    expect([next.status, next.body.version]).toEqual([200, 4]);
    expect(await again.next('delta')).toMatchObject({ from: 3, to: 4 });
    again.close();
    await db.destroy();
    await server.stop();
  },
  START,
);
