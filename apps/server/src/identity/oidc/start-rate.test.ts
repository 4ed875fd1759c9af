import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { StartRate } from './start-rate.ts';

test('an address that is over its limit stays so, however many others come', () => {
  const rate = new StartRate({ now: () => 0 });
  for (let n = 0; n < limits.sso.starts.most; n++) rate.take('192.0.2.1');
  for (let n = 0; n < limits.maxKnownCallers + 2000; n++) {
    rate.take(`2001:db8:${(n >> 12).toString(16)}:${n.toString(16)}::1`);
    if (n % 1000 === 0) expect(() => rate.take('192.0.2.1')).toThrow(Refusal);
  }
});

test('a window goes by the watch that nobody sets: the time of day neither ends it nor makes it last', () => {
  const times = { now: 0, steady: 0 };
  const rate = new StartRate({ now: () => times.now, steady: () => times.steady });
  const { most, within } = limits.sso.starts;
  for (let n = 0; n < most; n++) rate.take('192.0.2.1');
  for (const step of [10 * within, -20 * within]) {
    times.now += step;
    expect(() => rate.take('192.0.2.1')).toThrow(Refusal);
  }
  times.steady += within;
  rate.take('192.0.2.1');
});
