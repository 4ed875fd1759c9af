import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ann, daily, type EngineRig, engineRig, pagesOf, sheet, wholeOf } from '#report/testing/engine-rig.ts';
import { FaultyLog } from '#report/testing/faulty-log.ts';
import { Unread } from './unread.ts';

let there: EngineRig;
let here: EngineRig;
let steady: number;
/** Awaited before the store is read here. */
let readable: Promise<void>;
let isFailing: boolean;
beforeEach(async () => {
  steady = 0;
  readable = Promise.resolve();
  isFailing = false;
  there = await engineRig();
  here = await engineRig({
    stores: there.stores,
    steady: () => steady,
    logOf: (log) => {
      const slow = new FaultyLog(log);
      slow.before = () => readable;
      slow.fate = () => (isFailing ? 'fails' : 'well');
      return slow;
    },
  });
});
afterEach(async () => {
  await here.close();
  await there.close();
});

const patch = (html: string) => {
  const baseVersion = there.engine.head(daily)?.version ?? 0;
  return there.engine.patch(daily, { sender: ann, baseVersion, cells: [{ page: 'Positions', cell: 'A1', html }] });
};

async function loadedHere(): Promise<void> {
  await there.engine.publish(daily, wholeOf([sheet(['1'])]));
  await here.engine.refresh(daily);
  await pagesOf(here);
}

test('a version that is told is known from then on, and for as long as the store does not give it', async () => {
  await loadedHere();
  const { version } = await patch('2');
  const { promise, resolve } = Promise.withResolvers<void>();
  readable = promise;
  steady = 100;
  const following = here.engine.follow(daily, { version, steps: undefined });
  steady = 400;
  expect([300, 301].map((ms) => here.engine.unread.newestFor(daily, ms))).toEqual([version, undefined]);
  resolve();
  await following;
  expect(here.engine.unread.newestFor(daily, 0)).toBeUndefined();
});

test('one that could not be read is known still, until it is read', async () => {
  await loadedHere();
  const { version } = await patch('2');
  isFailing = true;
  await expect(here.engine.follow(daily, { version, steps: undefined })).rejects.toThrow('the disk is full');
  expect(here.engine.unread.newestFor(daily, 0)).toBe(version);
  isFailing = false;
  await here.engine.refresh(daily);
  expect(here.engine.unread.newestFor(daily, 0)).toBeUndefined();
});

test('one that the store does not hold, as after a restore, is none; one that was noted since it was asked stays', async () => {
  await loadedHere();
  here.engine.unread.note(daily, 8);
  const { promise, resolve } = Promise.withResolvers<void>();
  readable = promise;
  const refreshing = here.engine.refresh(daily);
  here.engine.unread.note(daily, 9);
  resolve();
  await refreshing;
  expect(here.engine.unread.newestFor(daily, 0)).toBe(9);
  await here.engine.refresh(daily);
  expect(here.engine.unread.newestFor(daily, 0)).toBeUndefined();
});

test('of versions that come one after another each is known since it came, though those before it were read', () => {
  let held = 1;
  const unread = new Unread({ now: () => 0, steady: () => steady }, () => held);
  for (let version = 2; version <= 5; version++) {
    steady = 100 * version;
    unread.note(daily, version);
    unread.note(daily, version - 1);
  }
  held = 3;
  expect([0, 100, 101].map((ms) => unread.newestFor(daily, ms))).toEqual([5, 4, undefined]);
  expect([...unread.allFor(0)]).toEqual([[daily, 5]]);
  held = 5;
  expect([...unread.allFor(0)]).toEqual([]);
});

test('beyond a bound the last takes the place of the one before it, and counts from when that was known', () => {
  const unread = new Unread({ now: () => 0, steady: () => steady }, () => 0);
  const { most } = limits.unread;
  for (let version = 1; version <= most + 100; version++) {
    steady = version;
    unread.note(daily, version);
  }
  expect(unread.newestFor(daily, 100)).toBe(most + 100);
  expect(unread.newestFor(daily, 101)).toBe(most - 1);
});
