import { expect, test } from 'vitest';
import { agoWords, bucketWords, failedWords, heardWords, nothingKept, pastWords } from './time-words.ts';

const at = new Date(2026, 10, 23, 14, 32, 5).getTime();
const minute = 60_000;
const moment = { at, now: at + 27 * minute, newer: 41, isHeard: true };

test('a moment says when it was, how long ago, that it is not live, and how much is newer', () => {
  expect(pastWords(moment)).toBe('14:32:05, 27 minutes ago, not live, 41 newer');
  expect(pastWords({ ...moment, newer: 1234 })).toContain('1,234 newer');
  expect(pastWords({ ...moment, newer: 0 })).toContain('not live, none newer');
  expect(pastWords({ ...moment, newer: undefined })).toBe('14:32:05, 27 minutes ago, not live');
});

test('where later versions are no longer kept, the words say what is shown in their place', () => {
  const before = { kind: 'time', at: at + 31_000 } as const;
  expect(pastWords({ ...moment, before })).toBe(
    '14:32:05, the last version kept before 14:32:36, 27 minutes ago, not live, 41 newer',
  );
  expect(pastWords({ ...moment, before: { kind: 'version', version: 1240 } })).toContain(
    'the last version kept before version 1,240, 27 minutes ago',
  );
});

test('a moment of another day says the day', () => {
  const now = at + 26 * 60 * minute;
  expect(pastWords({ ...moment, now })).toBe('2026-11-23 14:32:05, 26 hours ago, not live, 41 newer');
});

test('what came since a line was lost is not known, and that is said', () => {
  expect(pastWords({ ...moment, isHeard: false })).toContain('at least 41 newer');
  expect(pastWords({ ...moment, newer: 0, isHeard: false })).toContain('newer ones unknown');
});

test('how long ago is told in the largest unit that says something', () => {
  const words = [0, 59_000, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 48 * 60 * minute].map((ago) =>
    agoWords(at, at + ago),
  );
  expect(words).toEqual([
    'less than a minute ago',
    'less than a minute ago',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '47 hours ago',
    '2 days ago',
  ]);
});

test('a place of the strip says what happened there', () => {
  const part = { kind: 'publish', versions: 12, cells: 1140, by: 'DEMO/desk.publisher' } as const;
  expect(bucketWords(part)).toBe('12 versions by desk.publisher, 1,140 cells changed');
  expect(bucketWords({ ...part, versions: 1, cells: 0 })).toBe('1 version by desk.publisher');
  expect(bucketWords({ ...part, kind: 'silence' })).toBe('nothing published');
  expect(bucketWords({ ...part, kind: 'snapshot' })).toBe('snapshot');
  expect(bucketWords({ ...part, kind: 'tag', words: 'Final 17:30' })).toBe('tagged “Final 17:30”');
  expect(bucketWords({ ...part, kind: 'rollback', words: 'wrong prices', restored: 12 })).toBe(
    'rolled back to version 12 by desk.publisher: wrong prices',
  );
  expect(bucketWords(undefined)).toBeUndefined();
});

test('before all that is kept the page says since when something is', () => {
  expect(nothingKept(at, at + minute)).toBe('There is no history before 14:32:05.');
  expect(nothingKept(undefined, at)).toBe('There is no history for this time.');
});

test('a screen reader hears that the report is of the past, that it is live again, and what went wrong', () => {
  const live = { isPast: false, wasPast: false, isLive: true, isFailed: false, isNone: false };
  expect(heardWords(live)).toBe('');
  expect(heardWords({ ...live, isFailed: true })).toBe(failedWords);
  const past = { ...live, isPast: true, wasPast: true };
  expect(heardWords(past)).toBe('Not live');
  expect(heardWords({ ...past, isNone: true })).toBe('Not live. There is no history for this time.');
  expect(heardWords({ ...past, isFailed: true })).toBe(failedWords);
  expect(heardWords({ ...live, wasPast: true })).toBe('Live again');
  expect(heardWords({ ...live, wasPast: true, isLive: false })).toBe('');
});
