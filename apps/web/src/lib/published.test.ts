import { expect, test } from 'vitest';
import { exactLocalTime, localDay, localTime, parseWireTime } from './published.ts';

test('a wire time is an instant in UTC', () => {
  expect(parseWireTime('20261120143205218')?.toISOString()).toBe('2026-11-20T14:32:05.218Z');
});

test('no_time and malformed times are no instant', () => {
  expect(parseWireTime('no_time')).toBeUndefined();
  expect(parseWireTime('2026112014320521')).toBeUndefined();
  expect(parseWireTime('')).toBeUndefined();
});

test('today shows the time alone, another day its date too', () => {
  const at = new Date(2026, 10, 20, 14, 32, 5);
  expect(localTime(at, new Date(2026, 10, 20, 23, 59))).toBe('14:32:05');
  expect(localTime(at, new Date(2026, 10, 21, 0, 0))).toBe('2026-11-20 14:32:05');
});

test('the exact time names the day and the millisecond', () => {
  expect(exactLocalTime(new Date(2026, 10, 20, 14, 32, 5, 218))).toMatch(/^Friday,? 20 November 2026.*14:32:05\.218/);
});

test('a local day is padded', () => {
  expect(localDay(new Date(2026, 0, 2))).toBe('2026-01-02');
});
