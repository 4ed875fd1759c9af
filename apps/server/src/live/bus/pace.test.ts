import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('nothing waits after a quiet moment, and what comes soon after waits for the rest of it', () => {
  let now = 1000;
  const pace = new Pace(20, () => now);
  expect(pace.left).toBe(0);
  pace.sent();
  expect(pace.left).toBe(20);
  now += 15;
  expect(pace.left).toBe(5);
  now += 500;
  expect(pace.left).toBe(0);
});
