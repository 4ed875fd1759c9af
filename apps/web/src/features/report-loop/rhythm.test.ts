import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { Rhythm } from './rhythm.ts';

test('ticks come every 250 ms until they are stopped, from within a tick too', async () => {
  const clock = new TestClock();
  const rhythm = new Rhythm(clock);
  const ticks: number[] = [];
  rhythm.start(() => {
    ticks.push(clock.now());
    if (ticks.length === 3) rhythm.stop();
  });
  await clock.advance(10 * limits.reportPollTick);
  expect(ticks).toEqual([250, 500, 750]);
});

test('a poll is due when the counter is at its start, and at once when it is started anew', () => {
  const rhythm = new Rhythm(new TestClock());
  const longAgo = { isMobile: false, sinceUpdate: limits.pollMedium.within };
  expect(rhythm.isPollDue).toBe(true);
  for (let tick = 1; tick < limits.pollSlow.ticks; tick++) {
    rhythm.count(longAgo);
    expect(rhythm.isPollDue).toBe(false);
  }
  rhythm.count(longAgo);
  expect(rhythm.isPollDue).toBe(true);
  rhythm.count(longAgo);
  rhythm.restart();
  expect(rhythm.isPollDue).toBe(true);
});
