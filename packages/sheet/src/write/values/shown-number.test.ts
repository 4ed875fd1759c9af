import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showNumber } from '../../format/number-format.ts';
import { conventionsOf, plainConventions } from './conventions.ts';
import { shownDate } from './shown-date.ts';
import { shownNumber } from './shown-number.ts';

const european = { decimal: ',', isDayFirst: undefined } as const;

test.each([
  ['1,240.00', 1240, '#,##0.00'],
  ['1240', 1240, '0'],
  ['0.5', 0.5, '0.0'],
  ['.5', 0.5, '.0'],
  ['007', 7, '000'],
  ['-3.5', -3.5, '0.0'],
  ['−3.5', -3.5, '0.0;"−"0.0'],
  ['(1,240.00)', -1240, '#,##0.00_);(#,##0.00)'],
  ['1,240.00 ', 1240, '#,##0.00_)'],
  ['12.5%', 0.125, '0.0%'],
  ['(12.5%)', -0.125, '0.0%_);(0.0%)'],
  ['12 %', 0.12, '0" "%'],
  ['$1,240', 1240, '$#,##0'],
  ['-$1,240', -1240, '$#,##0'],
  ['$-1,240', -1240, '$#,##0;$-#,##0'],
  ['£ 12.30', 12.3, '"£ "0.00'],
  ['EUR 12', 12, '"EUR "0'],
  ['12.30 €', 12.3, '0.00" €"'],
  ['+0.25', 0.25, '+0.00'],
  ['12-', -12, '0;0-'],
  ['1.2M', 1.2, '0.0"M"'],
  ['25 bp', 25, '0" bp"'],
  ['1.20E+05', 120_000, '0.00E+00'],
  ['3.1E-07', 3.1e-7, '0.0E-00'],
  ['12,34,567', 1_234_567, '##\\,##\\,##0'],
  ['3 1/2', 3.5, '# ?/2'],
  ['-0.00', 0, '-0.00'],
  ['-', 0, '0;-0;-'],
  ['0.1000', 0.1, '0.0000'],
])('%s is a number whose format shows the same text', (text, value, format) => {
  const shown = shownNumber({ text }, plainConventions);
  expect(shown).toEqual({ value, format });
  expect(showNumber(value, format, false).text).toBe(text);
});

test.each([
  '####',
  '',
  'n/a',
  '1-2',
  '11/20',
  '1.2.3',
  '12345678901234567',
  'Brent-12',
  '▼ 1.2%',
  '(12',
  '-(12)',
  '12% 5%',
  '4Q26',
])('%s may be more than one number, or none, and stays text', (text) => {
  expect(shownNumber({ text }, plainConventions)).toBeUndefined();
});

test('a red number without a sign may be negative and stays text', () => {
  expect(shownNumber({ text: '12.00', isRed: true }, plainConventions)).toBeUndefined();
  expect(shownNumber({ text: '-12.00', isRed: true }, plainConventions)?.value).toBe(-12);
});

test('what an accounting format fills up to the width of the cell is filled again', () => {
  expect(shownNumber({ text: ' $1,240.00 ', fillAt: 2 }, plainConventions)).toEqual({
    value: 1240,
    format: '_($* #,##0.00_)',
  });
  expect(shownNumber({ text: ' $(1,240.00)', fillAt: 2 }, plainConventions)).toEqual({
    value: -1240,
    format: '_($* #,##0.00_);_($* (#,##0.00)',
  });
});

test.each([
  [['1.234,56', '1.234'], '1.234', 1234],
  [['12,5', '1,234'], '1,234', 1.234],
  [['1,234.5', '1.234'], '1.234', 1.234],
  [['1,234'], '1,234', 1234],
])('beside %j the text %s is %d', (texts, text, value) => {
  expect(shownNumber({ text }, conventionsOf(texts))?.value).toBe(value);
});

test.each([
  ['1.234.567,89', 1_234_567.89],
  ['1 234 567,89', 1_234_567.89],
  ["1'234.50", 1234.5],
  ['0,25', 0.25],
])('%s is read by its own marks', (text, value) => {
  expect(shownNumber({ text }, european)?.value).toBe(value);
});

const formats = [
  '0',
  '0.00',
  '#,##0',
  '#,##0.00',
  '0.0%',
  '#,##0_);(#,##0)',
  '#,##0.00_);(#,##0.00)',
  '"$"#,##0.00',
  '0.00E+00',
  '$#,##0;-$#,##0',
  '+0.0;-0.0;0.0',
  '0.0"x"',
  '#,##0" bp"',
];

test('a number shown under any of the usual formats is read back with all the digits that are shown', () => {
  fc.assert(
    fc.property(fc.constantFrom(...formats), fc.double({ min: -1e9, max: 1e9, noNaN: true }), (format, value) => {
      const { text } = showNumber(value, format, false);
      const shown = shownNumber({ text }, plainConventions);
      expect(shown && showNumber(shown.value, shown.format, false).text).toBe(text);
    }),
  );
});

test.each([
  ['2026-11-20', 46346, 'yyyy-mm-dd'],
  ['2026/1/5', 46027, 'yyyy\\/m\\/d'],
  ['2026-11-20 14:32', 46346 + 872 / 1440, 'yyyy-mm-dd\\ hh:mm'],
  ['20-Nov-2026', 46346, 'dd-mmm-yyyy'],
  ['20 November 2026', 46346, 'dd\\ mmmm\\ yyyy'],
  ['Nov 20, 2026', 46346, 'mmm\\ dd\\,\\ yyyy'],
  ['Fri 20 Nov 2026', 46346, 'ddd\\ dd\\ mmm\\ yyyy'],
  ['11/20/2026', 46346, 'mm\\/dd\\/yyyy'],
  ['20.11.2026', 46346, 'dd\\.mm\\.yyyy'],
  ['14:32', 872 / 1440, 'hh:mm'],
  ['2:32 PM', 872 / 1440, 'h:mm\\ AM/PM'],
  ['26:15:00', 26.25 / 24, '[hh]:mm:ss'],
])('%s is a date whose format shows the same text', (text, value, format) => {
  const shown = shownDate(text, plainConventions);
  expect(shown?.format).toBe(format);
  expect(shown?.value).toBeCloseTo(value, 9);
  expect(showNumber(shown?.value ?? 0, format, false).text).toBe(text);
});

test.each([
  '01/02/2026',
  '20-Nov-26',
  'Nov-26',
  '2026-02-30',
  'Mon 20 Nov 2026',
  '14:75',
  '36:15',
  '1900-02-01',
  '13:00 PM',
])('%s is no certain date and stays text', (text) => {
  expect(shownDate(text, plainConventions)).toBeUndefined();
});

test('a date of days and months is read as the others of the report are', () => {
  expect(shownDate('01/02/2026', conventionsOf(['01/02/2026', '25/12/2025']))?.format).toBe('dd\\/mm\\/yyyy');
  expect(shownDate('01/02/2026', conventionsOf(['01/02/2026', '12/25/2025']))?.format).toBe('mm\\/dd\\/yyyy');
  expect(shownDate('01/02/2026', conventionsOf(['25/12/2025', '12/25/2025']))).toBeUndefined();
});
