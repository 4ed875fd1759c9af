import { describe, expect, test } from 'vitest';
import { showNumber } from './number-format.ts';

type Case = readonly [code: string, value: number, text: string];

const second = 1 / 86_400;

/** What is counted is a length of time: the same in both date systems (ECMA-376 part 1, 18.8.31). */
const lengths: readonly Case[] = [
  ['[h]', 0, '0'],
  ['[h]', 0.99, '23'],
  ['[h]', 1, '24'],
  ['[h]', 1.5, '36'],
  ['[h]', -1.25, '-30'],
  ['[hh]', 0.25, '06'],
  ['[hhh]', 1.5, '036'],
  ['[hhhh]:mm', -0.5, '-0012:00'],
  ['[h]:mm', 0, '0:00'],
  ['[h]:mm', 0.5, '12:00'],
  ['[h]:mm', 1.5, '36:00'],
  ['[h]:mm', 1.51, '36:14'],
  ['[h]:mm', 59.9 / 1440, '0:59'],
  ['[h]:mm', -1.25, '-30:00'],
  ['[h]:mm', -0.5, '-12:00'],
  ['[h]:mm', -59 / 1440, '-0:59'],
  ['[h]:mm', 100_000.5, '2400012:00'],
  ['[h]:mm', 0.1 + 0.2 - 0.05, '6:00'],
  ['[h]:m', 65 / 1440, '1:5'],
  ['[hh]:mm', 65 / 1440, '01:05'],
  ['[h]:mm:ss', 1.5, '36:00:00'],
  ['[h]:mm:ss', 1.234567, '29:37:47'],
  ['[h]:mm:ss', -1.234567, '-29:37:47'],
  ['[h]:mm:ss', 0.999999, '24:00:00'],
  ['[h]:mm:ss', -0.999999, '-24:00:00'],
  ['[h]:mm:ss', 59.4 * second, '0:00:59'],
  ['[h]:mm:ss', 59.6 * second, '0:01:00'],
  ['[h]:mm:ss.0', 59.96 * second, '0:01:00.0'],
  ['[h]:mm:ss.0', 59.94 * second, '0:00:59.9'],
  ['[h]:mm:ss.00', 1.234567, '29:37:46.59'],
  ['[h]:mm:ss.000', 1.234567, '29:37:46.589'],
  ['[hh]:mm:ss.00', -1.234567, '-29:37:46.59'],
  ['[hh]:mm:ss', 3661 * second, '01:01:01'],
  ['[m]', 0, '0'],
  ['[m]', 1.5, '2160'],
  ['[m]', -0.5, '-720'],
  ['[m]', 59 * second, '0'],
  ['[mm]', 5 / 1440, '05'],
  ['[mmm]', 5 / 1440, '005'],
  ['[m]:ss', 1.5, '2160:00'],
  ['[mm]:ss', 1.5, '2160:00'],
  ['[mm]:ss', -1.5, '-2160:00'],
  ['[mm]:ss', 61 * second, '01:01'],
  ['[mm]:ss', 3599.6 * second, '60:00'],
  ['[mm]:ss.0', 61.25 * second, '01:01.3'],
  ['[mm]:ss.00', 61.25 * second, '01:01.25'],
  ['[m]:s', 65 * second, '1:5'],
  ['[s]', 0, '0'],
  ['[s]', 1, '86400'],
  ['[s]', 1.5, '129600'],
  ['[s]', -1.5, '-129600'],
  ['[s]', 1.4 * second, '1'],
  ['[s]', 1.6 * second, '2'],
  ['[ss]', 5 * second, '05'],
  ['[sss]', 5 * second, '005'],
  ['[s].0', 1.25 * second, '1.3'],
  ['[s].00', 1.25 * second, '1.25'],
  ['[ss].000', 0.000_01, '00.864'],
  ['[ss].00', -1.25 * second, '-01.25'],
  ['[h]:[mm]', 1.5, '36:2160'],
  ['[h]"h "mm"m"', 1.51, '36h 14m'],
  ['[h] \\h mm \\m', 1.51, '36 h 14 m'],
  ['"up "[h]:mm', 2, 'up 48:00'],
  ['"up "[h]:mm', -2, '-up 48:00'],
  ['[red][h]:mm', 1.5, '36:00'],
  ['[h].mm', 1.5, '36.00'],
  ['[H]:MM:SS', 1.5, '36:00:00'],
  ['[hh]:mm:ss;@', 1.5, '36:00:00'],
  ['[h]:mm;-[h]:mm', 0.5, '12:00'],
  ['[h]:mm;-[h]:mm', -0.5, '-12:00'],
  ['[h]:mm;([h]:mm)', -1.25, '(30:00)'],
  ['[h]:mm;[Red]-[h]:mm', -1.25, '-30:00'],
  ['[h]:mm;-[h]:mm;"none"', 0, 'none'],
  ['[h]:mm:ss;[h]:mm:ss" late"', -0.25, '6:00:00 late'],
  ['[>=1][h]:mm;[mm]:ss', 1.5, '36:00'],
  ['[>=1][h]:mm;[mm]:ss', 0.5, '720:00'],
  ['[>=1][h]:mm;[mm]:ss', -0.5, '-720:00'],
  ['[<1][mm]:ss;[h]:mm', 2, '48:00'],
  ['0.0;[h]:mm', -0.5, '12:00'],
  ['[h]:mm;0.0', -0.5, '0.5'],
];

/** Clock times and dates: from the first day of the 1900 system on. */
const of1900: readonly Case[] = [
  ['h:mm', 1.5, '12:00'],
  ['h:mm', -0.5, '########'],
  ['yyyy-mm-dd', -1, '########'],
  ['yyyy-mm-dd', 1, '1900-01-01'],
  ['h:mm;-h:mm', -0.25, '-6:00'],
  ['mm:ss.0', -1, '########'],
  ['yyyy-mm-dd;"none"', -1, 'none'],
  ['d [h]:mm', 1.5, '1 36:00'],
  ['d [h]:mm', -1.5, '########'],
];

/** The 1904 system begins at 0 and counts back with a minus. */
const of1904: readonly Case[] = [
  ['h:mm', 1.5, '12:00'],
  ['h:mm', -0.5, '-12:00'],
  ['h:mm:ss', -0.25, '-6:00:00'],
  ['yyyy-mm-dd', 0, '1904-01-01'],
  ['yyyy-mm-dd', -1, '-1904-01-02'],
  ['h:mm;-h:mm', -0.25, '-6:00'],
  ['yyyy-mm-dd hh:mm', 1.5, '1904-01-02 12:00'],
  ['d [h]:mm', 1.5, '2 36:00'],
  ['mm:ss.0', 1.5, '00:00.0'],
];

describe('lengths of time', () => {
  test.each(lengths)('%s shows %d as %s in both date systems', (code, value, text) => {
    expect(showNumber(value, code, false).text).toBe(text);
    expect(showNumber(value, code, true).text).toBe(text);
  });

  test.each(of1900)('%s shows %d as %s from 1900 on', (code, value, text) => {
    expect(showNumber(value, code, false).text).toBe(text);
  });

  test.each(of1904)('%s shows %d as %s from 1904 on', (code, value, text) => {
    expect(showNumber(value, code, true).text).toBe(text);
  });
});
