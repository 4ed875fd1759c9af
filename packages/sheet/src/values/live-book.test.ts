import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildXlsx, type CellSource, cellsXml, formatStyles } from '../test-support/xlsx-builder.ts';
import { LiveBook } from './live-book.ts';
import { ValuesError } from './sent-values.ts';
import { StructureChanged } from './set-values.ts';

const styles = `${formatStyles(['#,##0.00;[Red]-#,##0.00', '0%', '@'])}<dxfs count="1"><dxf><font><b/></font></dxf></dxfs>`;

/** Rules of each kind: of one cell, of a whole range, and of other cells. */
const rules = [
  '<cfRule type="colorScale" priority="1"><colorScale><cfvo type="min"/><cfvo type="max"/><color rgb="FFFFFFFF"/><color rgb="FFFF0000"/></colorScale></cfRule>',
  '<cfRule type="duplicateValues" dxfId="0" priority="2"/>',
  '<cfRule type="top10" dxfId="0" priority="3" rank="2"/>',
  '<cfRule type="cellIs" dxfId="0" priority="4" operator="greaterThan"><formula>50</formula></cfRule>',
  '<cfRule type="dataBar" priority="5"><dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar></cfRule>',
];

const ROWS = 6;
const COLUMNS = 4;
const letters = ['A', 'B', 'C', 'D'];

type Value = number | string | boolean;
type Grid = readonly (readonly Value[])[];

function bytesOf(grid: Grid): Uint8Array {
  const rows = grid.map((row) => row.map((value, n): CellSource => [value, n]));
  const merged = '<mergeCells><mergeCell ref="A6:B6"/></mergeCells>';
  const judged = `<conditionalFormatting sqref="A1:D5">${rules.join('')}</conditionalFormatting>`;
  return buildXlsx({ styles, sheets: [{ name: 'S', body: cellsXml(rows) + merged + judged }] });
}

const now = new Date(2026, 10, 23);
const read = (bytes: Uint8Array) => LiveBook.read({ bytes, name: 'book.xlsx', selection: {}, records: [] }, { now });
const head = { topic: 'A/B/C', metadata: {} };

/** The pages with the declarations of each cell in place of their number, which depends on what was shown before. */
function shown(book: LiveBook): string {
  const { pages } = JSON.parse(new TextDecoder().decode(book.render(head, now).body().body));
  return pages
    .map(({ html, styles: list }: { html: string; styles: string[] }) =>
      html.replace(/data-s="(\d+)"/g, (_, number) => `style="${list[Number(number)]}"`),
    )
    .join('\n');
}

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: -100, max: 100 }),
  fc.constantFrom('text', 'a text that is much too long for its own cell', '=1+1', '<b>', ''),
  fc.boolean(),
);
const grid = fc.array(fc.array(value, { minLength: COLUMNS, maxLength: COLUMNS }), {
  minLength: ROWS,
  maxLength: ROWS,
});

test('values set on a workbook give the pages of a workbook with these values', async () => {
  await fc.assert(
    fc.asyncProperty(grid, fc.array(grid, { minLength: 1, maxLength: 3 }), async (first, steps) => {
      let book = await read(bytesOf(first));
      let now = first;
      for (const next of steps) {
        const cells = next.flatMap((row, n) =>
          row.flatMap((one, m): [string, Value][] => (one === now[n]?.[m] ? [] : [[`${letters[m]}${n + 1}`, one]])),
        );
        const changed = book.with([{ name: 'S', cells }]);
        expect(changed === undefined).toBe(cells.length === 0);
        book = changed?.book ?? book;
        now = next;
        expect(shown(book)).toBe(shown(await read(bytesOf(next))));
      }
    }),
    // The long form has all of them.
    { numRuns: process.env.SHEETWIRE_SOAK === undefined ? 25 : 60 },
  );
}, 120_000);

test('a workbook that is read with the values written down is the one they were set on', async () => {
  const first = Array.from({ length: ROWS }, () => [1, 2, 3, 'x']);
  const bytes = bytesOf(first);
  let book = await read(bytes);
  let records: Uint8Array[] = [];
  for (let n = 0; n < 150; n++) {
    const changed = book.with([{ name: 'S', cells: [[`A${(n % 5) + 1}`, n, `no. ${n}`]] }]);
    if (!changed) throw new Error('nothing has changed');
    records = changed.record.isWhole ? [changed.record.bytes] : [...records, changed.record.bytes];
    book = changed.book;
  }
  expect(records.length).toBeLessThan(65);
  const again = await LiveBook.read({ bytes, name: 'book.xlsx', selection: {}, records }, { now });
  expect(shown(again)).toBe(shown(book));
  expect(shown(again)).toContain('no. 149');
});

test('numbers of styles stay, so that a cell with a new look changes no other', async () => {
  const book = await read(bytesOf(Array.from({ length: ROWS }, () => [1, 2, 3, 'x'])));
  const before = book.render(head, now).body();
  const changed = book
    .with([{ name: 'S', cells: [['A1', 99]] }])
    ?.book.render(head, now)
    .body();
  const stylesOf = (body: Uint8Array | undefined): string[] =>
    JSON.parse(new TextDecoder().decode(body)).pages[0].styles;
  const old = stylesOf(before.body);
  expect(stylesOf(changed?.body).slice(0, old.length)).toEqual(old);
});

test('what is no value of the workbook is refused, each in its own way', async () => {
  const book = await read(bytesOf([[1]]));
  const set = (sheet: object) => () => book.with([{ name: 'S', ...sheet }]);
  expect(set({ name: 'T' })).toThrow(StructureChanged);
  expect(set({ cells: [['B9', 1]] })).toThrow(StructureChanged);
  expect(set({ cells: [['B9', null]] })()).toBeUndefined();
  expect(set({ cells: [['one', 1]] })).toThrow(ValuesError);
  expect(set({ range: 'A1:A2', rows: [[1]] })).toThrow(/2 rows of 1 cell; send/);
  expect(set({ range: 'A1', rows: [[1]], texts: [] })).toThrow(/as many texts/);
});
