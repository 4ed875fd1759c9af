import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import type { KeptBook } from '#ports/books/book-store.ts';
import { newTopic, type Opened, unique } from './builders.ts';

const text = (value: string) => new TextEncoder().encode(value);

function book(topic: Topic, file: Uint8Array, further: Partial<KeptBook> = {}): KeptBook {
  const hash = createHash('sha256').update(file).digest('base64url');
  const chosen = { selection: '{"sheets":["S"]}', metadata: '{"a":"b"}', changedAt: 5 };
  return { topic, version: 3, state: unique('state'), hash, bytes: file.length, name: 'A.xlsx', ...chosen, ...further };
}

export function bookSuite(open: Opened): void {
  describe('published workbooks', () => {
    test('a workbook comes back as it was kept, with the values written down since', async () => {
      const { books } = open();
      const file = Uint8Array.from({ length: limits.values.part + 3 }, (_, n) => n % 251);
      const kept = book(newTopic(), file);
      await books.keep(kept, file.slice());
      expect(await books.find(kept.topic)).toEqual(kept);
      const note = (from: string, state: string, body: string, isWhole = false) =>
        books.note({ topic: kept.topic, from, state, version: 4, changedAt: 6, record: { body: text(body), isWhole } });
      expect(await note(kept.state, 'two', 'a')).toBe(true);
      expect(await note(kept.state, 'other', 'lost')).toBe(false);
      expect(await note('two', 'three', 'b')).toBe(true);
      expect(await books.read(kept)).toBeUndefined();
      const now = { ...kept, state: 'three', version: 4, changedAt: 6 };
      expect(await books.find(kept.topic)).toEqual(now);
      const read = await books.read(now);
      expect(Buffer.from(read?.file ?? [])).toEqual(Buffer.from(file));
      expect(read?.records.map((one) => Buffer.from(one).toString())).toEqual(['a', 'b']);
      await note('three', 'four', 'all', true);
      const folded = await books.read({ ...now, state: 'four' });
      expect(folded?.records.map((one) => Buffer.from(one).toString())).toEqual(['all']);
    });

    test('a newer workbook takes the place of an older one, and never the other way', async () => {
      const { books } = open();
      const topic = newTopic();
      const [old, next] = [text(unique('old')), text(unique('next'))];
      const first = book(topic, old);
      await books.keep(first, old.slice());
      await books.note({ ...first, from: first.state, record: { body: text('value'), isWhole: false } });
      const second = book(topic, next, { version: 5 });
      await books.keep(second, next.slice());
      await books.keep(first, old.slice());
      expect(await books.find(topic)).toEqual(second);
      expect((await books.read(second))?.records).toEqual([]);
    });

    test('a workbook that is dropped leaves its bytes to the reports that have the same', async () => {
      const { books } = open();
      const file = text(unique('shared'));
      const [one, two] = [book(newTopic(), file), book(newTopic(), file)];
      await books.keep(one, file.slice());
      await books.keep(two, file.slice());
      await books.drop(one.topic);
      expect(await books.find(one.topic)).toBeUndefined();
      expect((await books.read(two))?.file.length).toBe(file.length);
      await books.drop(two.topic);
      expect(await books.read(two)).toBeUndefined();
    });

    test('what other content took the place of goes in time', async () => {
      const { books } = open();
      const file = text(unique('stale'));
      const kept = book(newTopic(), file, { changedAt: 100 });
      await books.keep(kept, file.slice());
      await books.prune(100);
      expect(await books.find(kept.topic)).toEqual(kept);
      expect(await books.prune(101)).toBeGreaterThan(0);
      expect(await books.find(kept.topic)).toBeUndefined();
    });
  });
}
