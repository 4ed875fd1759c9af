import { expect, test } from 'vitest';
import { cpuOf } from '../../../../scripts/test/thread-cpu.ts';
import type { ControlKind } from '../live-book.ts';
import { entryOf } from './cell-entry.ts';

function entered(kind: ControlKind, value: string, has1904Dates = false) {
  const made = entryOf({ control: { kind }, choices: [], has1904Dates }, value);
  return 'entry' in made && made.entry.kind === 'number' ? made.entry.number : made;
}

test('a day and a time are numbers of both date systems, with blanks around them and a blank between them', () => {
  expect([entered('date', '2026-12-24'), entered('date', ' 2026-12-24 ')]).toEqual([46_380, 46_380]);
  expect([entered('dateTime', '2026-12-24T18:00'), entered('dateTime', '2026-12-24 18:00:00')]).toEqual([
    46_380.75, 46_380.75,
  ]);
  expect([entered('time', '00:00'), entered('time', '18:00')]).toEqual([0, 0.75]);
  expect([entered('date', '1904-01-02', true), entered('date', '1900-02-28'), entered('date', '1900-03-01')]).toEqual([
    1, 59, 61,
  ]);
});

test('what no calendar has, and what is written in another way, is refused and never guessed', () => {
  for (const value of [
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    'Dec 24, 2026',
    '24.12.2026',
    '24/11/2026',
    '2026-12-24T23:00',
  ]) {
    expect([value, entered('date', value)]).toEqual([value, { refusal: 'Enter a date as 2026-11-24' }]);
  }
  expect(entered('date', '1899-12-30')).toEqual({ refusal: 'The workbook has no dates before 1900' });
  expect(entered('date', '1903-12-31', true)).toEqual({ refusal: 'The workbook has no dates before 1904' });
  expect(entered('dateTime', '2026-12-24 25:00')).toEqual({
    refusal: 'Enter a date and time as 2026-11-24 14:30',
  });
  for (const value of ['24:00', '13:00 PM', '0:30 am', '12:60', '12', 'noon']) {
    expect([value, entered('time', value)]).toEqual([value, { refusal: 'Enter a time as 14:30' }]);
  }
});

test('a time may have its half of the day, and a moment no time', () => {
  expect(['9:30', '12:00 AM', '12:00 pm', '6:00:00 PM'].map((value) => entered('time', value))).toEqual([
    9.5 / 24,
    0,
    0.5,
    0.75,
  ]);
  expect(entered('dateTime', '2026-12-24')).toBe(46_380);
});

test('a number is one with a point, or as pages show it; what may be meant two ways is refused', () => {
  expect(
    ['1.235', '-12.5', '1,235.50', '1,234,567', ' 7 ', '1e3', '.5'].map((value) => entered('number', value)),
  ).toEqual([...[1.235, -12.5, 1235.5, 1_234_567, 7, 1000, 0.5]]);
  for (const kind of ['number', 'any', 'percent'] as const) {
    expect(entered(kind, '1,235')).toEqual({ refusal: 'Enter the number without a comma, such as 1234.5' });
  }
  for (const value of ['1,5', '1.234,5', '12,34,567', '15%', '1e999', 'Infinity', '0x10', '', '١']) {
    expect([value, entered('number', value)]).toEqual([value, { refusal: 'Enter a number, such as 1234.5' }]);
  }
});

test('a long text that is no number is refused in no time', () => {
  const long = `${'1'.repeat(200_000)}x`;
  const refused = () => expect(entered('number', long)).toEqual({ refusal: 'Enter a number, such as 1234.5' });
  // Steps that grow with the square of its length would take minutes.
  expect(cpuOf(refused)).toBeLessThan(1_000_000);
});

test('a percentage is the same with its sign and without, and a truth value is written in any case', () => {
  expect(['15%', '15', '12.5 %', '0.5'].map((value) => entered('percent', value))).toEqual([0.15, 0.15, 0.125, 0.005]);
  expect(entered('percent', 'x%')).toEqual({ refusal: 'Enter a percentage, such as 12.5%' });
  expect(['TRUE', 'False', ' true '].map((value) => entered('checkbox', value))).toEqual(
    [true, false, true].map((is) => ({ entry: { kind: 'boolean', is } })),
  );
  expect(entered('checkbox', 'yes')).toEqual({ refusal: 'Enter TRUE or FALSE' });
});

test('a cell of which nothing is known takes numbers as numbers', () => {
  expect(entered('any', '12.5')).toBe(12.5);
  for (const text of ['=1', 'x', '15%', '2026-11-24']) {
    expect(entered('any', text)).toEqual({ entry: { kind: 'text', text } });
  }
});
