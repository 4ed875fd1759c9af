import { afterAll, beforeAll, expect, test } from 'vitest';
import { withNats } from '../../../../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { unworded } from '../../testing/audit-words.ts';
import { deeds, prepare } from '../../testing/same-answers/deeds.ts';
import { Follower } from '../../testing/same-answers/follower.ts';
import { type Read, readNames } from '../../testing/same-answers/reads.ts';
import { Stage, startServer } from '../../testing/same-answers/stage.ts';
import type { TestApp } from '../../testing/test-app.ts';

const LONG = 900_000;
const isSoak = process.env.SHEETWIRE_SOAK !== undefined;
/** Where the deeds are done: each at the other server than the one before, or all at one. */
const places = { 'in turn': (n: number) => n % 2, 'at the first': () => 0, 'at the second': () => 1 } as const;
const rounds = Object.keys(places).filter((place): place is keyof typeof places => place in places);
const all = rounds.flatMap((place) => (['NOTIFY', 'NATS'] as const).map((bus) => ({ place, bus })));
/** How many of the reads that a deed is not about are asked after it, the next ones each time. */
const beside = isSoak ? readNames.length : 2;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, LONG);
afterAll(() => postgres.stop(), LONG);

test.each(isSoak ? all : all.slice(0, 1))(
  'what is done on two servers, $place and with $bus, is told by both the same within a second',
  async ({ place, bus }) => {
    const stops: (() => Promise<void>)[] = [];
    try {
      const nats = bus === 'NATS' ? await withNats() : undefined;
      if (nats) stops.push(() => nats.stop());
      const databaseUrl = await postgres.newDatabase();
      const start = async (): Promise<TestApp> => {
        const server = await startServer(databaseUrl, nats?.url);
        stops.unshift(() => server.stop());
        return server;
      };
      const stage = await Stage.open([await start(), await start()]);
      await prepare(stage);
      const follower = new Follower(stage);
      await follower.begins();
      for (const [n, deed] of deeds.entries()) {
        stage.at = places[place](n) === 0 ? 0 : 1;
        await follower.follows(deed, nextReads(n));
      }
      await follower.agree('the end');
      const last = await start();
      await follower.joins(last);
      expect(follower.faults).toEqual([]);
      const { rows } = await last.stores.audit.search({ limit: 1000 });
      expect(unworded(rows), 'rows of the audit log without words').toEqual([]);
    } finally {
      for (const stop of stops) await stop();
    }
  },
  LONG,
);

function nextReads(n: number): Read[] {
  const from = (n * beside) % readNames.length;
  return [...readNames, ...readNames].slice(from, from + beside);
}
