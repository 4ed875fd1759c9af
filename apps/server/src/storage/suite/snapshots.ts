import { describe, expect, test } from 'vitest';
import { newTopic, type Opened, report } from './builders.ts';

export function snapshotSuite(open: Opened): void {
  describe('snapshots', () => {
    const taken = (topic: ReturnType<typeof newTopic>, date: string, cells?: string[]) => ({
      topic,
      date,
      capturedAt: 5,
      report: report(4, cells),
    });

    test('the newest snapshot at or before a date is shown', async () => {
      const { snapshots } = open();
      const topic = newTopic();
      await snapshots.capture(taken(topic, '2026-03-02', ['a']));
      await snapshots.capture(taken(topic, '2026-03-05', ['b']));
      expect(await snapshots.atOrBefore(topic, '2026-03-01')).toBeUndefined();
      expect(await snapshots.atOrBefore(topic, '2026-03-02')).toEqual(taken(topic, '2026-03-02', ['a']));
      expect((await snapshots.atOrBefore(topic, '2026-03-04'))?.date).toBe('2026-03-02');
      expect((await snapshots.atOrBefore(topic, '2027-01-01'))?.date).toBe('2026-03-05');
      expect(await snapshots.dates(topic)).toEqual(['2026-03-05', '2026-03-02']);
      expect(await snapshots.dates(newTopic())).toEqual([]);
    });

    test('a second capture of a date replaces the first; a body that another day shares stays', async () => {
      const { snapshots } = open();
      const topic = newTopic();
      await snapshots.capture(taken(topic, '2026-03-02', ['same']));
      await snapshots.capture(taken(topic, '2026-03-03', ['same']));
      await snapshots.capture(taken(topic, '2026-03-03', ['other']));
      await snapshots.capture(taken(topic, '2026-03-03', ['third']));
      expect(await snapshots.atOrBefore(topic, '2026-03-02')).toEqual(taken(topic, '2026-03-02', ['same']));
      expect(await snapshots.atOrBefore(topic, '2026-03-03')).toEqual(taken(topic, '2026-03-03', ['third']));
    });

    test('a snapshot is looked at without what its pages hold, and they are read one by one', async () => {
      const { snapshots } = open();
      const topic = newTopic();
      const of = (user: string | null, html: string) => ({ name: 'P', user, html, styles: ['color:red'] });
      const pages = [of(null, 'all'), of('ACME/jane', 'hers'), of(null, 'all')];
      const report = { ...taken(topic, '').report, pages };
      await snapshots.capture({ topic, date: '2026-03-02', capturedAt: 5, report });
      expect(await snapshots.head(topic, '2026-03-01')).toBeUndefined();
      const head = await snapshots.head(topic, '2026-03-09');
      const { pages: _, ...facts } = report;
      expect(head).toMatchObject({ topic, date: '2026-03-02', capturedAt: 5, report: facts });
      expect(head?.pages.map(({ user }) => user)).toEqual([null, 'ACME/jane', null]);
      if (!head) return;
      expect(JSON.stringify(head)).not.toContain('hers');
      expect(await snapshots.pages(head, [2, 1])).toEqual([pages[2], pages[1]]);
      expect(await snapshots.pages(head, [])).toEqual([]);
      await snapshots.capture(taken(topic, '2026-03-02', ['other']));
      expect(await snapshots.pages(head, [1])).toBeUndefined();
    });

    test('an empty report is a snapshot too', async () => {
      const { snapshots } = open();
      const topic = newTopic();
      const empty = { ...taken(topic, '2026-03-02'), report: { ...report(9), pages: [], metadata: {} } };
      await snapshots.capture(empty);
      expect(await snapshots.atOrBefore(topic, '2026-03-02')).toEqual(empty);
    });

    test('sixteen captures of one content at once all succeed', async () => {
      const { snapshots } = open();
      const topics = Array.from({ length: 16 }, newTopic);
      await Promise.all(topics.map((topic) => snapshots.capture(taken(topic, '2026-03-02', ['shared by all']))));
      for (const topic of topics) expect(await snapshots.dates(topic)).toEqual(['2026-03-02']);
    });
  });
}
