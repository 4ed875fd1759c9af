import { expect, test } from 'vitest';
import { momentWords, sinceWords, utcWords } from './moment-words.ts';

const now = new Date(2026, 10, 20, 14, 32, 5);

test('a moment of today or yesterday says so, any other its day', () => {
  expect(momentWords(new Date(2026, 10, 20, 0, 0), now)).toBe('today 00:00');
  expect(momentWords(new Date(2026, 10, 19, 23, 59), now)).toBe('yesterday 23:59');
  expect(momentWords(new Date(2026, 9, 2, 9, 5), now)).toBe('2026-10-02 09:05');
});

test('since when is a time of today, or a day and a time', () => {
  expect(sinceWords(new Date(2026, 10, 20, 9, 5), now)).toBe('09:05');
  expect(sinceWords(new Date(2026, 10, 19, 9, 5), now)).toBe('yesterday 09:05');
});

test('UTC is told to the second', () => {
  expect(utcWords(new Date('2026-11-20T14:32:05.123Z'))).toBe('2026-11-20 14:32:05');
});
