import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySheetPlan, sheetHtml } from '../page-builders.ts';
import { readSheets, type Sheet, type SheetCell } from './sheet.ts';
import { diffSheets, type SheetDiff } from './sheet-diff.ts';

const row = (...cells: (string | number)[]) =>
  `<tr>${cells.map((cell) => `<td${typeof cell === 'number' ? ' data-num=""' : ''}>${cell}</td>`).join('')}</tr>`;
const head = (...names: string[]) => `<tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr>`;
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`;

function sheetOf(html: string): Sheet {
  const part = readSheets(html).find(({ kind }) => kind === 'table');
  if (part?.kind !== 'table') throw new Error('There is no table');
  return part.sheet;
}

const diff = (from: string, to: string) => diffSheets(sheetOf(from), sheetOf(to));
const told = ({ cells }: SheetDiff) => cells.map(({ kind, row: at, at: cell }) => `${kind} ${at},${cell}`);

/** The newer table as the older one and what was reported say it; only what was reported comes from the newer. */
function applied(from: Sheet, to: Sheet, { rowOf, columnOf, cells }: SheetDiff): (string | number)[][] {
  return to.rows.map((after, at) => {
    const before = from.rows[rowOf[at] ?? -1];
    if (!before) return after.map(({ value }) => value);
    const reported = new Map(cells.filter((cell) => cell.row === at).map((cell) => [cell.at, cell]));
    return after.map((cell, n) => (reported.has(n) ? cell.value : oldValue(before, columnOf[cell.column] ?? -1)));
  });
}

function oldValue(before: readonly SheetCell[], column: number): string | number {
  return before.find((cell) => cell.column === column)?.value ?? '';
}

const anyTable = fc
  .record({
    columns: fc.integer({ min: 1, max: 5 }),
    rows: fc.array(
      fc.tuple(fc.integer({ min: 0, max: 12 }), fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 5 })),
    ),
    isNamed: fc.boolean(),
  })
  .map(({ columns, rows, isNamed }) => {
    const names = Array.from({ length: columns }, (_, n) => `Column ${n}`);
    const lines = rows.map(([key, values]) => row(`Row ${key}`, ...values.slice(0, columns - 1)));
    return table(...(isNamed ? [head(...names)] : []), ...lines);
  });

test('what is reported leads from the older table to the newer', () => {
  const anyPage = fc.oneof(anyTable, anySheetPlan.map(sheetHtml));
  fc.assert(
    fc.property(anyPage, anyPage, (older, newer) => {
      const [from, to] = [sheetOf(older), sheetOf(newer)];
      const found = diffSheets(from, to);
      expect(applied(from, to, found)).toEqual(to.rows.map((cells) => cells.map(({ value }) => value)));
      expect(found.rowOf.filter((at) => at >= 0).length + found.removedRows.length).toBe(from.rows.length);
      expect(found.columnOf.filter((at) => at >= 0).length + found.removedColumns.length).toBe(from.columns);
    }),
  );
});

test('a table differs from itself in nothing', () => {
  fc.assert(
    fc.property(fc.oneof(anyTable, anySheetPlan.map(sheetHtml)), (html) => {
      const found = diff(html, html);
      expect([found.cells, found.removedRows, found.removedColumns]).toEqual([[], [], []]);
    }),
  );
});

const prices = (...rows: string[]) => table(head('Instrument', 'Mid', 'Status'), ...rows);

test('a row that came moves no other, though every price changed', () => {
  const older = prices(row('2Y', 1, 'ok'), row('5Y', 2, 'ok'), row('10Y', 3, 'ok'));
  const newer = prices(row('2Y', 11, 'ok'), row('3Y', 9, 'ok'), row('5Y', 12, 'ok'), row('10Y', 13, 'ok'));
  const found = diff(older, newer);
  expect([...found.rowOf]).toEqual([0, 1, -1, 2, 3]);
  expect(told(found)).toEqual(['changed 1,1', 'changed 3,1', 'changed 4,1']);
});

test('a row that was sorted to another place is compared with itself', () => {
  const older = prices(row('2Y', 1, 'ok'), row('5Y', 2, 'ok'), row('10Y', 3, 'ok'));
  const newer = prices(row('10Y', 4, 'ok'), row('2Y', 1, 'ok'), row('5Y', 2, 'ok'));
  expect(told(diff(older, newer))).toEqual(['changed 1,1']);
});

test('a row under another name is the same row when most of it is equal', () => {
  const line = (name: string) => row(name, 'USD', 'ok', 1);
  const columns = head('Instrument', 'Ccy', 'Status', 'Mid');
  const older = table(columns, line('2Y'), line('5Y'), line('10Y'));
  const newer = table(columns, line('2Y'), line('6Y'), line('10Y'));
  expect(told(diff(older, newer))).toEqual(['changed 2,0']);
});

test('a column that came, went or has another name moves no other', () => {
  const older = table(head('Name', 'Mid', 'Limit'), row('2Y', 1, 10), row('5Y', 2, 20));
  const newer = table(head('Name', 'Chg', 'Mid', 'Max'), row('2Y', 7, 1, 10), row('5Y', 7, 2, 20));
  const found = diff(older, newer);
  expect([...found.columnOf]).toEqual([0, -1, 1, 2]);
  expect(told(found)).toEqual(['added 0,1', 'changed 0,3', 'added 1,1', 'added 2,1']);
  expect(diff(newer, older).removedColumns).toEqual([1]);
});

test('rows without names are paired in order', () => {
  const older = table(row(1, 2), row(3, 4));
  const newer = table(row(1, 9), row(8, 4));
  expect(told(diff(older, newer))).toEqual(['changed 0,1', 'changed 1,0']);
});

test('rows beside a merged cell are named by it: a block that came moves no other', () => {
  const block = (book: string, net: number) =>
    `<tr><th rowspan="2">${book}</th><td>Net</td><td data-num="">${net}</td></tr>${row('Gross', net + 1)}`;
  const older = table(block('Rates', 1), block('Bonds', 5));
  const newer = table(block('Rates', 1), block('Futures', 9), block('Bonds', 6));
  const found = diff(older, newer);
  expect([...found.rowOf]).toEqual([0, 1, -1, -1, 2, 3]);
  expect(told(found)).toEqual(['changed 4,2', 'changed 5,1']);
});

test('a text that came into an empty cell is added, one that left is removed', () => {
  const older = prices(row('2Y', 1, ''), row('5Y', 2, 'ok'));
  const newer = prices(row('2Y', 1, 'ok'), row('5Y', 2, ''));
  expect(told(diff(older, newer))).toEqual(['added 1,2', 'removed 2,2']);
});

test('twenty thousand rows without anything in common come to an end', () => {
  const lines = (name: string) => Array.from({ length: 20_000 }, (_, n) => row(`${name} ${n}`, n));
  const found = diff(table(...lines('old')), table(...lines('new'), row('new', 0)));
  expect(found.removedRows).toHaveLength(20_000);
});
