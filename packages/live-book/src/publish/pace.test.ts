import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('work that is due during a rest is done at its end, once', async () => {
  const clock = new TestClock();
  const done: number[] = [];
  const pace = new Pace(clock, async () => void done.push(clock.now()));
  pace.rest(1000);
  pace.now();
  pace.hint();
  await clock.advance(999);
  expect([done, pace.isWaiting]).toEqual([[], true]);
  await clock.advance(5000);
  expect([done, pace.isWaiting]).toEqual([[1000], false]);
});

test('work is never under way twice: what comes meanwhile is done behind it', async () => {
  const clock = new TestClock();
  const ends: (() => void)[] = [];
  const pace = new Pace(clock, () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    return promise;
  });
  pace.now();
  for (let n = 0; n < 3; n++) pace.now();
  await clock.advance(limits.liveBook.latest);
  expect(ends.length).toBe(1);
  ends[0]?.();
  await clock.advance(0);
  expect(ends.length).toBe(2);
  ends[1]?.();
  await pace.settled();
  await clock.advance(limits.liveBook.latest);
  expect(ends.length).toBe(2);
});

test('a pace that is stopped does nothing more', async () => {
  const clock = new TestClock();
  let done = 0;
  const pace = new Pace(clock, async () => void done++);
  pace.hint();
  pace.stop();
  pace.hint();
  pace.now();
  await clock.advance(limits.liveBook.latest);
  expect(done).toBe(0);
});
