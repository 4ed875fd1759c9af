import type { PageBody } from '../ops.ts';
import { cellText } from './cell-text.ts';
import { commonSequence, pairEqualGaps } from './common-sequence.ts';
import { type DiffEntry, EntryList } from './diff-entries.ts';
import { type Merging, mergedTable, type TablePair } from './merged-table.ts';
import { readSheets, type Sheet, type SheetPart } from './sheet.ts';
import { diffSheets } from './sheet-diff.ts';
import { decimalMarks } from './shown-number.ts';

/** The newer page with its differences marked, and the list of them. */
export interface PageDifference {
  readonly html: string;
  readonly styles: readonly string[];
  /** The first ones, in the order of the sheet. */
  readonly entries: readonly DiffEntry[];
  /** How many there are in all. */
  readonly total: number;
}

type TablePart = SheetPart & { readonly kind: 'table' };

/** Compares two pages: tables cell by cell, what lies around them line by line. */
export function comparePage(older: PageBody, newer: PageBody, most: number): PageDifference {
  const before = readSheets(older.html);
  const after = readSheets(newer.html);
  const list = new EntryList(most);
  listLines(linesOf(before), linesOf(after), list);
  const tables = before.filter((part) => part.kind === 'table');
  const newTables = after.filter((part) => part.kind === 'table');
  const partner = pairTables(tables, newTables);
  const merging: Merging = {
    list,
    marks: decimalMarks(numberTexts(tables), numberTexts(newTables)),
    isMarked: newer.html.includes(' data-num="'),
    styleOffset: newer.styles.length,
  };
  let at = 0;
  const html = after.map((part) => {
    if (part.kind === 'text') return part.html;
    return writeTable(part, tables[partner[at++] ?? -1] ?? without(part), merging);
  });
  const kept = new Set(partner);
  const gone = tables.filter((_, n) => !kept.has(n)).map((part) => writeTable(without(part), part, merging));
  return {
    html: html.join('') + gone.join(''),
    styles: [...newer.styles, ...older.styles],
    entries: list.entries,
    total: list.total,
  };
}

function writeTable(part: TablePart, older: TablePart, merging: Merging): string {
  const pair: TablePair = { ...part, older, diff: diffSheets(older.sheet, part.sheet) };
  return mergedTable(pair, merging);
}

/** The same table before it had any row, or after it lost them all. */
function without({ kind, sheet, table }: TablePart): TablePart {
  const body = { before: '', kind: 'tbody', attributes: '', rows: [], after: '' } as const;
  const empty = { ...table, sections: [{ ...body, rows: [] }], cellCount: 0, rowCount: 0 };
  return { kind, sheet: { rows: [], spanning: [], columns: sheet.columns, headRow: -1 }, table: empty };
}

/** Tables belong together by what their heads say, those between them by their order. */
function pairTables(before: readonly TablePart[], after: readonly TablePart[]): Int32Array {
  const partner = commonSequence(before.map(headText), after.map(headText));
  pairEqualGaps(partner, before.length);
  return partner;
}

function headText({ sheet }: { readonly sheet: Sheet }): string {
  const row = sheet.rows[Math.max(0, sheet.headRow)] ?? [];
  return row.map(({ value }) => value).join('\u0000');
}

const LINE_END = /<\/(?:p|div|h[1-6]|li|tr|dt|dd|caption|blockquote|pre|section|header|footer)>|<(?:br|hr)\b[^>]*>/;

function linesOf(parts: readonly SheetPart[]): string[] {
  const texts = parts.map((part) => (part.kind === 'text' ? part.html : part.table.head));
  return texts.flatMap((html) => html.split(LINE_END).map(cellText)).filter((line) => line !== '');
}

function listLines(before: readonly string[], after: readonly string[], list: EntryList): void {
  const partner = commonSequence(before, after);
  const kept = new Set(partner);
  pairEqualGaps(partner, before.length);
  const found = new Set(partner);
  for (const [n, now] of after.entries()) {
    const at = partner[n] ?? -1;
    if (at < 0) list.add({ kind: 'added', what: 'text', now });
    else if (!kept.has(at)) list.add({ kind: 'changed', what: 'text', was: before[at] ?? '', now });
  }
  for (const [n, was] of before.entries()) if (!found.has(n)) list.add({ kind: 'removed', what: 'text', was });
}

function* numberTexts(tables: readonly TablePart[]): Generator<string> {
  for (const { sheet } of tables) {
    for (const row of sheet.rows) for (const { isNumber, value } of row) if (isNumber) yield String(value);
  }
}
