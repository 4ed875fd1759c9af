import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import type { BucketAsk, VersionBucket } from '#ports/past/report-past.ts';
import type { Append } from '#ports/report-log.ts';
import { bob, cell, jane, newTopic, type Opened, timeOf, whole } from './builders.ts';
import { chosenSeed } from './chosen-seed.ts';
import type { MovedClock } from './moved-clock.ts';
import { chanceOf } from './report-history.ts';

const minute = limits.log.summed;
const LONG = 120_000;

/** Lists of versions that are made of what each minute came to. */
export function versionSumsSuite(open: Opened, clock: MovedClock): void {
  /** When each version came, in the order of their numbers. */
  async function publish(topic: Topic, { count, chance }: { count: number; chance: (below: number) => number }) {
    const came = new Map<number, number>();
    for (let version = 1; version <= count; version++) {
      const place = { topic, base: version - 1, version };
      const own: Append = version === 1 || chance(30) === 0 ? whole(place) : cell(place, `${version}`, chance(2));
      came.set(version, clock.now());
      await open().reports.append({ ...own, sender: chance(4) === 0 ? bob : jane });
      clock.move(chance(25) === 0 ? -chance(3 * minute) : chance(20_000));
    }
    return came;
  }

  const told = (topic: Topic, ask: BucketAsk) => open().past.buckets(topic, ask);
  const all = { first: 1, last: Number.MAX_SAFE_INTEGER };

  describe('sums of versions', () => {
    test(
      'a list says the same of versions that were summed, thinned out and dropped as the versions themselves',
      async () => {
        const seed = chosenSeed();
        const chance = chanceOf(seed);
        const topic = newTopic();
        const came = await publish(topic, { count: 250, chance });
        const at = [...came.values()];
        const [first, last] = [Math.min(...at), Math.max(...at)];
        clock.move(Math.max(0, last - clock.now()) + minute);
        await open().reports.append(whole({ topic, base: 250, version: 251 }));
        const { past, reports } = open();
        const check = async () => {
          const left = new Set((await reports.last(topic, 1000)).map(({ version }) => version));
          for (let n = 0; n < 25; n++) {
            const from = first - minute + chance(last - first);
            const to = from + chance(last - from + minute);
            const begin = 1 + chance(251);
            const versions = { first: begin, last: begin + chance(252 - begin) };
            const kept = [...left].filter((version) => version >= versions.first && version <= versions.last);
            const most = 1 + chance(6);
            const each = await told(topic, { versions, from, to, most: 1_000_000_000 });
            const parts = await told(topic, { versions, from, to, most });
            const where = [seed, from, to, versions];
            expect([where, parts.length <= 2 * most]).toEqual([where, true]);
            expect([where, totals(each).versions]).toEqual([where, kept.length]);
            expect([where, totals(parts)]).toEqual([where, totals(each)]);
            for (const part of parts) expect([where, fits(part, kept)]).toEqual([where, true]);
          }
          for (let n = 0; n < 25; n++) {
            const version = chance(255);
            const newer = [...left].filter((one) => one > version).length;
            expect([seed, version, await past.newer(topic, version)]).toEqual([seed, version, newer]);
          }
        };
        await check();
        for (let n = 0; n < 3; n++) {
          await past.sum(1);
          await check();
        }
        const middle = Math.floor((first + last) / 2 / minute) * minute;
        expect(await past.thin({ from: first, to: middle, width: minute })).toBeGreaterThan(10);
        await check();
        await past.thin({ from: first, to: middle, width: 60 * minute });
        await check();
        await past.bound({ report: 3000, server: Number.MAX_SAFE_INTEGER });
        await check();
        await reports.prune(last);
        await check();
      },
      LONG,
    );

    test('the minute of the newest version is not summed, as more may come in it', async () => {
      const topic = newTopic();
      const { past, reports } = open();
      clock.move(minute - (clock.now() % minute));
      const from = clock.now();
      await reports.append(whole({ topic, base: 0, version: 1 }));
      clock.move(minute);
      for (const version of [2, 3]) await reports.append(cell({ topic, base: version - 1, version }, `${version}`));
      await past.sum(1);
      await reports.append(cell({ topic, base: 3, version: 4 }, '4'));
      await past.sum(1);
      const parts = await told(topic, { versions: all, from, to: from + 2 * minute - 1, most: 2 });
      expect(parts.map(({ first, last, versions, cells }) => [first.version, last.version, versions, cells])).toEqual([
        [1, 1, 1, 0],
        [2, 4, 3, 3],
      ]);
      expect(parts[1]).toMatchObject({ first: { time: timeOf(2), sender: bob }, last: { time: timeOf(4) } });
    });
  });
}

function totals(parts: readonly VersionBucket[]) {
  const sum = (count: (part: VersionBucket) => number) => parts.reduce((all, part) => all + count(part), 0);
  const [versions, cells] = [sum((part) => part.versions), sum((part) => part.cells)];
  return { versions, cells, bytes: sum((part) => part.bytes), whole: sum((part) => part.whole) };
}

/** It begins and ends with versions that are asked for. */
function fits({ first, last, versions }: VersionBucket, kept: readonly number[]): boolean {
  const numbers = new Set(kept);
  const isThere = numbers.has(first.version) && numbers.has(last.version);
  return isThere && first.version <= last.version && versions >= 1 && first.sender === last.sender;
}
