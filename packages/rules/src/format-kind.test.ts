import { expect, test } from 'vitest';
import { formatKind } from './format-kind.ts';

test.each([
  ['General', 'general'],
  ['', 'general'],
  ['"only text"', 'general'],
  ['@', 'text'],
  ['0', 'number'],
  ['[Red]#,##0.00 "day"', 'number'],
  ['0\\d;"y"', 'number'],
  ['#,##0_d', 'number'],
  ['0.0"%"', 'number'],
  ['[h]:mm', 'number'],
  ['0%', 'percent'],
  ['0.00%;[Red]-0.00%', 'percent'],
  ['d/m/yyyy', 'date'],
  ['[$-407]d. mmmm yyyy;@', 'date'],
  ['yyyy-mm-dd hh:mm', 'dateTime'],
  ['h:mm AM/PM', 'time'],
  ['mm:ss', 'time'],
])('the format %s makes a number a %s', (format, kind) => {
  expect(formatKind(format)).toBe(kind);
});
