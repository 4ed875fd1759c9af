import { expect, test } from 'vitest';
import { formulaJobs } from '../formula/calculate.ts';
import { FormulaBook } from '../formula/formula-book.ts';
import { ReadIndex } from '../formula/read-index.ts';
import type { SheetRow } from '../model.ts';
import { readWorkbook } from '../publish-pages.ts';
import { buildXlsx, type CellSource, cellsXml } from '../test-support/xlsx-builder.ts';
import { LiveBook } from '../values/live-book.ts';
import { newValues } from '../values/sent-values.ts';
import { setValues } from '../values/set-values.ts';
import { LiveFormulas } from './live-formulas.ts';

const now = new Date(2026, 10, 23);
const head = { topic: 'A/B/C', metadata: {} };
const ROWS = 400;
const asks = '<calcPr calcId="124519" fullCalcOnLoad="1"/>';

/** As openpyxl and XlsxWriter write: values, what each row makes of them, and totals of all; 0 in place of results. */
function bytesOf(more: readonly CellSource[] = []): Uint8Array {
  const rows = Array.from({ length: ROWS }, (_, n): CellSource[] => [
    n,
    { formula: `A${n + 1}*2`, saved: 0 },
    { formula: `B${n + 1}+1`, saved: 0 },
  ]);
  rows[0]?.push({ formula: `SUM(C1:C${ROWS})`, saved: 0 }, ...more);
  return buildXlsx({ sheets: [{ name: 'S', body: cellsXml(rows) }], behind: asks });
}

const read = (bytes: Uint8Array, records: Uint8Array[] = []) =>
  LiveBook.read({ bytes, name: 'book.xlsx', selection: {}, records }, { now });

const textOf = (book: LiveBook) => new TextDecoder().decode(book.body(head, now).body);

type Cells = [string, number][];

/** How many cells are written again for values. */
async function written(sets: readonly Cells[], more: readonly CellSource[] = []) {
  const bytes = bytesOf(more);
  let book = await read(bytes);
  book.render(head, now);
  const records: Uint8Array[] = [];
  const counts: (number | undefined)[] = [];
  for (const cells of sets) {
    const next = book.with([{ name: 'S', cells }]);
    if (!next) throw new Error('nothing has changed');
    records.push(next.record.bytes);
    book = next.book;
    counts.push(book.render(head, now).steps?.flatMap(({ steps }) => steps).length);
  }
  expect(textOf(book)).toBe(textOf(await read(bytes, records)));
  return counts;
}

test('of a file that asks to be calculated only the cells that hang on a value are written again', async () => {
  // The cell, the two formulas of its row, and the total.
  expect(
    await written([
      [['A7', 1000]],
      [['A7', 5]],
      [
        ['A8', 5],
        ['A9', 70],
      ],
    ]),
  ).toEqual([4, 4, 7]);
});

test('a value that was sent takes the place of a formula, and is what others read', async () => {
  expect(await written([[['B7', 1000]], [['A7', 5]], [['D1', 1]], [['A8', 3]]])).toEqual([3, 1, 1, 3]);
});

test('formulas that tell of the clock are written as a whole', async () => {
  expect(await written([[['A7', 1000]]], [{ formula: 'NOW()', saved: 0 }])).toEqual([undefined]);
});

test('only formulas that read what changed are evaluated again, and those that may read anything', async () => {
  const evaluated = async (more: readonly CellSource[]) => {
    const workbook = await readWorkbook(bytesOf(more));
    const { formulas } = LiveFormulas.calculate(workbook, now);
    const rows = new Map<string, SheetRow[]>();
    setValues(workbook, newValues([{ name: 'S', cells: [['A7', 1000]] }]), (sheet, changed) =>
      rows.set(sheet, [...changed]),
    );
    formulas?.follow(rows);
    return formulas?.evaluated;
  };
  expect(await evaluated([])).toBe(3);
  expect(await evaluated([{ formula: 'INDIRECT("A9")', saved: 0 }])).toBe(4);
});

test('what formulas read is kept up to a limit', async () => {
  const workbook = await readWorkbook(bytesOf());
  const indexed = (most: number) => new ReadIndex(formulaJobs(workbook.sheets), new FormulaBook(workbook, now), most);
  // A cell for each formula of a row, and the area of the total.
  expect(indexed(2 * ROWS + 1)).toMatchObject({ isFull: false, size: 2 * ROWS + 1 });
  expect(indexed(2 * ROWS).isFull).toBe(true);
});
