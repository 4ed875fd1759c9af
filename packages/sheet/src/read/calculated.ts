import type { Cell, CellValue, NotShown, Sheet, Workbook } from '../model.ts';
import { quoted } from '../workbook-error.ts';

/** Zeros in place of results are none, unless other formulas of the workbook have results. */
export function settled(sheets: readonly Sheet[], hasResults: boolean): Sheet[] {
  return sheets.map((sheet) => {
    if (!sheet.rows.some(({ cells }) => cells.some(lacksResult))) return sheet;
    const rows = sheet.rows.map((row) =>
      row.cells.some(lacksResult) ? { ...row, cells: row.cells.map((cell) => settledCell(cell, hasResults)) } : row,
    );
    return { ...sheet, rows };
  });
}

function settledCell(cell: Cell, hasResults: boolean): Cell {
  if (!lacksResult(cell) || cell.value === undefined) return cell;
  if (!hasResults) return { ...cell, value: undefined };
  const { isUncalculated: _, ...known } = cell;
  return known;
}

/** How many formulas of visible sheets have no result in the file, by sheet. */
export function uncalculated({ sheets }: Workbook): Map<string, number> {
  const found = new Map<string, number>();
  for (const sheet of sheets) {
    if (sheet.isHidden) continue;
    const count = sheet.rows.reduce((sum, { cells }) => sum + cells.filter(lacksResult).length, 0);
    if (count > 0) found.set(sheet.name, count);
  }
  return found;
}

/** What the publisher is told of formulas without a result, in one sentence or none. */
export function resultWarnings(counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [];
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const names = [...counts.keys()].slice(0, shownNames).map(quoted).join(', ');
  const more = counts.size > shownNames ? ` and ${counts.size - shownNames} more sheets` : '';
  const formulas = all === 1 ? '1 formula' : `${all.toLocaleString('en-US')} formulas`;
  return [
    `${formulas} on ${names}${more} ${all === 1 ? 'has' : 'have'} no saved result and ${all === 1 ? 'shows' : 'show'} nothing: open and save the workbook in Excel or LibreOffice.`,
  ];
}

const shownNames = 5;

/** The same, sheet by sheet. */
export function resultsNotShown(counts: ReadonlyMap<string, number>): NotShown[] {
  const why = 'The file has no saved result; open and save the workbook in Excel or LibreOffice.';
  return [...counts].map(([sheet, count]) => ({ sheet: quoted(sheet), what: 'formulas', count, why }));
}

/** The workbook with the results of formulas that it lacks taken from another reading of it; everything else is its own. */
export function withResults(workbook: Workbook, calculated: Workbook): Workbook {
  const others = new Map(calculated.sheets.map((sheet) => [sheet.name, sheet]));
  const sheets = workbook.sheets.map((sheet) => {
    const other = others.get(sheet.name);
    return other ? sheetWithResults(sheet, other) : sheet;
  });
  return { ...workbook, sheets };
}

function sheetWithResults(sheet: Sheet, other: Sheet): Sheet {
  const otherRows = new Map(other.rows.map((row) => [row.number, row]));
  const rows = sheet.rows.map((row) => {
    if (!row.cells.some(lacksResult)) return row;
    const values = new Map((otherRows.get(row.number)?.cells ?? []).map(({ column, value }) => [column, value]));
    return { ...row, cells: row.cells.map((cell) => (lacksResult(cell) ? withResult(cell, values) : cell)) };
  });
  return { ...sheet, rows };
}

function withResult({ isUncalculated: _, ...cell }: Cell, values: ReadonlyMap<number, CellValue | undefined>): Cell {
  const value = values.get(cell.column);
  return value === undefined ? { ...cell, isUncalculated: true } : { ...cell, value };
}

function lacksResult({ isUncalculated }: Cell): boolean {
  return isUncalculated === true;
}
