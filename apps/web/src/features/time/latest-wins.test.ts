import { TestClock } from '@sheetwire/client/test-clock';
import { expect, test } from 'vitest';
import { LatestWins } from './latest-wins.ts';

const gap = 100;

function build() {
  const clock = new TestClock();
  const asked: [value: number, at: number][] = [];
  const ends: (() => void)[] = [];
  const began = clock.now();
  const queue = new LatestWins<number>({
    clock,
    gap,
    run(value) {
      asked.push([value, clock.now() - began]);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      return promise;
    },
  });
  const end = async () => {
    ends.shift()?.();
    await clock.advance(0);
  };
  return { clock, queue, asked, end };
}

test('it is busy from the first question until the last is answered', async () => {
  const { clock, queue, end } = build();
  expect(queue.isBusy).toBe(false);
  for (const value of [1, 2]) queue.ask(value);
  await end();
  expect(queue.isBusy).toBe(true);
  await clock.advance(gap);
  expect(queue.isBusy).toBe(true);
  await end();
  expect(queue.isBusy).toBe(false);
});

test('one is asked at a time, and of those that wait only the latest', async () => {
  const { clock, queue, asked, end } = build();
  for (const value of [1, 2, 3]) queue.ask(value);
  expect(queue.latest).toBe(3);
  await clock.advance(gap * 5);
  expect(asked).toEqual([[1, 0]]);
  await end();
  expect(asked).toEqual([
    [1, 0],
    [3, gap * 5],
  ]);
});

test('two never begin within the gap, however quick the answers are', async () => {
  const { clock, queue, asked, end } = build();
  for (let value = 0; value < 50; value++) {
    queue.ask(value);
    await end();
    await clock.advance(gap / 10);
  }
  await clock.advance(gap);
  expect(asked.length).toBeLessThanOrEqual(6);
  expect(asked.slice(1).every(([, at], n) => at - (asked[n]?.[1] ?? 0) >= gap)).toBe(true);
  expect(asked.at(-1)?.[0]).toBe(49);
});

test('after a stop nothing that was under way begins another', async () => {
  const { clock, queue, asked, end } = build();
  queue.ask(1);
  queue.ask(2);
  queue.stop();
  await end();
  await clock.advance(gap * 2);
  expect(asked).toEqual([[1, 0]]);
  queue.ask(3);
  expect(asked.at(-1)?.[0]).toBe(3);
});
