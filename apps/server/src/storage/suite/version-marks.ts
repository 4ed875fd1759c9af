import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import { bob, cell, jane, newTopic, type Opened, whole } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';
import { bodies, chanceOf, fresh, reportOf } from './report-history.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Tags and rollbacks, and that their versions stay. */
export function versionMarksSuite(open: Opened, clock: MovedClock): void {
  const shown = async (topic: Topic, version: number) => bodies((await open().past.read(topic, version))?.pages ?? []);

  /** So many versions a second apart, the first at the start of a minute; answers when that was. */
  const publishTo = async (topic: Topic, count: number): Promise<number> => {
    clock.move(minute - (clock.now() % minute));
    const start = clock.now();
    for (let version = 1; version <= count; version++) {
      clock.move(1000);
      const place = { topic, base: version - 1, version };
      await open().reports.append(version === 1 ? whole(place) : cell(place, String(version)));
    }
    return start;
  };

  /** So many large whole reports. */
  const publishLarge = async (topic: Topic, count: number) => {
    for (let version = 1; version <= count; version++) {
      const content = reportOf(version, fresh(chanceOf(version)));
      await open().reports.append(whole({ topic, base: version - 1, version }, content));
      clock.move(1000);
    }
  };
  const tagAll = async (topic: Topic, versions: readonly number[], tag: string) => {
    for (const version of versions) await open().marks.tag(topic, { version, tag, by: jane });
  };
  const readable = async (topic: Topic, last: number) => {
    const found: number[] = [];
    for (let version = 1; version <= last; version++) if (await open().past.read(topic, version)) found.push(version);
    return found;
  };

  describe('tags and rollbacks', () => {
    test('a tag is given, changed and taken away, and its version told', async () => {
      const { marks } = open();
      const topic = newTopic();
      await publishTo(topic, 3);
      expect(await marks.tag(topic, { version: 2, tag: 'Final', by: jane })).toMatchObject({ changed: true });
      expect(await marks.tag(topic, { version: 2, tag: 'Final', by: jane })).toMatchObject({ changed: false });
      expect(await marks.tag(topic, { version: 2, tag: 'Final 17:30', by: bob })).toMatchObject({ changed: true });
      expect(await marks.since(topic, 1)).toMatchObject([{ version: 2, kind: 'tag', words: 'Final 17:30', by: bob }]);
      expect(await marks.since(topic, 3)).toEqual([]);
      expect(await marks.tag(topic, { version: 9, tag: 'x', by: jane })).toBe('gone');
      expect(await marks.tag(newTopic(), { version: 1, tag: 'x', by: jane })).toBe('gone');
      expect(await marks.tag(topic, { version: 2, tag: '', by: jane })).toMatchObject({ changed: true });
      expect(await marks.tag(topic, { version: 2, tag: '', by: jane })).toMatchObject({ changed: false });
      expect(await marks.since(topic, 1)).toEqual([]);
    });

    test('a report has so many tags and no more', async () => {
      const { marks } = open();
      const topic = newTopic();
      const { tags } = limits.past;
      await publishTo(topic, tags + 1);
      for (let version = 1; version <= tags; version++)
        expect(await marks.tag(topic, { version, tag: `n${version}`, by: jane })).toMatchObject({ changed: true });
      expect(await marks.tag(topic, { version: tags + 1, tag: 'one more', by: jane })).toBe('full');
      expect(await marks.tag(topic, { version: 1, tag: 'other words', by: jane })).toMatchObject({ changed: true });
      await marks.tag(topic, { version: 1, tag: '', by: jane });
      expect(await marks.tag(topic, { version: tags + 1, tag: 'one more', by: jane })).toMatchObject({ changed: true });
    });

    test('versions with a tag, and those that were rolled back to, outlast thinning, pruning and bounds', async () => {
      const { reports, past, marks } = open();
      const topic = newTopic();
      const start = await publishTo(topic, 30);
      const kept = [7, 12, 20];
      const was = new Map<number, unknown>();
      for (const version of [...kept, 30]) was.set(version, await shown(topic, version));
      await marks.tag(topic, { version: 7, tag: 'a', by: jane });
      await marks.tag(topic, { version: 20, tag: 'b', by: jane });
      expect(await marks.keepRestored(topic, 12, jane)).toBe(true);
      clock.move(hour);
      await reports.append(whole({ topic, base: 30, version: 31 }));
      const reads = async () => {
        for (const [version, pages] of was) expect([version, await shown(topic, version)]).toEqual([version, pages]);
      };
      await past.thin({ from: start, to: start + minute, width: minute });
      await reads();
      const buckets = await past.buckets(topic, {
        versions: { first: 1, last: 30 },
        from: start,
        to: start + minute,
        most: 100_000,
      });
      expect(buckets.map(({ first }) => first.version)).toEqual([...kept, 30]);
      clock.move(hour);
      await reports.append(whole({ topic, base: 31, version: 32 }));
      was.delete(30);
      await reports.prune(clock.now() - minute);
      await reads();
      expect(await past.read(topic, 30)).toBeUndefined();
      await past.bound({ report: 1, server: 1 });
      await reads();
      expect((await past.at(topic, { version: 19 }))?.version).toBe(12);
      expect((await reports.newest(topic))?.version).toBe(32);
      expect(await past.bytes()).toBeGreaterThan(0);
    });

    test('a version whose address was given out outlasts thinning, pruning and bounds', async () => {
      const { reports, past, marks } = open();
      const topic = newTopic();
      const start = await publishTo(topic, 30);
      const was = await shown(topic, 17);
      expect(await marks.link(topic, 17, jane)).toBe(true);
      expect(await marks.link(topic, 17, bob)).toBe(true);
      expect(await marks.link(topic, 99, jane)).toBe(false);
      expect(await marks.since(topic, 1)).toEqual([]);
      clock.move(hour);
      await reports.append(whole({ topic, base: 30, version: 31 }));
      await past.thin({ from: start, to: start + minute, width: minute });
      expect(await readable(topic, 31)).toEqual([17, 30, 31]);
      clock.move(hour);
      await reports.append(whole({ topic, base: 31, version: 32 }));
      await reports.prune(clock.now() - minute);
      await past.bound({ report: 1, server: 1 });
      expect(await readable(topic, 32)).toEqual([17, 32]);
      expect(await shown(topic, 17)).toEqual(was);
      expect(await marks.link(topic, 17, bob)).toBe(true);
      expect(await marks.link(topic, 16, bob)).toBe(false);
    });

    test('links of one user make room for their own newer ones, not those of others', async () => {
      const { reports, marks, past } = open();
      const topic = newTopic();
      const { linksOfOne } = limits.past;
      await publishTo(topic, linksOfOne + 3);
      expect(await marks.link(topic, 1, bob)).toBe(true);
      for (let version = 2; version <= linksOfOne + 3; version++) {
        clock.move(1);
        expect(await marks.link(topic, version, jane)).toBe(true);
      }
      clock.move(hour);
      const last = linksOfOne + 4;
      await reports.append(whole({ topic, base: last - 1, version: last }));
      await past.bound({ report: 1, server: Number.MAX_SAFE_INTEGER });
      const kept = await readable(topic, last);
      expect(kept).toEqual([1, ...Array.from({ length: last - 3 }, (_, n) => n + 4)]);
    });

    test('tags on large reports take nothing of what the other versions may take', async () => {
      const { past } = open();
      const topic = newTopic();
      const before = await past.bytes();
      await publishLarge(topic, 10);
      const each = ((await past.bytes()) - before) / 10;
      const six = [1, 2, 3, 4, 5, 6];
      await tagAll(topic, six, 'kept');
      const bound = async (versions: number) => {
        await past.bound({ report: Math.ceil(versions * each), server: Number.MAX_SAFE_INTEGER });
        return readable(topic, 10);
      };
      expect(await bound(4.5)).toEqual([...six, 7, 8, 9, 10]);
      expect(await bound(2.5)).toEqual([...six, 9, 10]);
      await tagAll(topic, six, '');
      expect(await bound(2.5)).toEqual([9, 10]);
    });

    test('a rollback is kept with its version and holds the publisher until it is released', async () => {
      const { reports, marks } = open();
      const topic = newTopic();
      await publishTo(topic, 3);
      expect(await marks.held(topic)).toBeUndefined();
      const place = { ...cell({ topic, base: 3, version: 4 }, '1'), sender: jane };
      await reports.append({
        ...place,
        source: 'rollback',
        rollback: { restored: 1, reason: 'wrong', address: '', at: 1 },
      });
      const rollback = { version: 4, kind: 'rollback', words: 'wrong', restored: 1, by: jane };
      expect(await marks.held(topic)).toMatchObject(rollback);
      expect(await marks.since(topic, 1)).toMatchObject([rollback]);
      expect(await reports.head(topic)).toMatchObject({ version: 4, heldVersion: 4 });
      expect((await reports.last(topic, 2)).map(({ source }) => source)).toEqual(['rollback', '']);
      await reports.append({ ...cell({ topic, base: 4, version: 5 }, 'x'), source: 'control' });
      expect(await reports.head(topic)).toMatchObject({ version: 5, heldVersion: 4 });
      expect(await marks.release(topic, 3)).toBe(false);
      expect(await marks.release(topic, 4)).toBe(true);
      expect(await marks.release(topic, 4)).toBe(false);
      expect(await marks.held(topic)).toBeUndefined();
      expect(await reports.head(topic)).not.toHaveProperty('heldVersion');
    });
  });
}
