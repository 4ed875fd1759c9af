import { expect, test } from 'vitest';
import { readPart, stepped, timeParts, timeText } from './time-parts.ts';

test('a time is read and written as HH:MM', () => {
  expect(timeParts('07:05')).toEqual({ hour: 7, minute: 5 });
  expect(timeText({ hour: 7, minute: 5 })).toBe('07:05');
});

test('what is out of range counts as 0', () => {
  expect([readPart('hour', '24'), readPart('minute', '60'), readPart('hour', '-1'), readPart('minute', 'x')]).toEqual([
    0, 0, 0, 0,
  ]);
  expect([readPart('hour', '23'), readPart('minute', '59'), readPart('minute', '')]).toEqual([23, 59, 0]);
});

test('the arrows move one part and leave the other', () => {
  expect(stepped('17:30', 'hour', 1)).toBe('18:30');
  expect(stepped('17:30', 'minute', -1)).toBe('17:29');
  expect(stepped('23:59', 'hour', 1)).toBe('00:59');
  expect(stepped('23:59', 'minute', 1)).toBe('23:00');
});
