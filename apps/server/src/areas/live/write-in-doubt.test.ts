import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresLine, postgresLineTo } from '../../../../../scripts/test/lines/postgres-line.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import type { Deed } from '../../testing/same-answers/acts.ts';
import { deeds, prepare } from '../../testing/same-answers/deeds.ts';
import { Follower } from '../../testing/same-answers/follower.ts';
import { type Read, readNames } from '../../testing/same-answers/reads.ts';
import { Stage, startServer } from '../../testing/same-answers/stage.ts';
import type { TestApp } from '../../testing/test-app.ts';

const LONG = 900_000;

/** It is answered, and noted in memory. */
const writesNothing = ['a publish is refused by a rule'];
/** What the deed comes to where it does not look at the answer. */
const firstAnswer: Readonly<Record<string, RegExp>> = {
  'a publish is refused by a rule': /^done$/,
  'a user logs in elsewhere': /^done$/,
  // Nobody is told whether there is such a user; the mail waits as long as its queue cannot write.
  'a new password is asked for': /expected '' to match/,
};
/** What was done though nobody heard so, and how it is answered when it is done again. */
const notTwice: Readonly<Record<string, RegExp>> = {
  // Nobody knows which values the workbook has: it is asked for.
  'values are set on a workbook': /status: 409/,
  // The secret is asked for.
  'a publish secret is set': /status: 403/,
  // It is claimed.
  'a report gets lists of its own': /unauthorized/,
  'a group of reports is claimed': /unauthorized/,
  // Who gave it up administers it no more.
  'lists of a report are given up': /unauthorized/,
  'a group of reports is given up': /unauthorized/,
  // Nothing is held any more.
  'a held publish is released': /'held' as it is undefined/,
  'a held publish is refused': /'held' as it is undefined/,
  // Whoever used it may have been told that there was no answer.
  'a control is acknowledged': /updated|^done$/,
  // No other is left.
  'another session is ended': /status: 400/,
  'a key is revoked': /status: 404/,
};
/** What does not show it: it needs what an answer told, or comes of a later write. */
const untold: Readonly<Record<string, readonly Read[] | 'all'>> = {
  'a linked file is put': ['linked file'],
  // First its publisher is held.
  'a report is rolled back': 'all',
  // Who connects has no answer with the session.
  'a publisher connects': ['desk of ann', 'controls', 'publishing of pub'],
  // The publisher's own questions are writes, too.
  'a control is used': ['controls'],
  'a control is acknowledged': ['controls'],
  'a new password is asked for': ['an emailed key'],
  // A write of the login's comes before the session's.
  'a user logs in elsewhere': ['sessions of lee', 'user lee'],
};
/** Counts of guesses and calls: they are no part of what is done. */
const counts = /"throttle"/;

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
      const start = async (port: string): Promise<TestApp> => {
        const url = new URL(direct);
        url.port = port;
        const server = await startServer(url.href);
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
        const before = await follower.told(shownBy(deed));
        line.lose(counts);
        const first = await outcome(() => deed.does(stage));
        const lost = line.bring();
        if (!writesNothing.includes(deed.name)) expect.soft(lost, deed.name).toBeGreaterThan(0);
        expect.soft(first, deed.name).toMatch(firstAnswer[deed.name] ?? /status: 503|StoreFault/);
        await follower.settles(deed, readNames, before);
        const again = await outcome(() => deed.does(stage));
        expect.soft(again, deed.name).toMatch(notTwice[deed.name] ?? /^done$/);
        await follower.settles(deed, deed.shows, new Map());
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

/** What shows a deed whose first write is kept. */
function shownBy({ name, shows }: Deed): readonly Read[] {
  const not = untold[name] ?? [];
  return not === 'all' ? [] : shows.filter((read) => !not.includes(read));
}

/** `done`, or in words why not. */
async function outcome(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    return String(error);
  }
}
