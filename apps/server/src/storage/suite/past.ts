import type { Op } from '@sheetwire/contract/live';
import { cellText } from '@sheetwire/page/compare/cell-text';
import { applyOps } from '@sheetwire/page/ops';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import { cell, jane, newTopic, type Opened, table, timeOf, whole } from './builders.ts';
import { chosenSeed } from './chosen-seed.ts';
import type { MovedClock } from './moved-clock.ts';
import { bodies, chanceOf, contentsOf, named, publishHistory, reportOf } from './report-history.ts';

const minute = 60_000;
const hour = 60 * minute;
const LONG = 120_000;
const pageOf = () => 0;

const textOf = (html: string | undefined) => (html === undefined ? undefined : cellText(html));

/** The versions that are kept, each as it was. */
export function pastSuite(open: Opened, clock: MovedClock): void {
  const shown = async (topic: Topic, version: number) => bodies((await open().past.read(topic, version))?.pages ?? []);

  describe('the past of a report', () => {
    test(
      'every version that is kept reads as it was, and ops lead from each to each, forward and back',
      async () => {
        const topic = newTopic();
        const plan = { seed: chosenSeed(), versions: 60 };
        const history = await publishHistory(open, topic, plan, clock);
        for (const [version, pages] of history)
          expect([plan.seed, await shown(topic, version)]).toEqual([plan.seed, pages]);
        const chance = chanceOf(plan.seed);
        let walked = 0;
        for (let n = 0; n < 40; n++) {
          const [from, to] = [1 + chance(60), 1 + chance(60)];
          const way = await open().past.ops(topic, from, to);
          if (!way) continue;
          walked++;
          const pages = applyOps(history.get(from) ?? [], way.ops);
          expect([plan.seed, pages.map(({ html }) => html)]).toEqual([
            plan.seed,
            history.get(to)?.map(({ html }) => html),
          ]);
          expect([way.cleaner, way.pages.length]).toEqual([3, 2]);
        }
        expect([plan.seed, walked > 0]).toEqual([plan.seed, true]);
      },
      LONG,
    );

    test('a moment shows the newest version that was there, whichever it is', async () => {
      const { reports, past } = open();
      const topic = newTopic();
      const versions = [3, 4, 9, 10, 50];
      let base = 0;
      for (const version of versions) {
        const place = { topic, base, version };
        await reports.append(base === 0 ? whole(place) : cell(place, String(version)));
        base = version;
      }
      for (const [n, version] of versions.entries()) {
        const next = versions[n + 1] ?? 1000;
        for (const moment of [version, next - 1]) {
          expect(await past.at(topic, { time: timeOf(moment) })).toMatchObject({ version, time: timeOf(version) });
          expect((await past.at(topic, { version: moment }))?.version).toBe(version);
        }
        expect(await past.newer(topic, version)).toBe(versions.length - 1 - n);
      }
      expect(await past.at(topic, { time: timeOf(2) })).toBeUndefined();
      expect(await past.at(topic, { version: 2 })).toBeUndefined();
      expect(await past.at(newTopic(), { version: 2 })).toBeUndefined();
      expect(await past.oldest(topic)).toEqual({ version: 3, time: timeOf(3), sender: jane });
    });

    test('a whole report between two versions is no way of ops', async () => {
      const { reports, past } = open();
      const topic = newTopic();
      await reports.append(whole({ topic, base: 0, version: 1 }));
      await reports.append(cell({ topic, base: 1, version: 2 }, 'a'));
      await reports.append(whole({ topic, base: 2, version: 3 }));
      expect((await past.ops(topic, 2, 1))?.ops).toEqual([[0, 'c', 0, '1']]);
      expect(await past.ops(topic, 1, 3)).toBeUndefined();
      expect(await past.ops(topic, 3, 1)).toBeUndefined();
      expect((await past.read(topic, 2))?.pages[0]?.html).toBe(table(['a', '2']));
    });

    test('what is pruned is read no more, what is kept still is, from a keyframe that is older', async () => {
      const { reports, past } = open();
      const topic = newTopic();
      await reports.append(whole({ topic, base: 0, version: 1 }));
      await reports.append(cell({ topic, base: 1, version: 2 }, 'a'));
      clock.move(hour);
      await reports.append(whole({ topic, base: 2, version: 3 }));
      await reports.append(cell({ topic, base: 3, version: 4 }, 'b'));
      clock.move(hour);
      const before = clock.now();
      await reports.append(cell({ topic, base: 4, version: 5 }, 'c'));
      await reports.append(whole({ topic, base: 5, version: 6 }));
      clock.move(hour);
      await reports.prune(before);
      expect(await past.read(topic, 1)).toBeUndefined();
      expect(await past.read(topic, 2)).toBeUndefined();
      expect((await past.oldest(topic))?.version).toBe(4);
      for (const [version, text] of [
        [4, 'b'],
        [5, 'c'],
      ] as const) {
        expect((await past.read(topic, version))?.pages[0]?.html).toBe(table([text, '2']));
      }
      await reports.prune(clock.now());
      expect(await past.read(topic, 5)).toBeUndefined();
      expect((await past.read(topic, 6))?.version).toBe(6);
    });

    test(
      'a cell tells what it held as far back as versions are kept, over whole reports and keyframes',
      async () => {
        const topic = newTopic();
        const plan = { seed: chosenSeed(), versions: 60 };
        const history = await publishHistory(open, topic, plan, clock);
        const last = contentsOf(history.get(60));
        for (const name of [...last.keys()].slice(0, 12)) {
          const ask = { pageOf, cell: name, version: 60, since: '', most: 1000 };
          const { values = [], more } = (await open().past.cell(topic, ask)) ?? {};
          expect([plan.seed, more, values[0]?.text]).toEqual([plan.seed, false, textOf(last.get(name))]);
          for (const { version, text, cell: where } of values) {
            const then = textOf(contentsOf(history.get(version)).get(where));
            expect([plan.seed, name, version, then]).toEqual([plan.seed, name, version, text]);
          }
        }
      },
      LONG,
    );

    test('a cell that was not there for a while is followed to where it was before', async () => {
      const { reports, past } = open();
      const both = () => ({ html: `${named('1').html}${named('2').html.replace('A1', 'A2')}`, styles: [] });
      const told = async (topic: Topic, version: number) => {
        const found = await past.cell(topic, { pageOf, cell: 'A2', version, since: '', most: 100 });
        return found && [found.more, ...found.values.map((value) => [value.version, value.text])];
      };
      const wholes = newTopic();
      for (const [n, page] of [both(), named('1'), named('3'), both()].entries())
        await reports.append(whole({ topic: wholes, base: n, version: n + 1 }, reportOf(n + 1, [page])));
      expect(await told(wholes, 4)).toEqual([false, [4, '2'], [2, undefined], [1, '2']]);
      expect(await told(wholes, 3)).toEqual([false]);
      const steps = newTopic();
      await reports.append(whole({ topic: steps, base: 0, version: 1 }, reportOf(1, [both()])));
      const ops: Op[] = [[0, 'r', 1, 1, '']];
      const change = { kind: 'delta', ops } as const;
      await reports.append({ topic: steps, base: 1, version: 2, time: timeOf(2), sender: jane, change });
      await reports.append(cell({ topic: steps, base: 2, version: 3 }, '7'));
      await reports.append(whole({ topic: steps, base: 3, version: 4 }, reportOf(4, [both()])));
      expect(await told(steps, 4)).toEqual([false, [4, '2'], [2, undefined], [1, '2']]);
      const nowhere = { pageOf: () => undefined, cell: 'A2', version: 4, since: '', most: 100 };
      expect(await past.cell(steps, nowhere)).toBeUndefined();
    });

    test('of a cell the newest values are told, and those since a time', async () => {
      const { reports, past } = open();
      const topic = newTopic();
      await reports.append(whole({ topic, base: 0, version: 1 }, reportOf(1, [named('1')])));
      for (let version = 2; version <= 9; version++) {
        await reports.append(cell({ topic, base: version - 1, version }, String(Math.ceil(version / 2))));
      }
      const ask = { pageOf, cell: 'A1', version: 9, since: '', most: 100 };
      const told = async (more: Partial<typeof ask>) => {
        const told = await past.cell(topic, { ...ask, ...more });
        return [told?.values.map(({ version, text }) => [version, text]), told?.more];
      };
      expect(await told({})).toEqual([
        [
          [9, '5'],
          [7, '4'],
          [5, '3'],
          [3, '2'],
          [1, '1'],
        ],
        false,
      ]);
      expect(await told({ most: 2 })).toEqual([
        [
          [9, '5'],
          [7, '4'],
        ],
        true,
      ]);
      expect(await told({ since: timeOf(7) })).toEqual([
        [
          [9, '5'],
          [7, '4'],
        ],
        true,
      ]);
      expect(await told({ version: 4 })).toEqual([
        [
          [3, '2'],
          [1, '1'],
        ],
        false,
      ]);
      expect(await told({ cell: 'Z9' })).toEqual([[], false]);
      expect(await past.pages(topic, 4)).toEqual([{ name: 'P0', user: null }]);
    });
  });
}
