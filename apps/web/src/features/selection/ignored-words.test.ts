import { expect, test } from 'vitest';
import { ignoredWords } from './ignored-words.ts';

test('a day alone in the place of a moment is asked for its time, and is not called a day without a snapshot', () => {
  const words =
    '“2026-11-20” is a day. Add a time, such as at=2026-11-20T14:32:05Z, or choose its snapshot under Date.';
  expect(ignoredWords({ place: 'at', text: '2026-11-20' })).toBe(words);
  expect(ignoredWords({ place: 'at', text: 'yesterday' })).toBe(
    '“yesterday” is not a time. Enter one with its zone, such as at=2026-11-23T14:32:05Z.',
  );
});

test('a time without its zone is not called a day', () => {
  const words = (text: string) => `“${text}” is not a time. Enter one with its zone, such as at=2026-11-24T14:32:05Z.`;
  for (const text of ['2026-11-24T17:00', '2026-11-24 25:00'])
    expect(ignoredWords({ place: 'at', text })).toBe(words(text));
});

test('a version that does not exist is told as such', () => {
  expect(ignoredWords({ place: 'version', text: '99999' })).toBe('Version 99,999 does not exist.');
});

test('what is no date, and a day before the first one, are told as such', () => {
  expect(ignoredWords({ place: 'date', text: '2026-13-01' })).toBe('“2026-13-01” is not a date.');
  expect(ignoredWords({ place: 'date', text: '1899-12-31' })).toBe('There is no snapshot on or before 1899-12-31.');
});
