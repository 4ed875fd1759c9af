import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { watchLoop } from './loop-figures.ts';

function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a turn of the loop that takes longer than a request may is counted and shows in the longest delay', async () => {
  const watch = watchLoop(50);
  await wait(60);
  const before = watch.longTurns;
  hold(150);
  await wait(60);
  expect(watch.longTurns).toBeGreaterThan(before);
  expect(watch.read().max).toBeGreaterThan(0.1);
  watch.stop();
});

test('each look starts anew', async () => {
  const watch = watchLoop(50);
  await wait(60);
  hold(400);
  await wait(60);
  expect(watch.read().max).toBeGreaterThan(0.3);
  expect(watch.read().max).toBeLessThan(0.3);
  watch.stop();
});

test('the look at the loop wakes an idle server 50 times a second at most', () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  watchLoop().stop();
  const delays = timers.mock.calls.map(([, delay]) => delay ?? 0);
  timers.mockRestore();
  expect(delays).toHaveLength(1);
  expect(delays[0]).toBeGreaterThanOrEqual(20);
});

test('a loop that was not looked at yet has no delay', () => {
  const watch = watchLoop();
  expect(watch.read()).toEqual({ p50: 0, p99: 0, max: 0 });
  watch.stop();
});
