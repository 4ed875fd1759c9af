import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Upkeep } from './upkeep.ts';

type Some = readonly (readonly [string, number])[];

let told: { readonly sessions: Some[]; readonly bearers: Some[] };
let faults: unknown[];
let isDown = false;
beforeEach(() => {
  vi.useFakeTimers();
  told = { sessions: [], bearers: [] };
  faults = [];
  isDown = false;
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is kept of the stores is what they were told. */
function upkeep(): Upkeep {
  const take = (list: Some[]) => async (some: Some) => {
    if (isDown) throw new Error('away');
    list.push(some);
  };
  const stores = { sessions: { touch: take(told.sessions) }, tokens: { used: take(told.bearers) } };
  return new Upkeep(stores, (fault) => faults.push(fault));
}

test('the last calls of all lines are written together, each line once, with its last call', async () => {
  const kept = upkeep();
  for (let n = 0; n < 1000; n++) kept.note('session', `s${n % 100}`, n);
  kept.note('bearer', 'b', 5);
  expect([kept.lastCall('session', 's7'), kept.lastCall('bearer', 'b'), told.sessions]).toEqual([907, 5, []]);
  await vi.advanceTimersByTimeAsync(limits.upkeep.every);
  expect(told.sessions.map((some) => some.length)).toEqual([100]);
  expect([told.sessions[0]?.at(7), told.bearers]).toEqual([['s7', 907], [[['b', 5]]]]);
  expect(kept.lastCall('session', 's7')).toBe(0);
  await vi.advanceTimersByTimeAsync(10 * limits.upkeep.every);
  expect(told.sessions).toHaveLength(1);
});

test('a server that dies loses the calls of the last few seconds and nothing before', async () => {
  const kept = upkeep();
  for (let n = 0; n < 100; n++) {
    kept.note('session', 's', Date.now());
    await vi.advanceTimersByTimeAsync(limits.seenEvery);
  }
  const last = Date.now();
  kept.note('session', 's', last);
  // Here the server is gone: what it had told is the call before, a minute and a turn of upkeep ago at most.
  const [, written = 0] = told.sessions.at(-1)?.at(-1) ?? [];
  expect([told.sessions.length, last - written]).toEqual([100, limits.seenEvery]);
});

test('so many at once are written without waiting, and never more in one statement', async () => {
  const kept = upkeep();
  for (let n = 0; n < 2 * limits.upkeep.most; n++) kept.note('session', `s${n}`, n);
  await vi.advanceTimersByTimeAsync(0);
  expect(told.sessions.map((some) => some.length)).toEqual([limits.upkeep.most, limits.upkeep.most]);
});

test('what could not be written is written with what follows, and is bounded', async () => {
  const kept = upkeep();
  isDown = true;
  kept.note('session', 'a', 1);
  kept.note('session', 'b', 1);
  await vi.advanceTimersByTimeAsync(limits.upkeep.every);
  kept.note('session', 'b', 2);
  expect([faults.length, kept.lastCall('session', 'a')]).toEqual([1, 1]);
  for (let n = 0; n < 2 * limits.maxKnownCallers; n++) kept.note('bearer', `b${n}`, n);
  isDown = false;
  await kept.settle();
  expect(new Map(told.sessions.flat())).toEqual(
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
  );
  expect(told.bearers.flat().length).toBeLessThanOrEqual(limits.maxKnownCallers + limits.upkeep.most);
});
