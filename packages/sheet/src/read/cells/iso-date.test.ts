import { expect, test } from 'vitest';
import { serialOfIso } from './iso-date.ts';

test.each([
  ['1900-01-01', 1],
  ['1900-02-28', 59],
  ['1900-03-01', 61],
  ['1899-12-31T06:00:00', 0.25],
  ['1899-12-30T06:00:00', 0.25],
  ['2020-06-18', 44_000],
  ['2020-06-18T12:00:00', 44_000.5],
])('%s is %d in the 1900 system, which has a 29 February 1900', (text, serial) => {
  expect(serialOfIso(text, false)).toBe(serial);
});

test('the 1904 system has no such day', () => {
  expect(serialOfIso('1904-01-01', true)).toBe(0);
  expect(serialOfIso('1904-03-01T18:00:00Z', true)).toBe(60.75);
});

test('other texts are no dates', () => {
  expect(serialOfIso('June 18', false)).toBeUndefined();
});
