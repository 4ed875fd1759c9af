import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pagesOf } from '../../test-support/both-ways.ts';
import { randomBook, randomSheet } from '../../test-support/random-book.ts';
import { buildXlsx, cellsXml, formatStyles } from '../../test-support/xlsx-builder.ts';

const soak = process.env.SHEETWIRE_SOAK === 'yes';
const codes = [
  'General',
  '0',
  '0.00',
  '#,##0',
  '#,##0.00;[Red]-#,##0.00',
  '0.0%',
  '"EUR" #,##0',
  '€0.0" <&>"',
  '#,##0_);(#,##0)',
  '0.00_ ;-0.00_ ',
  ' 0',
  '+0;-0;"zero"',
  '[>5]0;0.0',
  'yyyy-mm-dd',
  '[h]:mm',
  '0.00E+00',
  '# ?/?',
  '* 0',
  '@',
  '"<"@',
];

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -1e7, max: 1e7 }),
  fc.integer({ min: -1e6, max: 1e6 }),
  // What lies half-way between two results.
  fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 })).map(([n, places]) => n / 10 ** places),
  fc.constantFrom(0, -0, 999.995, 0.995, 1e9, 1e14, 45_000),
);
const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom('Zürich', '日本', 'a  b', ' a', 'a ', 'a\nb', '<b>&', 'long '.repeat(100), 'a text that runs on'),
);
const cells = fc.array(
  fc.array(fc.tuple(fc.oneof(number, text, fc.constant(undefined)), fc.nat(codes.length)), {
    minLength: 1,
    maxLength: 6,
  }),
  { minLength: 1, maxLength: 8 },
);

describe('cells that are written straight are those that are written the usual way', () => {
  test('for numbers and texts in formats of many kinds, wide and narrow', async () => {
    const property = fc.asyncProperty(cells, fc.constantFrom(2, 9, 40), async (rows, width) => {
      const body = `<cols><col min="2" max="4" width="${width}"/></cols>${cellsXml([...rows, ...rows])}`;
      const { straight, usual } = await pagesOf(buildXlsx({ sheets: [{ body }], styles: formatStyles(codes) }));
      expect(straight).toEqual(usual);
    });
    await fc.assert(property, { numRuns: soak ? 2000 : 100 });
  });

  test('on long sheets, where some are written straight and some the usual way', async () => {
    const row = (n: number) => ['a text that runs on', 'a  b', n / 7, n % 3 === 0 ? 'x < y' : 'plain', n % 2 === 0];
    const body = cellsXml(Array.from({ length: 3000 }, (_, n) => row(n)));
    const { straight, usual } = await pagesOf(buildXlsx({ sheets: [{ body }] }));
    expect(straight).toEqual(usual);
  });

  test('in books with lines, tables, rules, merges, links and drawings', async () => {
    const property = fc.asyncProperty(randomSheet, async (sheet) => {
      const { straight, usual } = await pagesOf(randomBook(sheet));
      expect(straight).toEqual(usual);
    });
    await fc.assert(property, { numRuns: soak ? 1000 : 50 });
  });
});
