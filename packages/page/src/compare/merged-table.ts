import { attribute, type WireCell, type WireRow, type WireTable } from '../table-scan.ts';
import { quoteAttribute } from '../tag-writer.ts';
import type { DiffEntry, EntryList } from './diff-entries.ts';
import { partnerColumn } from './match-columns.ts';
import { newColumns, oldCells, removedBefore } from './removed-rows.ts';
import { isBlank, rowsOf, type Sheet, type SheetCell } from './sheet.ts';
import type { CellDiff, SheetDiff } from './sheet-diff.ts';
import { type DecimalMarks, numberChange } from './shown-number.ts';

/** Characters of an old value that stand with its cell. */
const LONGEST_SHOWN = 300;

/** A table of both sides, or of the newer alone. */
export interface TablePair {
  readonly table: WireTable;
  readonly sheet: Sheet;
  readonly older: { readonly table: WireTable; readonly sheet: Sheet };
  readonly diff: SheetDiff;
}

/** What the tables of a page have in common. */
export interface Merging {
  readonly list: EntryList;
  readonly marks: DecimalMarks;
  /** A page that marks its numbers has no others. */
  readonly isMarked: boolean;
  /** What an older style number becomes behind the newer page's styles. */
  readonly styleOffset: number;
}

/** The newer table with its differences marked, and the rows that are no more where they stood. */
export function mergedTable(pair: TablePair, merging: Merging): string {
  const writer = new TableMerger(pair, merging);
  return writer.write();
}

class TableMerger {
  readonly #pair: TablePair;
  readonly #merging: Merging;
  readonly #olderRows: readonly WireRow[];
  readonly #cells: ReadonlyMap<number, readonly CellDiff[]>;
  readonly #removed: ReadonlyMap<number, readonly number[]>;
  readonly #removedColumns: ReadonlySet<number>;
  readonly #newColumns: Int32Array;
  readonly #names: ColumnNames;
  readonly #olderNames: ColumnNames;
  /** The row that was named last: all its cells name it. */
  #named = { row: -1, name: '' };

  constructor(pair: TablePair, merging: Merging) {
    this.#pair = pair;
    this.#merging = merging;
    this.#olderRows = rowsOf(pair.older.table);
    this.#cells = Map.groupBy(pair.diff.cells, ({ row }) => row);
    this.#removed = removedBefore(pair);
    this.#removedColumns = new Set(pair.diff.removedColumns);
    this.#newColumns = newColumns(pair.diff.columnOf, pair.older.sheet.columns);
    this.#names = columnNames(pair.sheet);
    this.#olderNames = columnNames(pair.older.sheet);
  }

  write(): string {
    const { table } = this.#pair;
    this.#listColumns();
    let row = 0;
    let html = `<table${table.attributes}>${table.head}`;
    for (const [n, section] of table.sections.entries()) {
      html += `${section.before}<${section.kind}${section.attributes}>`;
      for (const line of section.rows) {
        html += this.#removedRows(row) + this.#row(line, row);
        row++;
      }
      const isLast = n === table.sections.length - 1;
      html += `${isLast ? this.#removedRows(row) : ''}${section.after}</${section.kind}>`;
    }
    if (table.sections.length === 0) this.#removedRows(0);
    return `${html}${table.after}</table>`;
  }

  #listColumns(): void {
    const { older, diff, sheet } = this.#pair;
    const { list } = this.#merging;
    const before = filledColumns(older.sheet);
    for (const column of diff.removedColumns) {
      if (before.has(column)) list.add({ kind: 'removed', what: 'column', column: this.#olderNames(column) });
    }
    const now = filledColumns(sheet);
    for (const [column, partner] of diff.columnOf.entries()) {
      if (partner >= 0 || !now.has(column)) continue;
      list.add({ kind: 'added', what: 'column', column: this.#names(column) });
    }
  }

  #row(line: WireRow, row: number): string {
    const isAdded = (this.#pair.diff.rowOf[row] ?? -1) < 0;
    let mark = '';
    if (isAdded) {
      const number = this.#merging.list.add({ kind: 'added', what: 'row', row: this.#rowName(row) });
      mark = marks('added', number, '', '');
    }
    const found = isAdded ? [] : (this.#cells.get(row) ?? []);
    const cells = found.length === 0 ? line.cells.map(cellHtml) : this.#cellsOf(line, found);
    return `${line.before}<tr${line.attributes}${mark}>${cells.join('')}${line.after}</tr>`;
  }

  #cellsOf(line: WireRow, found: readonly CellDiff[]): string[] {
    const cells = line.cells.map(cellHtml);
    for (const diff of found) {
      const cell = line.cells[diff.at];
      const mark = this.#markOf(diff, cell);
      if (cell) cells[diff.at] = cellHtml({ ...cell, attributes: cell.attributes + mark });
    }
    return cells;
  }

  /** Lists a cell's difference and says what its tag tells of it; a column that came is listed as one. */
  #markOf(diff: CellDiff, cell: WireCell | undefined): string {
    const { sheet, older } = this.#pair;
    const now = sheet.rows[diff.row]?.[diff.at];
    const before = older.sheet.rows[this.#pair.diff.rowOf[diff.row] ?? -1]?.[diff.wasAt];
    if (now && partnerColumn(this.#pair.diff.columnOf, now.column) < 0) return marks('added', undefined, '', '');
    if (!now && before && this.#removedColumns.has(before.column)) return '';
    const was = String(before?.value ?? '');
    const change = this.#change(before, now);
    const number = this.#merging.list.add({
      kind: diff.kind,
      what: 'cell',
      row: this.#rowName(diff.row),
      column: now ? this.#names(now.column) : this.#olderNames(before?.column ?? 0),
      cell: attribute(cell?.attributes ?? '', 'data-cell') ?? '',
      was,
      now: String(now?.value ?? ''),
      change,
    });
    return marks(diff.kind, number, was, change);
  }

  #change(before: SheetCell | undefined, now: SheetCell | undefined): string {
    const { isMarked, marks } = this.#merging;
    if (!before || !now || (isMarked && !(before.isNumber && now.isNumber))) return '';
    const change = numberChange(String(before.value), String(now.value), marks);
    if (!change) return '';
    return change.percent === '' ? change.difference : `${change.difference} (${change.percent})`;
  }

  #removedRows(at: number): string {
    return (this.#removed.get(at) ?? []).map((row) => this.#removedRow(row)).join('');
  }

  #removedRow(row: number): string {
    const { older, sheet } = this.#pair;
    const line = this.#olderRows[row];
    if (!line) return '';
    const name = rowName(older.sheet, row, this.#olderKeyColumn());
    const number = this.#merging.list.add({ kind: 'removed', what: 'row', row: name });
    const columns = (older.sheet.rows[row] ?? []).map(({ column }) => this.#newColumns[column] ?? column);
    const html = oldCells({ line, columns, count: sheet.columns, styleOffset: this.#merging.styleOffset });
    return `<tr${heightOf(line)}${marks('removed', number, '', '')}>${html}</tr>`;
  }

  #rowName(row: number): string {
    if (this.#named.row !== row) {
      this.#named = { row, name: rowName(this.#pair.sheet, row, this.#pair.diff.keyColumn) };
    }
    return this.#named.name;
  }

  #olderKeyColumn(): number | undefined {
    const { keyColumn, columnOf } = this.#pair.diff;
    return keyColumn === undefined ? undefined : columnOf[keyColumn];
  }
}

function cellHtml({ before, tag, attributes, inner }: WireCell): string {
  return `${before}<${tag}${attributes}>${inner}</${tag}>`;
}

function heightOf(line: WireRow): string {
  const style = attribute(line.attributes, 'style');
  return style ? ` style="${style}"` : '';
}

function marks(kind: DiffEntry['kind'], number: number | undefined, was: string, change: string): string {
  const at = number === undefined ? '' : ` data-diff-n="${number}"`;
  const old = was === '' ? '' : ` data-was="${quoteAttribute(was.slice(0, LONGEST_SHOWN))}"`;
  return ` data-diff="${kind}"${at}${old}${change === '' ? '' : ` data-change="${quoteAttribute(change)}"`}`;
}

/** The key of a row; without one its first words, after those of a merged cell beside it. */
function rowName({ rows, spanning }: Sheet, row: number, keyColumn: number | undefined): string {
  const cells = rows[row] ?? [];
  const key = cells.find(({ column }) => column === keyColumn);
  if (key && !isBlank(key.value)) return String(key.value);
  const isWord = (cell: SheetCell) => !cell.isNumber && !isBlank(cell.value);
  const named = [...(spanning[row] ?? []).filter(isWord).slice(0, 1), ...cells.filter(isWord).slice(0, 1)];
  return named.map(({ value }) => value).join(', ') || `Row ${row + 1}`;
}

type ColumnNames = (column: number) => string;

/** What the head calls each column. */
function columnNames({ rows, headRow }: Sheet): ColumnNames {
  const names = new Map<number, string>();
  for (const { column, value } of rows[headRow] ?? []) if (!isBlank(value)) names.set(column, String(value));
  return (column) => names.get(column) ?? `Column ${column + 1}`;
}

/** The columns that are not empty. */
function filledColumns({ rows }: Sheet): Set<number> {
  const filled = new Set<number>();
  for (const row of rows) for (const { column, value } of row) if (!isBlank(value)) filled.add(column);
  return filled;
}
