import { expect, test } from 'vitest';
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
    '2026-12-24T23:00',
    '1899-12-30',
  ]) {
    expect([value, entered('date', value)]).toEqual([
      value,
      { refusal: `"${value}" is not a date that the workbook can hold` },
    ]);
  }
  for (const value of ['24:00', '9:30', '12:60', '12', 'noon']) {
    expect([value, entered('time', value)]).toEqual([value, { refusal: `"${value}" is not a time` }]);
  }
});
