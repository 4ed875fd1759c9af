import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Doubts } from './doubts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function doubting() {
  const did: string[] = [];
  const bus = { sendGap: () => void did.push('gap') };
  const missed = { noteLoss: () => void did.push('loss') };
  return { did, doubts: new Doubts({ bus, missed }) };
}

test('a version that may have been kept is a loss here, and the others are told at once, then once a second', async () => {
  const { did, doubts } = doubting();
  doubts.note();
  expect(did).toEqual(['loss', 'gap']);
  for (let n = 0; n < 10; n++) doubts.note();
  expect(did.filter((each) => each === 'gap')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(limits.bus.beat);
  expect(did.filter((each) => each === 'gap')).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10 * limits.bus.beat);
  expect(did.filter((each) => each === 'gap')).toHaveLength(2);
  doubts.note();
  expect(did.slice(-2)).toEqual(['loss', 'gap']);
});

test('a server that stops tells nobody', async () => {
  const { did, doubts } = doubting();
  doubts.note();
  doubts.note();
  doubts.stop();
  await vi.advanceTimersByTimeAsync(10 * limits.bus.beat);
  expect(did).toEqual(['loss', 'gap', 'loss']);
});
