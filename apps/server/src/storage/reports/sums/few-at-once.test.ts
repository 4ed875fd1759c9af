import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Access } from '../../access.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import { newThreads } from '../../sqlite/writer-threads.ts';
import { bob, cell, jane, newTopic, whole } from '../../suite/builders.ts';
import { chosenSeed } from '../../suite/chosen-seed.ts';
import { MovedClock } from '../../suite/moved-clock.ts';
import { chanceOf } from '../../suite/report-history.ts';
import { SqlReportPast } from '../past/report-past.ts';
import { SqlReportLog } from '../report-log.ts';
import { VersionSums } from './version-sums.ts';

const LONG = 120_000;
const minute = limits.log.summed;
const VERSIONS = 120;
const AT_ONCE = 7;
const clock = new MovedClock();
let folder: string;
let access: Access;
let log: SqlReportLog;
let past: SqlReportPast;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-few-'));
  access = await openSqlite(folder, clock, newThreads);
  const onFault = (error: unknown) => {
    throw error;
  };
  log = new SqlReportLog(access, onFault);
  const { viewers, indexes, background } = log;
  past = new SqlReportPast(access, { viewers, indexes, background, sums: new VersionSums(access, onFault, AT_ONCE) });
});
afterEach(async () => {
  await log.close();
  await access.close();
  await rm(folder, { recursive: true });
});

/** Versions of two publishers in turn, most of them a few to the minute, with a clock that is set back now and then. */
async function publish(topic: Topic, chance: (below: number) => number): Promise<void> {
  for (let version = 1; version <= VERSIONS; version++) {
    const place = { topic, base: version - 1, version };
    const own = version === 1 || chance(20) === 0 ? whole(place) : cell(place, `${version}`, chance(2));
    await log.append({ ...own, sender: chance(2) === 0 ? bob : jane });
    clock.move(chance(20) === 0 ? -chance(4 * minute) : chance(minute / 3));
  }
  clock.move(10 * minute);
  await log.append(whole({ topic, base: VERSIONS, version: VERSIONS + 1 }));
}

test(
  'a minute that is summed in two goes is counted once, whatever was thinned out of others',
  async () => {
    for (let round = 0; round < 4; round++) {
      const seed = chosenSeed(round);
      const chance = chanceOf(seed);
      const topic = newTopic();
      const begin = clock.now();
      await publish(topic, chance);
      await past.sum(1);
      const from = Math.floor((begin + chance(20) * minute) / minute) * minute;
      await past.thin({ from, to: from + 2 * minute, width: minute });
      const left = (await log.last(topic, 1000)).map(({ version }) => version);
      for (let n = 0; n < 300; n++) {
        const first = 1 + chance(VERSIONS);
        const versions = { first, last: first + chance(VERSIONS + 2 - first) };
        const kept = left.filter((version) => version >= versions.first && version <= versions.last).length;
        const told = await past.buckets(topic, { versions, from: 0, to: clock.now(), most: 4 });
        const count = told.reduce((sum, part) => sum + part.versions, 0);
        const newer = await past.newer(topic, first);
        expect([seed, versions, count, newer]).toEqual([seed, versions, kept, left.filter((v) => v > first).length]);
      }
    }
  },
  LONG,
);
