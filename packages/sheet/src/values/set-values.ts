import { holds } from '../address.ts';
import type { CellStyle } from '../cell-style.ts';
import type { Cell, CellRange, CellValue, Sheet, SheetRow, Workbook } from '../model.ts';
import { shownText } from '../render/cell-content.ts';
import { placeFrom } from '../render/visible.ts';
import { quoted, WorkbookError } from '../workbook-error.ts';
import type { NewValue, NewValues, ValuesByRow } from './sent-values.ts';

/** The values are no longer those of this workbook: a sheet or cells were added, so the workbook itself is to be sent. */
export class StructureChanged extends WorkbookError {}

/**
 * The workbook with new values; the same one when all cells hold them already. Rows that do not change are the same
 * rows. Throws StructureChanged for a sheet that it does not have, and for a value beyond the cells that it has.
 */
export function setValues(workbook: Workbook, values: NewValues, onRows?: OnRows): Workbook {
  return values.reduce((before, [name, rows]) => withSheet(before, name, rows, onRows), workbook);
}

/** Told of the rows of a sheet that are other ones. */
type OnRows = (sheet: string, rows: Iterable<SheetRow>) => void;

function withSheet(workbook: Workbook, name: string, values: ValuesByRow, onRows: OnRows | undefined): Workbook {
  const key = name.toLowerCase();
  const at = workbook.sheets.findIndex((sheet) => sheet.name.toLowerCase() === key);
  const sheet = workbook.sheets[at];
  if (!sheet) throw new StructureChanged(`The published workbook has no sheet ${quoted(name)}`);
  const changed = changedRows(sheet, values, workbook);
  if (changed.length === 0) return workbook;
  onRows?.(key, changed);
  const next = { ...sheet, rows: rowsWith(sheet.rows, changed) };
  const held = heldRanges.get(sheet);
  if (held) heldRanges.set(next, held);
  return { ...workbook, sheets: workbook.sheets.with(at, next) };
}

/** The rows that hold other values now. */
function changedRows(sheet: Sheet, values: ValuesByRow, { styles, has1904Dates }: Workbook): SheetRow[] {
  const held = heldCells(sheet);
  const changed: SheetRow[] = [];
  for (const [number, wanted] of values) {
    const at = placeFrom(sheet.rows, number);
    const listed = sheet.rows[at]?.number === number ? sheet.rows[at] : undefined;
    assertHeld(sheet, number, wanted, held);
    const row = listed ?? { number, height: undefined, isHidden: sheet.hidesOtherRows, style: 0, cells: [] };
    const next = rowWith(row, wanted, { sheet, styles, has1904Dates });
    if (next !== row) changed.push(next);
  }
  return changed;
}

/** The rows of a sheet with others in the place of those of their numbers. */
function rowsWith(before: readonly SheetRow[], changed: readonly SheetRow[]): SheetRow[] {
  const rows = [...before];
  const fresh = changed.filter((row) => {
    const at = placeFrom(before, row.number);
    if (before[at]?.number === row.number) rows[at] = row;
    return before[at]?.number !== row.number;
  });
  return fresh.length === 0 ? rows : [...rows, ...fresh].sort((a, b) => a.number - b.number);
}

/** Where sheets have cells: values move no end of theirs. */
const heldRanges = new WeakMap<Sheet, CellRange>();

/** Where the sheet has cells: a value beyond them has no look of its own, so its figure could be shown wrong. */
function heldCells(sheet: Sheet): CellRange {
  const known = heldRanges.get(sheet) ?? findHeldCells(sheet);
  heldRanges.set(sheet, known);
  return known;
}

function findHeldCells({ rows, merges, tables }: Sheet): CellRange {
  let [top, left, bottom, right] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  const reach = (range: CellRange) => {
    top = Math.min(top, range.top);
    left = Math.min(left, range.left);
    bottom = Math.max(bottom, range.bottom);
    right = Math.max(right, range.right);
  };
  for (const { number, cells } of rows) {
    const [first, last] = [cells[0], cells.at(-1)];
    if (first && last) reach({ top: number, bottom: number, left: first.column, right: last.column });
  }
  merges.forEach(reach);
  for (const { range } of tables) reach(range);
  return { top, left, bottom, right };
}

function assertHeld(sheet: Sheet, row: number, wanted: ReadonlyMap<number, NewValue>, held: CellRange): void {
  for (const [column, { value }] of wanted) {
    if (value === undefined || holds(held, row, column)) continue;
    throw new StructureChanged(`${quoted(sheet.name)} has grown beyond the cells of the published workbook`);
  }
}

interface Around {
  readonly sheet: Sheet;
  readonly styles: readonly CellStyle[];
  readonly has1904Dates: boolean;
}

function rowWith(row: SheetRow, wanted: ReadonlyMap<number, NewValue>, around: Around): SheetRow {
  const left = new Map(wanted);
  let isChanged = false;
  const cells = row.cells.map((cell) => {
    const one = left.get(cell.column);
    if (!one) return cell;
    left.delete(cell.column);
    const next = cellWith(cell, one, around);
    isChanged ||= next !== cell;
    return next;
  });
  for (const [column, one] of left) {
    if (one.value === undefined) continue;
    const style = row.style > 0 ? row.style : columnStyle(around.sheet, column);
    cells.push(cellWith({ column, style, value: undefined }, one, around));
    isChanged = true;
  }
  if (!isChanged) return row;
  return { ...row, cells: left.size > 0 ? cells.sort((a, b) => a.column - b.column) : cells };
}

function columnStyle({ columns }: Sheet, column: number): number {
  return columns.find(({ from, to }) => from <= column && column <= to)?.style ?? 0;
}

function cellWith(cell: Cell, { value, text }: NewValue, { styles, has1904Dates }: Around): Cell {
  const { column, style, link, linkFormula, spill } = cell;
  // A picture stands in place of a value.
  if (value === undefined && cell.picture) return cell;
  const links = { ...(link !== undefined && { link }), ...(linkFormula && { linkFormula }) };
  const plain: Cell = { column, style, value, ...links, ...(spill && { spill }) };
  const look = styles[style];
  const shown = look && ownText(plain, text, () => shownText(plain, look, has1904Dates).text);
  const isSame =
    isEqual(cell.value, value) && cell.shown === shown && cell.formula === undefined && !cell.isUncalculated;
  if (isSame) return cell;
  return shown === undefined ? plain : { ...plain, shown };
}

/** A spreadsheet says so where its column is too narrow for a number. */
const CUT = /^#+$/;

/**
 * The text of the spreadsheet, where it is another than the cell's own format gives: what the format says beside the
 * text - its colour, where its sign stands - is kept otherwise.
 */
function ownText({ value }: Cell, text: string | undefined, own: () => string): string | undefined {
  if (text === undefined || value === undefined) return undefined;
  if (typeof value === 'number' && CUT.test(text)) return undefined;
  const made = own();
  return text === made || (typeof value === 'number' && bare(text) === bare(made)) ? undefined : text;
}

/** Formats pad texts with spaces; between digits they part thousands. */
function bare(text: string): string {
  return text.replace(/(\d)\s(?=\d)/g, '$1\u0000').replace(/\s+/g, '');
}

function isEqual(a: CellValue | undefined, b: CellValue | undefined): boolean {
  if (typeof a === 'object' && typeof b === 'object') return a.error === b.error;
  return Object.is(a, b);
}
