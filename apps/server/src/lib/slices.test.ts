import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import { inSlices, Slices } from './slices.ts';

const STEPS = 32;
const noFault = (fault: unknown) => expect.unreachable(String(fault));

/** A clock on which each look takes as long as a slice may. */
function slowClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += limits.slice / 2;
    return now;
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

function* counted(steps: number, seen: string[], name: string): Generator<void, string> {
  for (let n = 0; n < steps; n++) {
    seen.push(name);
    yield;
  }
  return name;
}

test('short work is done at once', () => {
  const [slices, seen] = [new Slices(noFault), [] as string[]];
  slices.add(counted(3, seen, 'a'));
  expect([seen, slices.isIdle]).toEqual([['a', 'a', 'a'], true]);
});

test('long work lets whatever else is due go on in between, and is done in order', async () => {
  slowClock();
  const [slices, seen] = [new Slices(noFault), [] as string[]];
  slices.add(counted(5 * STEPS, seen, 'long'));
  slices.add(counted(1, seen, 'next'));
  expect(seen.length).toBeLessThan(3 * STEPS);
  let turns = 0;
  for (; !slices.isIdle; turns++) await nextTurn();
  expect(turns).toBeGreaterThan(1);
  expect([seen.length, seen.at(-1)]).toEqual([5 * STEPS + 1, 'next']);
});

test('shorter slices give way sooner', async () => {
  slowClock();
  const [slices, seen] = [new Slices(noFault, { most: 0, steps: 4 }), [] as string[]];
  slices.add(counted(12, seen, 'a'));
  const done = [seen.length];
  while (!slices.isIdle) {
    await nextTurn();
    done.push(seen.length);
  }
  expect(done).toEqual([4, 8, 12, 12]);
});

test('work that fails is told of and given up, and what waits behind it goes on', async () => {
  slowClock();
  const [faults, seen] = [[] as unknown[], [] as string[]];
  const slices = new Slices((fault) => faults.push(fault));
  slices.add(counted(2 * STEPS, seen, 'a'));
  slices.add({
    next: () => {
      throw new Error('broken');
    },
  });
  slices.add(counted(1, seen, 'b'));
  while (!slices.isIdle) await nextTurn();
  expect([faults.length, seen.at(-1)]).toEqual([1, 'b']);
});

test('what is stopped is left undone', async () => {
  slowClock();
  const [slices, seen] = [new Slices(noFault), [] as string[]];
  slices.add(counted(10 * STEPS, seen, 'a'));
  const done = seen.length;
  slices.stop();
  await nextTurn();
  expect([seen.length, slices.isIdle]).toEqual([done, true]);
});

test('work whose end is waited for gives its result, and turns to others meanwhile', async () => {
  slowClock();
  const seen: string[] = [];
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  expect(await inSlices(counted(20 * STEPS, seen, 'all'))).toBe('all');
  clearInterval(timer);
  expect(seen).toHaveLength(20 * STEPS);
});
