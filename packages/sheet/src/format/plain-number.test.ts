import fc from 'fast-check';
import { format, formatColor } from 'numfmt';
import { expect, test } from 'vitest';
import { showGeneral, showNumber } from './number-format.ts';

const codes = [
  '0',
  '0.0',
  '0.00',
  '0.0000',
  '#,##0',
  '#,##0.00',
  '0%',
  '0.00%',
  '#,##0.0%',
  '$#,##0.00',
  '"EUR" #,##0.00',
  '0.00" kg"',
  '\\~0.0\\~',
  '#,##0_);(#,##0)',
  '#,##0.00_);(#,##0.00)',
  '$#,##0_);($#,##0)',
  '0.00;-0.00',
  '+0;-0;0',
  '0.0_-;-0.0_-',
  '0;[Red]-0',
  '#,##0.00_);[Red](#,##0.00)',
  '[Blue]0.0%;[red]-0.0%',
  '[Green]0',
];

const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  fc.double({ noNaN: true, min: -2, max: 2 }),
  fc.integer(),
  // What people type, and what lies half-way between two results.
  fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 })).map(([n, places]) => n / 10 ** places),
);

test.each(codes)('%s shows every number as the formatter does', (code) => {
  const property = fc.property(numbers, (value) => {
    const shown = showNumber(value, code, false);
    const whole = format(code, value, { fillChar: '\ue0f1', indexColors: false, overflow: '########' });
    // A minus stands also before digits that are all 0.
    const signed = value < 0 && !whole.includes('-') && !code.includes(';') ? `-${whole}` : whole;
    const color = formatColor(code, value);
    expect(shown).toEqual({ text: signed, ink: color || undefined, fill: undefined });
  });
  fc.assert(property, { numRuns: 2000 });
});

test('General shows every number as the formatter does', () => {
  fc.assert(
    fc.property(numbers, (value) => {
      expect(showGeneral(value)).toBe(format('General', value));
    }),
    { numRuns: 10_000 },
  );
});

test('a date that comes again shows the same in each system of dates', () => {
  const shown = [false, true, false, true].map(
    (has1904Dates) => showNumber(1000.5, 'yyyy-mm-dd hh:mm', has1904Dates).text,
  );
  expect(shown).toEqual(['1902-09-26 12:00', '1906-09-27 12:00', '1902-09-26 12:00', '1906-09-27 12:00']);
});
