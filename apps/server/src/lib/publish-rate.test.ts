import { expect, test } from 'vitest';
import { PublishRate } from './publish-rate.ts';

test('a rate is kept, and a clock that is set back or ahead locks nobody out', () => {
  let now = 1_000_000;
  const rate = new PublishRate({ now: () => now }, 2);
  const take = () => {
    try {
      rate.take('key');
      return 'taken';
    } catch {
      return 'refused';
    }
  };
  expect([take(), take(), take()]).toEqual(['taken', 'taken', 'refused']);
  now -= 3_600_000;
  expect(take()).toBe('refused');
  now += 500;
  expect([take(), take()]).toEqual(['taken', 'refused']);
});

test('a rate goes by the watch that nobody sets, where there is one', () => {
  let steady = 0;
  const rate = new PublishRate({ now: () => 0, steady: () => steady }, 1);
  rate.take('key');
  expect(() => rate.take('key')).toThrow();
  steady += 1000;
  rate.take('key');
});

test('of more credentials than are kept in one second the one that was used longest ago goes, whatever the rest do', () => {
  const rate = new PublishRate({ now: () => 0 }, 1);
  for (let n = 0; n <= 100_000; n++) rate.take(`key ${n}`);
  rate.take('key 0');
  expect(() => rate.take('key 100000')).toThrow();
});
