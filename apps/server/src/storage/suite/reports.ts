import { limits } from '@sheetwire/contract/limits';
import { describe, expect, test } from 'vitest';
import { type StoredReport, VersionConflict } from '#ports/report-log.ts';
import { cell, newTopic, type Opened, report, table, timeOf, whole } from './builders.ts';

const LONG = 60_000;

export function reportSuite(open: Opened): void {
  describe('the log of a report', () => {
    test('what was appended whole is the newest version', async () => {
      const { reports } = open();
      const topic = newTopic();
      await reports.append(whole({ topic, base: 0, version: 1 }));
      expect(await reports.newest(topic)).toEqual(report(1));
    });

    test('a topic that was never published has no head, no version and no steps', async () => {
      const { reports } = open();
      const topic = newTopic();
      expect(await reports.newest(topic)).toBeUndefined();
      expect(await reports.head(topic)).toBeUndefined();
      expect(await reports.since(topic, 0)).toEqual([]);
      expect(await reports.since(topic, 4)).toBeUndefined();
      expect((await reports.heads()).map((head) => head.topic)).not.toContain(topic);
    });

    test('the last versions come newest first, as many as are asked for', async () => {
      const { reports } = open();
      const topic = newTopic();
      expect(await reports.last(topic, 5)).toEqual([]);
      await reports.append(whole({ topic, base: 0, version: 1 }));
      const second = cell({ topic, base: 1, version: 2 }, 'a');
      await reports.append(second);
      const counts = { bytes: 15, pages: 1, cells: 1, rows: 0, styles: 0, replaced: 0 };
      const change = { kind: 'delta', counts };
      expect(await reports.last(topic, 5)).toEqual([
        { from: 1, version: 2, time: timeOf(2), sender: 'ACME/bob', source: '', change },
        { from: 0, version: 1, time: timeOf(1), sender: 'ACME/jane.doe', source: '', change: { kind: 'whole' } },
      ]);
      expect(await reports.last(topic, 1)).toHaveLength(1);
    });

    test('the times of the last versions come oldest first, as many as are asked for', async () => {
      const { reports } = open();
      const topic = newTopic();
      expect(await reports.times(topic, 5)).toEqual([]);
      await reports.append(whole({ topic, base: 0, version: 1 }));
      for (const version of [2, 3]) await reports.append(cell({ topic, base: version - 1, version }, `${version}`));
      expect(await reports.times(topic, 5)).toEqual([1, 2, 3].map(timeOf));
      expect(await reports.times(topic, 2)).toEqual([2, 3].map(timeOf));
    });

    test('deltas add up to the newest version and come back as steps', async () => {
      const { reports } = open();
      const topic = newTopic();
      await reports.append(whole({ topic, base: 0, version: 1 }));
      await reports.append(cell({ topic, base: 1, version: 2 }, 'a'));
      await reports.append(cell({ topic, base: 2, version: 5 }, 'b', 1));
      const newest = await reports.newest(topic);
      expect(newest).toMatchObject({
        version: 5,
        time: timeOf(5),
        sender: 'ACME/bob',
        metadata: { Source: 'book “A”' },
      });
      expect(newest?.pages[0]).toEqual({ ...report(1).pages[0], html: table(['a', 'b']) });
      expect(await reports.since(topic, 1)).toEqual([
        {
          from: 1,
          version: 2,
          time: timeOf(2),
          sender: 'ACME/bob',
          change: cell({ topic, base: 1, version: 2 }, 'a').change,
        },
        {
          from: 2,
          version: 5,
          time: timeOf(5),
          sender: 'ACME/bob',
          change: cell({ topic, base: 2, version: 5 }, 'b', 1).change,
        },
      ]);
      expect(await reports.since(topic, 5)).toEqual([]);
      expect(await reports.since(topic, 3)).toBeUndefined();
      expect(await reports.since(topic, 9)).toBeUndefined();
    });

    test('a whole step says only that it was whole', async () => {
      const { reports } = open();
      const topic = newTopic();
      await reports.append(whole({ topic, base: 0, version: 1 }));
      await reports.append(whole({ topic, base: 1, version: 2 }, report(2, ['new'])));
      expect((await reports.since(topic, 0))?.map((step) => step.change)).toEqual([
        { kind: 'whole' },
        { kind: 'whole' },
      ]);
      expect(await reports.newest(topic)).toEqual(report(2, ['new']));
    });

    test('an append on another base is refused with the newest version and changes nothing', async () => {
      const { reports } = open();
      const topic = newTopic();
      await reports.append(whole({ topic, base: 0, version: 3 }));
      await expect(reports.append(cell({ topic, base: 2, version: 4 }, 'x'))).rejects.toThrow(VersionConflict);
      await expect(reports.append(cell({ topic, base: 2, version: 4 }, 'x'))).rejects.toMatchObject({ have: 3 });
      await expect(reports.append(whole({ topic, base: 0, version: 1 }))).rejects.toMatchObject({ have: 3 });
      expect(await reports.newest(topic)).toEqual(report(3));
    });

    test('a log neither goes back nor begins with a delta', async () => {
      const { reports } = open();
      const topic = newTopic();
      await expect(reports.append(cell({ topic, base: 0, version: 1 }, 'x'))).rejects.toThrow('whole');
      await reports.append(whole({ topic, base: 0, version: 3 }));
      await expect(reports.append(cell({ topic, base: 3, version: 3 }, 'x'))).rejects.toThrow('not above');
      expect(await reports.newest(topic)).toEqual(report(3));
    });

    test('appends that do not wait for each other keep their order, large ones among small ones', async () => {
      const { reports } = open();
      const topic = newTopic();
      const large = report(2, ['x'.repeat(2 * limits.store.packAside), 'y']);
      await Promise.all([
        reports.append(whole({ topic, base: 0, version: 1 })),
        reports.append(whole({ topic, base: 1, version: 2 }, large)),
        reports.append(cell({ topic, base: 2, version: 3 }, 'small')),
        reports.append(cell({ topic, base: 3, version: 4 }, 'z'.repeat(4 * limits.store.packAside))),
        reports.append(cell({ topic, base: 4, version: 5 }, 'last')),
      ]);
      expect((await reports.newest(topic))?.pages[0]?.html).toBe(table(['last', 'y']));
      expect((await reports.since(topic, 0))?.map((step) => step.version)).toEqual([1, 2, 3, 4, 5]);
    });

    test('of sixteen writers on one base one wins', async () => {
      const { reports } = open();
      const topic = newTopic();
      await reports.append(whole({ topic, base: 0, version: 1 }));
      const results = await Promise.allSettled(
        Array.from({ length: 16 }, (_, n) => reports.append(cell({ topic, base: 1, version: n + 2 }, String(n)))),
      );
      const won = results.findIndex((result) => result.status === 'fulfilled');
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      expect((await reports.newest(topic))?.pages[0]?.html).toBe(table([String(won), '2']));
    });

    test(
      'sixteen writers on reports of their own lose nothing',
      async () => {
        const { reports } = open();
        const topics = Array.from({ length: 16 }, newTopic);
        await Promise.all(
          topics.map(async (topic) => {
            await reports.append(whole({ topic, base: 0, version: 1 }));
            for (let version = 2; version <= 40; version++) {
              await reports.append(cell({ topic, base: version - 1, version }, `v${version}`));
            }
          }),
        );
        for (const topic of topics) {
          expect(await reports.since(topic, 0)).toHaveLength(40);
          expect((await reports.newest(topic))?.pages[0]?.html).toBe(table(['v40', '2']));
        }
      },
      LONG,
    );

    test('every kind of op replays as it was published', async () => {
      const { reports } = open();
      const topic = newTopic();
      await reports.append(whole({ topic, base: 0, version: 1 }));
      const row = '<tr><td>r1</td><td>r2</td></tr>';
      const steps = [
        [
          [0, 's', 1, 'color:blue'],
          [0, 'c', 1, 'b', 1],
        ],
        [
          [1, 'c', 0, 'still bob'],
          [0, 'r', 1, 0, row],
          [0, 'c', 2, 'third'],
        ],
        [
          [0, 'r', 0, 1, ''],
          [0, 'c', 0, 'first'],
        ],
        [
          [1, 'p', '<p>gone</p>'],
          [1, 'p', table(['again'])],
          [1, 'c', 0, '&lt;'],
        ],
      ] as const;
      for (const [n, ops] of steps.entries()) {
        const append = cell({ topic, base: n + 1, version: n + 2 }, '');
        await reports.append({ ...append, change: { kind: 'delta', ops } });
      }
      const pages = (await reports.newest(topic))?.pages;
      expect(pages?.[0]?.html).toBe('<table><tbody><tr><td>first</td><td>r2</td></tr></tbody></table>');
      expect(pages?.[0]?.styles).toEqual(['color:red', 'color:blue']);
      expect(pages?.[1]?.html).toBe(table(['&lt;']));
    });

    test('secrets are set, kept and removed with a version', async () => {
      const { reports } = open();
      const topic = newTopic();
      const secrets = async () => {
        const { viewSecret, publishSecret } = (await reports.head(topic)) ?? {};
        return [viewSecret, publishSecret];
      };
      await reports.append({ ...whole({ topic, base: 0, version: 1 }), viewSecret: 'v' });
      expect(await secrets()).toEqual(['v', null]);
      await reports.append({ ...cell({ topic, base: 1, version: 2 }, 'x'), publishSecret: 'p' });
      expect(await secrets()).toEqual(['v', 'p']);
      await reports.append({ ...cell({ topic, base: 2, version: 3 }, 'x'), viewSecret: null });
      expect(await secrets()).toEqual([null, 'p']);
    });

    test('a removed report keeps its head and is not live; publishing again makes it live', async () => {
      const { reports } = open();
      const topic = newTopic();
      const empty: StoredReport = { ...report(2), pages: [], metadata: {} };
      await reports.append(whole({ topic, base: 0, version: 1 }));
      expect(await reports.head(topic)).toMatchObject({ isLive: true, sender: 'ACME/jane.doe', time: timeOf(1) });
      await reports.append(whole({ topic, base: 1, version: 2 }, empty));
      expect(await reports.head(topic)).toMatchObject({ isLive: false, version: 2 });
      expect(await reports.newest(topic)).toEqual(empty);
      await reports.append(whole({ topic, base: 2, version: 3 }));
      expect(await reports.head(topic)).toMatchObject({ isLive: true, version: 3 });
    });
  });
}
