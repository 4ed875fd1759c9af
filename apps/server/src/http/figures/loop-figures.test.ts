import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchLoop } from './loop-figures.ts';

function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a turn of the loop that takes longer than a request may is counted and shows in the longest delay', async () => {
  const watch = watchLoop(50);
  await wait(30);
  const before = watch.longTurns;
  hold(150);
  await wait(30);
  expect(watch.longTurns).toBeGreaterThan(before);
  expect(watch.read().max).toBeGreaterThan(0.1);
  watch.stop();
});

test('each look starts anew', async () => {
  const watch = watchLoop(50);
  await wait(30);
  hold(400);
  await wait(30);
  expect(watch.read().max).toBeGreaterThan(0.3);
  expect(watch.read().max).toBeLessThan(0.3);
  watch.stop();
});
