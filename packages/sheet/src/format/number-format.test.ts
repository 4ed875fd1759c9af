import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitGeneral } from './fit-general.ts';
import { showNumber, showText } from './number-format.ts';

describe('number formats', () => {
  test.each([
    ['0.00', 1.005, '1.01'],
    ['#,##0', 1234567, '1,234,567'],
    ['0.0%', 0.1785, '17.9%'],
    ['# ?/?', 2.5, '2 1/2'],
    ['# ??/16', 1.25, '1  4/16'],
    ['0.00E+00', 12345, '1.23E+04'],
    ['yyyy-mm-dd', 45292, '2024-01-01'],
    ['d-mmm-yy h:mm AM/PM', 45292.75, '1-Jan-24 6:00 PM'],
    ['[h]:mm:ss', 1.5, '36:00:00'],
    ['h:mm a/p', 0.75, '6:00 p'],
    ['[>=1000]0.0,"k";0', 2500, '2.5k'],
    ['[<-10]0.0;0', -12, '-12.0'],
    ['0.00;(0.00);"nil"', 0, 'nil'],
    ['[$-40C]mmmm', 45292, 'janvier'],
    ['[$€-2] #,##0.00', 5, '€ 5.00'],
    ['General', 0.1 + 0.2, '0.3'],
    ['General', 123456789012, '1.23457E+11'],
    ['not [a format', 7, '7'],
    ['#,##0.00\\ [$€-407]', 1234.57, '1,234.57 €'],
    ['[$kr-41D]#,##0.00', 1234.57, 'kr1,234.57'],
    ['[$CHF-807] #,##0.00', 1234.57, 'CHF 1,234.57'],
    ['[$R$-416] #,##0.00;-[$R$-416] #,##0.00', -1234.57, '-R$ 1,234.57'],
    ['[$-407]#,##0.00', 1234.57, '1.234,57'],
    ['[$-407]d. mmmm', 45292, '1. Januar'],
    ['[<-10]#" W"', -5, '-5'],
    ['[<-10]#" W"', -11, '-11 W'],
    ['[<-10]#" W"', 5, '5'],
    ['[>100]0.0;0', -7, '-7'],
    ['0.00', -0.001, '-0.00'],
    ['0', -0.3, '-0'],
    ['0%', -0.001, '-0%'],
    ['0.00;(0.00)', -0.001, '(0.00)'],
    ['0.00', 0, '0.00'],
    // A last section with @ is for texts: a negative number is shown by the first.
    ['m/d/yy;@', -1.5, '########'],
    ['[$-409]d-mmm-yy;@', -1, '########'],
    ['h:mm;@', -0.25, '########'],
    ['m/d/yy;@', 45292, '1/1/24'],
    ['0.0;@', -2.5, '-2.5'],
    ['0.0;-0.0;"t:"@', 0, '0.0'],
    ['[>5]0;@', -5.5, '-5.5'],
    [';@', 5, ''],
    [';@', 0, ''],
    ['[=1]"a";[=2]"b";@', 2, 'b'],
    ['[=1]"a";[=2]"b";@', -7.5, '-7.5'],
    ['[>=100]0;[<0](0);@', 50, '50'],
    ['[>=100]0;[<0](0);@', -5, '(5)'],
    ['[$-411]ggge"年"m"月"d"日"', 45292, '令和6年1月1日'],
    ['[$-411]gge.m.d', 43585, '平31.4.30'],
    ['[$-411]ge.m.d', 43586, 'R1.5.1'],
    ['[$-ja-JP]gee', 32515, 'S64'],
    ['[$-404]e/m/d', 45292, '113/1/1'],
    ['[$-D07041E]d/m/yyyy', 45292, '๑/๑/๒๕๖๗'],
    ['[$-107041E]d/m/yyyy', 45292, '1/1/2567'],
    ['[$-2000401]0', 123, '١٢٣'],
    ['[$-3000401]0', 123, '۱۲۳'],
    ['[$-4000439]#,##0.0', 1234.5, '१,२३४.५'],
    ['[$-1000401]0', 123, '123'],
    ['# ?/?', 0.99, '1    '],
    ['# ?/?', -0.99, '-1    '],
    ['# ??/??', 1.999, '2      '],
    ['# ??/32', 99.96875, '99 31/32'],
    ['# ??/32', 0.96875, ' 31/32'],
    ['# ??/??', 2.97, '2 65/67'],
    ['# ??/??', -2.97, '-2 65/67'],
    ['# ??/??', -0.97, '- 32/33'],
    ['0 ??/??', 0.97, '0 32/33'],
    ['# #/##', 0.97, '32/33'],
    ['#,##0 ??/??', 1234.97, '1,234 65/67'],
    ['# ???/???', 7.999, '7 998/999'],
    ['# ??/24', 0.958, ' 23/24'],
    ['# ???/1000', 0.955, ' 955/1000'],
    ['??/??', 2.97, '199/67'],
    ['?/?', 2.05, '2/1'],
    ['??/??', 3.000000000001, ' 3/1 '],
    ['# ??/??', 1e-20, '0      '],
    ['# ?/8', 0.99, '1    '],
    ['# ??/16', 2.99, '3      '],
    ['?/?', 0.99, '1/1'],
    ['0%%', 0.5, '5000%%'],
    ['0,0.00%%', 123.45, '1,234,500.00%%'],
    ['0,0.00%%', -123.45, '-1,234,500.00%%'],
    ['@', 123456789012, '1.23457E+11'],
    ['@', -0.5, '-0.5'],
    ['0.00,%', 1234.5, '123.45%'],
    ['0.00,%', -1234.5, '-123.45%'],
    ['#,##0.0,,%', 123456789, '12,345.7%'],
    ['0.00,%;(0.00,%)', -1234.5, '(123.45%)'],
    ['0%,', 1234, '123400%,'],
    ['"a,"0%', 0.5, 'a,50%'],
    ['0,.0', 1234, '1.2'],
    ['#,.#,', -1234567, '-1.2'],
    ['#,##0,.0" k"', -1234567, '-1,234.6 k'],
    ['#,##0,.0 [$€-407]', 1234567, '1,234.6 €'],
    ['[<0]0;[>5]0.0', 7, '7.0'],
    ['[<0]0;[>5]0.0', 3, '########'],
    ['yyyy-mm-dd', 2958465.5, '9999-12-31'],
    ['yyyy-mm-dd', 2958466, '########'],
    ['h:mm', 2958466, '########'],
    ['[h]:mm', 2958466, '71003184:00'],
    ['[$-FC19]d mmmm yyyy', 45000, '15 марта 2023'],
    ['[$-FC19]dd\\ mmmm\\ yyyy\\ \\г\\.;@', 45000, '15 марта 2023 г.'],
    ['[$-FC22]d mmmm yyyy" р."', 45000, '15 березня 2023 р.'],
    ['[$-415]mmmm yyyy', 45000, 'marzec 2023'],
    ['[$-419]mmmm yyyy', 45000, 'Март 2023'],
  ])('%s shows %d as %s', (code, value, text) => {
    expect(showNumber(value, code, false).text).toBe(text);
  });

  test('serial 60 of the 1900 system is the leap day that never was', () => {
    expect(showNumber(60, 'd-mmm-yyyy', false).text).toBe('29-Feb-1900');
    expect(showNumber(61, 'd-mmm-yyyy', false).text).toBe('1-Mar-1900');
  });

  test('the 1904 system shifts days and leaves durations', () => {
    expect(showNumber(0, 'yyyy-mm-dd', true).text).toBe('1904-01-01');
    expect(showNumber(1.5, '[h]:mm', true).text).toBe('36:00');
  });

  test('a colour of the section is told by name, palette colours by number', () => {
    expect(showNumber(-1, '0;[Red]-0', false).ink).toBe('red');
    expect(showNumber(1, '0;[Red]-0', false).ink).toBeUndefined();
    expect(showNumber(1, '[Color10]0', false).ink).toBe('color10');
  });

  test('a section for texts has no colour for numbers', () => {
    expect(showNumber(-5, '[Blue]0;[Red]@', false)).toMatchObject({ text: '-5', ink: 'blue' });
    expect(showNumber(-5, '[>5]0;[Red]@', false)).toMatchObject({ text: '-5', ink: undefined });
    expect(showText('t', '[Blue]0;[Red]@')).toMatchObject({ text: 't', ink: 'red' });
  });

  test('a text section sets texts, three empty ones hide them', () => {
    expect(showText('abc', '0;0;0;"<"@">"').text).toBe('<abc>');
    expect(showText('abc', ';;;').text).toBe('');
    expect(showText('abc', '0.00').text).toBe('abc');
  });

  test('General fits any width, and what it shows is near the number', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
        fc.integer({ min: 1, max: 15 }),
        (value, digits) => {
          const text = fitGeneral(value, digits);
          expect(text.length).toBeLessThanOrEqual(Math.max(digits, 1));
          if (!text.startsWith('#'))
            expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) / 2 + 0.5);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['# ??/??', 1 / 99],
  ['# ???/???', 1 / 999],
  ['0 ??/32', 1 / 64],
  ['#,##0 ?/8', 1 / 16],
])('a mixed fraction under %s is as near to its number as its denominators allow', (code, most) => {
  fc.assert(
    fc.property(fc.double({ min: -2000, max: 2000, noNaN: true }), (value) => {
      const { text } = showNumber(value, code, false);
      const [, sign, whole, , above, below] = /^ *(-?) *(?:([\d,]+)(?: +|$))?((\d+) *\/ *(\d+))? *$/.exec(text) ?? [];
      const size =
        Number((whole ?? '').replaceAll(',', '')) + (below === undefined ? 0 : Number(above) / Number(below));
      expect(Math.abs((sign === '-' ? -size : size) - value)).toBeLessThan(most + 1e-9);
    }),
    { numRuns: 2000 },
  );
});
