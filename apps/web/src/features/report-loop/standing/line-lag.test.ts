import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { LineLag } from './line-lag.ts';

const second = 1000;
const late = limits.lineLag.most + 1;

function suspected(): LineLag {
  const lag = new LineLag();
  lag.came(late);
  lag.asked(0);
  return lag;
}

test('versions that come in time are no reason to ask', () => {
  const lag = new LineLag();
  lag.came(limits.lineLag.most);
  expect([lag.isDue(0), lag.isLagging]).toEqual([false, false]);
});

test('a line on which the newest does not come in time lags, until something comes in time', () => {
  const lag = suspected();
  lag.told(20, 0);
  lag.shown(12, 1 * second);
  expect(lag.isLagging).toBe(false);
  lag.shown(13, limits.liveGrace + 1);
  expect(lag.isLagging).toBe(true);
  lag.came(late);
  lag.shown(20, 8 * second);
  expect(lag.isLagging).toBe(true);
  expect(lag.isDue(8 * second)).toBe(true);
  lag.came(1 * second);
  expect(lag.isLagging).toBe(false);
});

test('a line on which the answer does not come in time either lags', () => {
  const lag = suspected();
  lag.shown(12, limits.liveGrace + 1);
  expect(lag.isLagging).toBe(true);
  lag.told(20, 9 * second);
  lag.shown(20, 9 * second + 1);
  expect(lag.isLagging).toBe(false);
});

test('what was caught up on, or published by a clock that is off, is asked about ever more rarely', () => {
  const lag = new LineLag();
  const askedAt: number[] = [];
  for (let now = 0; now < 600 * second; now += second) {
    lag.came(late);
    if (!lag.isDue(now)) continue;
    askedAt.push(now);
    lag.asked(now);
    lag.told(7, now);
    lag.shown(7, now);
    expect(lag.isLagging).toBe(false);
  }
  expect(askedAt.length).toBeLessThan(16);
  expect((askedAt.at(-1) ?? 0) - (askedAt.at(-2) ?? 0)).toBeGreaterThanOrEqual(limits.lineLag.ask.most);
});
