import { applyOps } from '@sheetwire/page/ops';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import { cell, newTopic, type Opened, table, timeOf, whole } from './builders.ts';
import { chosenSeed } from './chosen-seed.ts';
import type { MovedClock } from './moved-clock.ts';
import { bodies, chanceOf, fresh, publishHistory, reportOf } from './report-history.ts';

const minute = 60_000;
const hour = 60 * minute;
const LONG = 120_000;
const all = { first: 1, last: Number.MAX_SAFE_INTEGER };

/** What is left of histories when they are thinned or bounded, and how it is told in parts of a time. */
export function thinnedPastSuite(open: Opened, clock: MovedClock): void {
  const shown = async (topic: Topic, version: number) => bodies((await open().past.read(topic, version))?.pages ?? []);

  describe('the past of a report, thinned', () => {
    test(
      'thinned, a time keeps the last version of each part, each as it was, and again thinned nothing more goes',
      async () => {
        const topic = newTopic();
        clock.move(minute - (clock.now() % minute));
        const from = clock.now();
        const plan = { seed: chosenSeed(), versions: 60, pause: 7000 };
        const history = await publishHistory(open, topic, plan, clock);
        await open().reports.append(whole({ topic, base: 60, version: 61 }));
        const { past } = open();
        const to = clock.now() + 1;
        const parts = await past.buckets(topic, { versions: all, from, to, most: 100_000 });
        const kept = [
          ...Map.groupBy(parts, ({ first }) => Math.floor(((first.version - 1) * 7000) / minute)).values(),
        ].map((part) => part.at(-1)?.last.version ?? 0);
        const gone = await past.thin({ from, to, width: minute });
        expect(gone).toBeGreaterThan(40);
        const left = (await past.buckets(topic, { versions: all, from, to, most: 100_000 })).map(
          ({ last }) => last.version,
        );
        expect(left.filter((version) => version < 53)).toEqual(kept.filter((version) => version < 53));
        for (const version of left.slice(0, -1))
          expect([plan.seed, await shown(topic, version)]).toEqual([plan.seed, history.get(version)]);
        let walked = 0;
        for (const [n, newer] of left.slice(1, -1).entries()) {
          const older = left[n] ?? 0;
          const way = await past.ops(topic, older, newer);
          if (!way) continue;
          walked++;
          expect([plan.seed, applyOps(history.get(older) ?? [], way.ops)]).toEqual([plan.seed, history.get(newer)]);
        }
        expect([plan.seed, walked > 0]).toEqual([plan.seed, true]);
        expect(await past.thin({ from, to, width: minute })).toBe(0);
        expect((await open().reports.newest(topic))?.version).toBe(61);
      },
      LONG,
    );

    test('what is told to stop lets no more versions go, and another run does', async () => {
      const { reports, past } = open();
      const topic = newTopic();
      clock.move(minute - (clock.now() % minute));
      const from = clock.now();
      for (let version = 1; version <= 6; version++)
        await reports.append(whole({ topic, base: version - 1, version }, reportOf(version, fresh(chanceOf(version)))));
      const to = from + minute;
      clock.move(hour);
      const stopped = AbortSignal.abort();
      await past.sum(1, stopped);
      expect(await past.thin({ from, to, width: minute }, stopped)).toBe(0);
      expect(await past.bound({ report: 1, server: 1 }, stopped)).toBe(0);
      expect(await reports.prune(clock.now(), topic, stopped)).toBe(0);
      expect((await past.read(topic, 1))?.version).toBe(1);
      expect(await past.thin({ topic, from, to, width: minute })).toBe(4);
    });

    test('where the clock was set back, versions of one part of a time are not merged over those of another', async () => {
      const { reports, past } = open();
      const topic = newTopic();
      clock.move(minute - (clock.now() % minute));
      const from = clock.now();
      const append = (version: number) => {
        const place = { topic, base: version - 1, version };
        return reports.append(version === 1 ? whole(place) : cell(place, String(version)));
      };
      // Two in the first minute, in the second, in the first again, in an hour that is not thinned, and in the second.
      for (const [n, at] of [0, minute, 0, hour, minute].entries()) {
        clock.move(from + at - clock.now());
        await append(2 * n + 1);
        await append(2 * n + 2);
      }
      clock.move(hour);
      await reports.append(whole({ topic, base: 10, version: 11 }));
      expect(await past.thin({ from, to: from + 2 * minute, width: minute })).toBe(4);
      const kept = [2, 4, 6, 7, 8, 10];
      for (const version of kept)
        expect((await past.read(topic, version))?.pages[0]?.html).toBe(table([String(version), '2']));
      const parts = await past.buckets(topic, { versions: all, from, to: clock.now(), most: 100_000 });
      expect(parts.reduce((sum, { versions }) => sum + versions, 0)).toBe(kept.length + 1);
      expect(await past.thin({ from, to: from + 2 * minute, width: minute })).toBe(0);
    });

    test('histories take what is counted, and no more than they may: the oldest versions go, never the newest', async () => {
      const { reports, past } = open();
      const topic = newTopic();
      const before = await past.bytes();
      for (let version = 1; version <= 6; version++) {
        await reports.append(whole({ topic, base: version - 1, version }, reportOf(version, fresh(chanceOf(version)))));
        clock.move(1000);
      }
      const each = ((await past.bytes()) - before) / 6;
      expect(each).toBeGreaterThan(300);
      await past.bound({ report: Math.floor(2.5 * each), server: Number.MAX_SAFE_INTEGER });
      expect((await past.oldest(topic))?.version).toBe(6);
      expect(await past.read(topic, 5)).toBeDefined();
      expect(await past.read(topic, 4)).toBeUndefined();
      expect(await past.bytes()).toBeLessThan(before + 2.5 * each);
      await past.bound({ report: 1, server: 1 });
      expect((await past.read(topic, 6))?.version).toBe(6);
      expect((await reports.newest(topic))?.version).toBe(6);
      expect(await past.read(topic, 5)).toBeUndefined();
    });

    test('versions are told in parts of their time, each sender apart', async () => {
      const { reports, past } = open();
      const topic = newTopic();
      const from = clock.now();
      await reports.append(whole({ topic, base: 0, version: 1 }));
      for (let version = 2; version <= 10; version++) {
        clock.move(1000);
        await reports.append(cell({ topic, base: version - 1, version }, String(version)));
      }
      const to = clock.now();
      const parts = await past.buckets(topic, { versions: all, from, to, most: 3 });
      expect(parts.map(({ first, last, versions }) => [first.version, last.version, versions])).toEqual([
        [1, 1, 1],
        [2, 4, 3],
        [5, 7, 3],
        [8, 10, 3],
      ]);
      expect(parts[1]).toMatchObject({ cells: 3, whole: 0, first: { time: timeOf(2) }, last: { time: timeOf(4) } });
      expect(parts[0]).toMatchObject({ cells: 0, whole: 1 });
      expect(await past.buckets(topic, { versions: all, from, to, most: 10_000 })).toHaveLength(10);
      const some = await past.buckets(topic, { versions: { first: 3, last: 8 }, from, to, most: 3 });
      expect(some.map(({ first, last }) => [first.version, last.version])).toEqual([
        [3, 4],
        [5, 7],
        [8, 8],
      ]);
      expect(await past.buckets(topic, { versions: { first: 11, last: 20 }, from, to, most: 3 })).toEqual([]);
    });
  });
}
