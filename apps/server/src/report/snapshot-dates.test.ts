import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import { heapHeld } from '#testing/heap-held.ts';
import { SnapshotDates } from './snapshot-dates.ts';

const topic = (n: number) => branded<'Topic'>(`ACME/RATES/R${n}`);
const DAYS = 4000;
const REPORTS = 200;

function build(read: () => Promise<readonly string[]>) {
  const clock = new MovedClock();
  let reads = 0;
  const store = {
    dates() {
      reads++;
      return read();
    },
  };
  const dates = new SnapshotDates(store, clock);
  return { dates, clock, reads: () => reads };
}

test('days that are not believed any more take no memory', async () => {
  const { dates, clock } = build(async () => Array.from({ length: DAYS }, (_, n) => `${20_000_000 + n}`));
  const bytes = await heapHeld(async () => {
    for (let n = 0; n < REPORTS; n++) await dates.of(topic(n));
    clock.move(limits.topicRefresh.desktop);
    await dates.of(topic(REPORTS));
    return dates;
  });
  expect(bytes).toBeLessThan((REPORTS * DAYS * 8) / 10);
});

test('many who poll share a reading, until it is old, a snapshot is taken or it failed', async () => {
  const { dates, clock, reads } = build(async () => ['20261120']);
  await Promise.all([dates.of(topic(1)), dates.of(topic(1))]);
  expect(reads()).toBe(1);
  clock.move(limits.topicRefresh.desktop);
  await dates.of(topic(1));
  dates.forget(topic(1));
  await dates.of(topic(1));
  expect(reads()).toBe(3);
});

test('a reading that failed is made again, and takes nothing of one that came after it', async () => {
  const answers = [Promise.withResolvers<readonly string[]>(), Promise.withResolvers<readonly string[]>()];
  let n = 0;
  const { dates, reads } = build(() => answers[n++]?.promise ?? Promise.resolve([]));
  const first = dates.of(topic(1));
  dates.forget(topic(1));
  const second = dates.of(topic(1));
  answers[0]?.reject(new Error('no disk'));
  await expect(first).rejects.toThrow('no disk');
  answers[1]?.resolve(['20261120']);
  expect(await second).toEqual(['20261120']);
  expect(await dates.of(topic(1))).toEqual(['20261120']);
  expect(reads()).toBe(2);
});
