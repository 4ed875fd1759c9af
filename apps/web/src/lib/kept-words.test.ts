import { expect, test } from 'vitest';
import { keptWords } from './kept-words.ts';

test('how long versions are kept is told in words, without what adds nothing', () => {
  const kept = (versionHours: number, minuteDays: number, hourDays: number) =>
    keptWords({ versionHours, minuteDays, hourDays });
  expect(kept(24, 7, 90)).toBe('every version for 24 hours, then one a minute for 7 days and one an hour for 90 days');
  expect(kept(1, 1, 1)).toBe('every version for 1 hour, then one a minute for 1 day');
  expect(kept(6, 0, 30)).toBe('every version for 6 hours, then one an hour for 30 days');
  expect(kept(48, 2, 0)).toBe('every version for 48 hours');
});
