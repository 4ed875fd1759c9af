import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresLine, postgresLineTo } from '../../../../../scripts/test/lines/postgres-line.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { deeds, prepare } from '../../testing/same-answers/deeds.ts';
import { Follower } from '../../testing/same-answers/follower.ts';
import { readNames } from '../../testing/same-answers/reads.ts';
import { Stage } from '../../testing/same-answers/stage.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const LONG = 900_000;
const settings = { SHEETWIRE_SUPER_ADMINS: 'ACME/root', SHEETWIRE_PUBLIC_URL: 'https://reports.example' };

/** It is answered, and noted in memory. */
const writesNothing = ['a publish is refused by a rule'];
/** The deed does not look at the answer. */
const isOfAForm = ['a user logs in elsewhere'];
/** What was done though nobody heard so, and is answered otherwise when it is done again. */
const notTwice: Readonly<Record<string, string>> = {
  'values are set on a workbook': 'the workbook is asked for: nobody knows which values it has',
  'a publish secret is set': 'the secret is asked for',
  'a held publish is released': 'nothing is held any more',
  'a held publish is refused': 'nothing is held any more',
  'a control is acknowledged': 'whoever used it may have been told that there was no answer',
  'another session is ended': 'no other is left',
  'a key is revoked': 'it is gone',
};

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, LONG);
afterAll(() => postgres.stop(), LONG);

test(
  'a write whose answer from the database is lost is told by every server as it was kept, and can be done again',
  async () => {
    const stops: (() => Promise<void>)[] = [];
    try {
      const direct = new URL(await postgres.newDatabase());
      const secretKey = Buffer.alloc(32, 'key');
      const start = async (port: string): Promise<TestApp> => {
        const url = new URL(direct);
        url.port = port;
        const server = await startTestApp(settings, { databaseUrl: url.href, secretKey, goes: true });
        stops.unshift(() => server.stop());
        return server;
      };
      const behind = async (): Promise<{ readonly line: PostgresLine; readonly server: TestApp }> => {
        const line = await postgresLineTo(Number(direct.port));
        stops.push(() => line.stop());
        return { line, server: await start(String(line.port)) };
      };
      const both = [await behind(), await behind()] as const;
      const stage = await Stage.open([both[0].server, both[1].server]);
      await prepare(stage);
      const follower = new Follower(stage);
      await follower.begins();
      for (const [n, deed] of deeds.entries()) {
        stage.at = n % 2 === 0 ? 0 : 1;
        const { line } = both[stage.at];
        line.lose();
        const first = await outcome(() => deed.does(stage));
        const lost = line.bring();
        if (!writesNothing.includes(deed.name)) expect(lost, deed.name).toBeGreaterThan(0);
        expect(first, deed.name).toMatch(lost > 0 && !isOfAForm.includes(deed.name) ? /503|StoreFault/ : /^done$/);
        await follower.settles(deed, readNames);
        const again = await outcome(() => deed.does(stage));
        if (!(deed.name in notTwice)) expect(again, deed.name).toBe('done');
        await follower.settles(deed, deed.shows);
      }
      await follower.agree('the end');
      await follower.joins(await start(direct.port));
      expect(follower.faults).toEqual([]);
    } finally {
      for (const stop of stops) await stop();
    }
  },
  LONG,
);

/** `done`, or in words why not. */
async function outcome(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    return String(error);
  }
}
