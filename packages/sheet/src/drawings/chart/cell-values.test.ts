import { expect, test } from 'vitest';
import { readWorkbook } from '../../publish-pages.ts';
import { PlacedSparklines } from '../../sparklines/place-sparklines.ts';
import { buildXlsx, cellsXml } from '../../test-support/xlsx-builder.ts';
import { ChartCells } from './cell-values.ts';

const names = [
  '<definedName name="sales" localSheetId="0">Jan!$A$1:$A$3</definedName>',
  '<definedName name="sales" localSheetId="1">Feb!$A$1:$A$3</definedName>',
  '<definedName name="sales">Feb!$B$1:$B$3</definedName>',
  '<definedName name="grows">OFFSET(Jan!$A$1,0,0,COUNT(Jan!$A:$A),1)</definedName>',
  '<definedName name="lost">NOSUCHFUNCTION(Jan!$A$1)</definedName>',
].join('');

const book = () =>
  readWorkbook(
    buildXlsx({
      sheets: [
        { name: 'Jan', body: cellsXml([[1], [2], [3], [4]]) },
        {
          name: 'Feb',
          body: cellsXml([
            [10, 100],
            [20, 200],
            [30, 300],
          ]),
        },
      ],
      behind: `<definedNames>${names}</definedNames>`,
    }),
  );

test.each([
  ['Jan!sales', [1, 2, 3]],
  ['Feb!sales', [10, 20, 30]],
  ["'Feb'!sales", [10, 20, 30]],
  ['[0]!sales', [100, 200, 300]],
  // As it grows: every cell that has a number now.
  ['[0]!grows', [1, 2, 3, 4]],
  ['Jan!grows', [1, 2, 3, 4]],
  ['[0]!lost', [7]],
  ['[0]!none', [7]],
])('a chart by the name %s shows the cells that spreadsheets would', async (ref, values) => {
  const cells = new ChartCells(await book());
  expect(cells.find({ ref, cached: [7], lost: 0 }, false).values).toEqual(values);
});

test('any change may concern a chart whose cells a formula names', async () => {
  const cells = new ChartCells(await book());
  const refs = ['[0]!grows', 'Feb!sales', 'Jan!$A$1', '(Jan!$A$1,Jan!$A$2)'];
  expect(refs.map((ref) => cells.isReckoned(ref))).toEqual([true, false, false, false]);
});

test('a chart whose cells are all empty now draws nothing of what the file remembers', async () => {
  const cells = new ChartCells(await book());
  const { values } = cells.find({ ref: 'Feb!$D$1:$D$3', cached: [7, 8, 9], lost: 0 }, false);
  expect(values.filter((value) => value !== undefined)).toEqual([]);
});

test('a sparkline by a name looks on its own sheet first', async () => {
  const workbook = await book();
  const line = { row: 1, column: 3, source: 'sales' };
  const [jan, feb] = workbook.sheets.map((sheet) => ({ ...sheet, sparklines: [{ sparklines: [line] }] }));
  const placed = new PlacedSparklines(workbook);
  const rangeOf = (sheet: unknown) => placed.sourcesOf(sheet as (typeof workbook.sheets)[number]);
  expect([rangeOf(jan), rangeOf(feb)].flat().map(({ sheet }) => sheet)).toEqual(['jan', 'feb']);
});
