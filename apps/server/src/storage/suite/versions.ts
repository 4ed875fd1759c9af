import { limits } from '@sheetwire/contract/limits';
import { describe, expect, test } from 'vitest';
import { cell, newTopic, type Opened, table, whole } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

const LONG = 120_000;

export function versionSuite(open: Opened, clock: MovedClock): void {
  describe('version numbers', () => {
    test('the last number is that of the newest version', async () => {
      const { reports } = open();
      const topic = newTopic();
      expect(await reports.lastNumber(topic)).toBe(0);
      await reports.append(whole({ topic, base: 0, version: 30 }));
      expect(await reports.lastNumber(topic)).toBe(30);
      await reports.append(cell({ topic, base: 30, version: 31 }, 'a'));
      expect(await reports.lastNumber(topic)).toBe(31);
    });
  });

  describe('what changed since', () => {
    test('heads of the reports that got a version since then are told, each once', async () => {
      const { reports } = open();
      const [old, ...topics] = Array.from({ length: 4 }, () => newTopic());
      if (old) await reports.append(whole({ topic: old, base: 0, version: 1 }));
      clock.move(60_000);
      const from = clock.now();
      for (const topic of topics) {
        await reports.append(whole({ topic, base: 0, version: 1 }));
        await reports.append(cell({ topic, base: 1, version: 2 }, 'a'));
      }
      const told = (await reports.headsSince(from)).map(({ topic, version }) => `${topic} ${version}`);
      expect(told.toSorted()).toEqual(topics.map((topic) => `${topic} 2`).toSorted());
    });
  });

  describe('how long a log is', () => {
    test(
      'a resume over too many steps is a fetch of the whole',
      async () => {
        const { reports } = open();
        const topic = newTopic();
        const last = limits.store.maxSteps + 2;
        const appends = [reports.append(whole({ topic, base: 0, version: 1 }))];
        for (let version = 2; version <= last; version++) {
          appends.push(reports.append(cell({ topic, base: version - 1, version }, String(version))));
        }
        await Promise.all(appends);
        expect(await reports.since(topic, 1)).toBeUndefined();
        expect(await reports.since(topic, 2)).toHaveLength(limits.store.maxSteps);
      },
      LONG,
    );

    test(
      'a keyframe takes the place of a long replay and changes nothing',
      async () => {
        const { reports } = open();
        const topic = newTopic();
        await reports.append(whole({ topic, base: 0, version: 1 }));
        const before = clock.now();
        for (let version = 2; version <= 60; version++) {
          await reports.append(cell({ topic, base: version - 1, version }, noise(version)));
        }
        expect((await reports.newest(topic))?.pages[0]?.html).toBe(table([noise(60), '2']));
        clock.move(1000);
        const isPruned = async () => {
          await reports.prune(before + 1);
          return (await reports.since(topic, 2)) === undefined;
        };
        await expect.poll(isPruned, { timeout: LONG }).toBe(true);
        expect((await reports.newest(topic))?.pages[0]?.html).toBe(table([noise(60), '2']));
        expect(await reports.since(topic, 1)).toBeUndefined();
        expect(await reports.since(topic, 59)).toHaveLength(1);
      },
      LONG,
    );

    test('what is old goes, never the newest version nor what it is read from', async () => {
      const { reports } = open();
      const [old, delta] = [newTopic(), newTopic()];
      await reports.append(whole({ topic: old, base: 0, version: 1 }));
      await reports.append(whole({ topic: old, base: 1, version: 2 }));
      await reports.append(whole({ topic: delta, base: 0, version: 1 }));
      await reports.append(cell({ topic: delta, base: 1, version: 2 }, 'a'));
      await reports.append(cell({ topic: delta, base: 2, version: 3 }, 'b'));
      await reports.prune(clock.now());
      expect(await reports.since(old, 0)).toHaveLength(2);
      clock.move(limits.store.versionHours * 3_600_000);
      await reports.prune(clock.now());
      expect(await reports.since(old, 0)).toBeUndefined();
      expect(await reports.since(old, 1)).toHaveLength(1);
      expect((await reports.newest(old))?.version).toBe(2);
      expect((await reports.newest(delta))?.pages[0]?.html).toBe(table(['b', '2']));
      expect(await reports.since(delta, 1)).toHaveLength(2);
    });
  });

  describe('heads', () => {
    test('those changed since a time are found by the clock of the store', async () => {
      const { reports, now } = open();
      const [early, late] = [newTopic(), newTopic()];
      await reports.append(whole({ topic: early, base: 0, version: 1 }));
      clock.move(5000);
      await reports.append(whole({ topic: late, base: 0, version: 1 }));
      const at = await now();
      expect((await reports.headsSince(at)).map((head) => head.topic)).toEqual([late]);
      expect((await reports.headsSince(at - 5000)).map((head) => head.topic)).toEqual(
        expect.arrayContaining([early, late]),
      );
      await reports.append(cell({ topic: early, base: 1, version: 2 }, 'x'));
      expect((await reports.headsSince(at)).map((head) => head.topic).toSorted()).toEqual([early, late].toSorted());
      const all = (await reports.heads()).map((head) => head.topic);
      expect(all).toEqual(all.toSorted());
    });
  });
}

/** Text that does not compress, 12 KiB of it, the same for the same seed. */
function noise(seed: number): string {
  let state = seed;
  const words: string[] = [];
  for (let n = 0; n < 1600; n++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words.push(state.toString(36));
  }
  return words.join(' ');
}
