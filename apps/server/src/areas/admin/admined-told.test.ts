import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import { heapHeld } from '#testing/heap-held.ts';
import { AdminedTold } from './admined-told.ts';

test('a list is told to who does not hold it, and for a while after it changed', () => {
  const clock = new MovedClock();
  const told = new AdminedTold(clock);
  const [one, other] = [['ACME/A'], ['ACME/B']];
  expect([told.isDue('x', one, 1), told.isDue('x', one, 1), told.isDue('x', one, 0)]).toEqual([true, false, true]);
  expect([told.isDue('x', other, 1), told.isDue('x', other, 1)]).toEqual([true, true]);
  clock.move(limits.adminedTold);
  expect(told.isDue('x', other, 1)).toBe(false);
});

test('the lists of logins that ask no more take no memory', async () => {
  const [logins, names] = [100, 20_000];
  const clock = new MovedClock();
  const told = new AdminedTold(clock);
  const bytes = await heapHeld(() => {
    for (let n = 0; n < logins; n++) told.isDue(`login ${n}`, new Array<string>(names).fill(`ACME/G${n}`), 0);
    clock.move(limits.adminedKept);
    told.isDue('another', ['ACME/A'], 0);
    return told;
  });
  expect(bytes).toBeLessThan((logins * names * 4) / 10);
  expect(told.isDue('login 1', ['ACME/G1'], 1)).toBe(true);
});
