import { branded } from '@sheetwire/rules/name';
import { afterAll, expect, test } from 'vitest';
import { LiveBooks } from './live-books.ts';

const topic = branded<'Topic'>('ACME/RATES/DAILY');
const missing = () => Promise.reject(new Error('nothing is kept here'));
const books = new LiveBooks({
  store: { keep: missing, find: missing, read: missing, note: missing, drop: missing, prune: missing },
  clock: { now: () => 0 },
  chance: { bytes: (count) => new Uint8Array(count) },
});
afterAll(() => books.close());

test('no more changes of one book wait than its report lets wait, and those of others go on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let done = 0;
  const work = async () => {
    await promise;
    done++;
  };
  const waiting = Array.from({ length: 1000 }, () => books.inTurn(topic, work));
  await expect(books.inTurn(topic, work)).rejects.toMatchObject({ code: 'too_many' });
  expect(await books.inTurn(branded<'Topic'>('ACME/RATES/OTHER'), async () => 'done')).toBe('done');
  resolve();
  await Promise.all(waiting);
  expect(done).toBe(1000);
  expect(await books.inTurn(topic, async () => 'again')).toBe('again');
});
