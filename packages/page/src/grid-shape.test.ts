import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuOf } from '../../../scripts/test/thread-cpu.ts';
import { shapeOf, widest } from './grid-shape.ts';
import { scanPage, type WireTable } from './table-scan.ts';

interface Spans {
  readonly columns: number;
  readonly rows: number;
}

const cell = ({ columns, rows }: Spans) => `<td colspan="${columns}" rowspan="${rows}">x</td>`;

function tableOf(rows: string, head = ''): WireTable {
  const [part] = scanPage(`<table>${head}<tbody>${rows}</tbody></table>`);
  return (part?.kind === 'table' ? part.table : undefined) ?? expect.unreachable();
}

const rowsOf = (rows: readonly (readonly Spans[])[]) =>
  rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('');

/** Column by column, as the standard says it. */
function widestByColumns(rows: readonly (readonly Spans[])[]): number {
  const taken = rows.map(() => new Set<number>());
  return Math.max(1, ...rows.map((row, n) => row.reduce((column, cell) => placed(taken.slice(n), column, cell), 0)));
}

/** Where the next cell of the row may stand. */
function placed([own, ...below]: Set<number>[], from: number, { columns, rows }: Spans): number {
  let column = from;
  while (own?.has(column)) column++;
  const held = Array.from({ length: columns }, (_, at) => column + at);
  for (const taken of below.slice(0, rows === 0 ? below.length : rows - 1)) for (const at of held) taken.add(at);
  return column + columns;
}

test('cells stand beside those that span their rows from above', () => {
  const spans = fc.record({ columns: fc.integer({ min: 1, max: 4 }), rows: fc.integer({ min: 0, max: 4 }) });
  fc.assert(
    fc.property(fc.array(fc.array(spans, { maxLength: 5 }), { maxLength: 8 }), (rows) => {
      expect(widest(tableOf(rowsOf(rows)))).toBe(widestByColumns(rows));
    }),
  );
});

/** How much more processor time the second takes; the smallest of several tries, so that no noise makes it more. */
function growth(small: WireTable, large: WireTable): number {
  const timeOf = (table: WireTable) => cpuOf(() => widest(table));
  widest(small);
  widest(large);
  return Math.min(...Array.from({ length: 9 }, () => timeOf(large) / timeOf(small)));
}

const plain = (rows: number) => '<tr><td>1</td></tr>'.repeat(rows);

test('one cell that spans many columns and rows costs the rows below next to nothing', () => {
  const spanning = rowsOf([[{ columns: 65_534, rows: 65_534 }]]);
  const [without, with_] = [tableOf(plain(5000)), tableOf(spanning + plain(5000))];
  expect(widest(with_)).toBe(65_535);
  expect(growth(without, with_)).toBeLessThan(15);
});

test('many cells that span many rows are met so often and no more', () => {
  const spanning = Array.from({ length: 4000 }, (_, n) => ({ columns: 1, rows: 60_000 + (n % 2) }));
  const [small, large] = [tableOf(rowsOf([spanning]) + plain(20_000)), tableOf(rowsOf([spanning]) + plain(60_000))];
  expect(widest(large)).toBe(4001);
  expect(growth(small, large)).toBeLessThan(2);
});

test('columns are as many as a sheet has, however often a col spans', () => {
  const head = `<colgroup>${'<col span="16384" style="width:8px">'.repeat(1000)}</colgroup>`;
  expect(shapeOf(tableOf('<tr><td>1</td></tr>', head)).widths).toHaveLength(16_384);
});
