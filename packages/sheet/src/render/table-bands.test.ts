import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { buildXlsx, cellsXml, formatStyles } from '../test-support/xlsx-builder.ts';

const band = 'background-color:#dce6f2';
const table = `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="T" displayName="T" ref="A1:A8"><tableColumns count="1"><tableColumn id="1" name="a"/></tableColumns><tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>`;

const data = cellsXml([['a'], [1], [2], [3], [4], [5], [6], [7]]);

const withHidden = (...rows: readonly number[]) =>
  rows.reduce((xml, row) => xml.replace(`<row r="${row}"`, `<row r="${row}" hidden="1"`), data);

/** The rows of a table of seven rows that are shaded. */
async function shaded(given: string): Promise<string> {
  const bytes = buildXlsx({
    styles: formatStyles([]),
    sheets: [
      {
        body: `${given}<tableParts><tablePart r:id="rId1"/></tableParts>`,
        relations: [['rId1', 'table', '../tables/table1.xml']],
      },
    ],
    parts: { 'xl/tables/table1.xml': table },
  });
  const [page] = renderPages(await readWorkbook(bytes), {}, { now: new Date(2026, 10, 30) }).pages;
  const cells = [...(page?.html ?? '').matchAll(/data-cell="(A\d+)"(?: data-num="")?(?: data-s="(\d+)")?/g)];
  return cells
    .filter(([, , style]) => page?.styles[Number(style)]?.includes(band))
    .map(([, name]) => name)
    .join(' ');
}

test('the bands of a table alternate over the rows that are seen, as in a spreadsheet that filters', async () => {
  expect(await shaded(data)).toBe('A2 A4 A6 A8');
  expect(await shaded(withHidden(3, 5))).toBe('A2 A6 A8');
  expect(await shaded(withHidden(2, 3))).toBe('A4 A6 A8');
  expect(await shaded(withHidden(2))).toBe('A3 A5 A7');
});

test('rows that a sheet hides because it does not list them count for no band', async () => {
  const listed = data.replace(/<row r="3">.*?<.row>/, '');
  const hidesOthers = '<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>';
  expect(await shaded(hidesOthers + listed)).toBe('A2 A5 A7');
  expect(await shaded(hidesOthers + data)).toBe('A2 A4 A6 A8');
});

test('the bands go on in a collapsed group, and after it as if it were not there', async () => {
  const folded = [3, 4, 5]
    .reduce((xml, row) => xml.replace(`<row r="${row}"`, `<row r="${row}" hidden="1" outlineLevel="1"`), data)
    .replace('<row r="6"', '<row r="6" collapsed="1"');
  expect(await shaded(folded)).toBe('A2 A4 A7');
});
