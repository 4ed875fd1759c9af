import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import type { OwnRetention } from '#ports/past/retention.ts';
import { cell, jane, newTopic, type Opened, whole } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Reports that keep their versions for less than the server does. */
export function retentionSuite(open: Opened, clock: MovedClock): void {
  const save = (topic: Topic, own: OwnRetention) =>
    open().retention.save(topic, own, {
      ...{ at: clock.now(), actor: jane, action: 'retention changed', object: topic, address: '' },
    });
  const all = async (most: number) => {
    const found: string[] = [];
    for (let last = ''; ; ) {
      const some = await open().retention.after(last, most);
      found.push(...some.map(({ topic }) => topic));
      const end = some.at(-1);
      if (!end) return found;
      last = end.topic;
    }
  };

  /** So many versions ten seconds apart, the first at the start of an hour; every third one whole. */
  const publish = async (topic: Topic, count: number): Promise<number> => {
    clock.move(hour - (clock.now() % hour));
    const start = clock.now();
    for (let version = 1; version <= count; version++) {
      const place = { topic, base: version - 1, version };
      await open().reports.append(version % 3 === 1 ? whole(place) : cell(place, String(version)));
      clock.move(10_000);
    }
    return start;
  };
  const readable = async (topic: Topic, count: number) => {
    const found: number[] = [];
    for (let version = 1; version <= count; version++) if (await open().past.read(topic, version)) found.push(version);
    return found;
  };

  describe('retention of a report', () => {
    test('what a report has of its own is kept until it has nothing, and each change is in the audit log', async () => {
      const { retention, audit } = open();
      const topic = newTopic();
      expect(await retention.of(topic)).toEqual({});
      await save(topic, { versionHours: 2, hourDays: 5 });
      expect(await retention.of(topic)).toEqual({ versionHours: 2, minuteDays: undefined, hourDays: 5 });
      await save(topic, { minuteDays: 1 });
      expect(await retention.of(topic)).toEqual({ versionHours: undefined, minuteDays: 1, hourDays: undefined });
      expect(await all(1)).toContain(topic);
      await save(topic, {});
      expect(await retention.of(topic)).toEqual({});
      expect(await all(1)).not.toContain(topic);
      const rows = (await audit.read({ limit: 1000 })).filter(({ object }) => object === topic);
      expect(rows.map(({ action }) => action)).toEqual(Array.from({ length: 3 }, () => 'retention changed'));
    });

    test('all reports that have something of their own are found, a few at a time', async () => {
      const topics = [newTopic(), newTopic(), newTopic()];
      for (const topic of topics) await save(topic, { versionHours: 1 });
      for (const most of [1, 2, 100]) expect(await all(most)).toEqual(expect.arrayContaining(topics));
      for (const topic of topics) await save(topic, {});
      expect(await all(2)).toEqual([]);
    });

    test('one report is thinned and pruned, and no other; a linked version of it stays', async () => {
      const { past, reports, marks } = open();
      const [less, usual] = [newTopic(), newTopic()];
      const begun = [await publish(usual, 9), await publish(less, 9)];
      expect(await marks.link(less, 2, jane)).toBe(true);
      clock.move(2 * hour);
      for (const topic of [less, usual]) await reports.append(whole({ topic, base: 9, version: 10 }));
      const [, from = 0] = begun;
      expect(await past.thin({ topic: less, from, to: clock.now(), width: minute })).toBe(6);
      expect(await readable(less, 10)).toEqual([2, 6, 9, 10]);
      expect(await readable(usual, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      clock.move(minute);
      await reports.prune(clock.now(), less);
      expect(await readable(less, 10)).toEqual([2, 10]);
      expect(await readable(usual, 10)).toHaveLength(10);
      expect(await past.next(less, 2)).toMatchObject({ version: 10, from: 9 });
      expect(await past.next(usual, 2)).toMatchObject({ version: 3, from: 2 });
    });
  });
}
