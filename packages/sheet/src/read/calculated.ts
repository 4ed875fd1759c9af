import { noSavedResult } from '../formula/cells/sheet-grid.ts';
import type { Cell, CellValue, NotShown, Sheet, Workbook } from '../model.ts';
import { quoted } from '../workbook-error.ts';

/** Zeros of a file that asks to be calculated stand in the place of results: what their formulas give is shown, or nothing. */
export function settled(sheets: readonly Sheet[]): Sheet[] {
  return sheets.map((sheet) => {
    if (!sheet.rows.some(({ cells }) => cells.some(lacksResult))) return sheet;
    const rows = sheet.rows.map((row) =>
      row.cells.some(lacksResult) ? { ...row, cells: row.cells.map((cell) => settledCell(cell)) } : row,
    );
    return { ...sheet, rows };
  });
}

function settledCell(cell: Cell): Cell {
  return lacksResult(cell) && cell.value !== undefined ? { ...cell, value: undefined } : cell;
}

/** Formulas of a visible sheet that have no result, for one reason. */
export interface Lacking {
  readonly sheet: string;
  readonly count: number;
  readonly why: string;
}

/** How many formulas of visible sheets have no result, by sheet and reason. */
export function uncalculated({ sheets }: Workbook): Lacking[] {
  return sheets.flatMap(({ name, isHidden, rows }) => {
    const counts = new Map<string, number>();
    for (const { cells } of isHidden ? [] : rows) {
      for (const { isUncalculated, whyNoResult = noSavedResult } of cells) {
        if (isUncalculated) counts.set(whyNoResult, (counts.get(whyNoResult) ?? 0) + 1);
      }
    }
    return [...counts].map(([why, count]) => ({ sheet: name, count, why }));
  });
}

/** What the publisher is told of formulas without a result, in one sentence or none. */
export function resultWarnings(lacking: readonly Lacking[]): string[] {
  if (lacking.length === 0) return [];
  const all = lacking.reduce((sum, { count }) => sum + count, 0);
  const sheets = [...new Set(lacking.map(({ sheet }) => sheet))];
  const names = sheets.slice(0, shownNames).map(quoted).join(', ');
  const more = sheets.length > shownNames ? ` and ${sheets.length - shownNames} more sheets` : '';
  const formulas = all === 1 ? '1 formula' : `${all.toLocaleString('en-US')} formulas`;
  return [
    `${formulas} on ${names}${more} ${all === 1 ? 'has' : 'have'} no saved result and ${all === 1 ? 'shows' : 'show'} nothing: open and save the workbook in Excel or LibreOffice.`,
  ];
}

const shownNames = 5;

/** The same, reason by reason. */
export function resultsNotShown(lacking: readonly Lacking[]): NotShown[] {
  return lacking.map(({ sheet, count, why }) => ({ sheet: quoted(sheet), what: 'formulas', count, why }));
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

function withResult(
  { isUncalculated: _, formula: __, ...cell }: Cell,
  values: ReadonlyMap<number, CellValue | undefined>,
): Cell {
  const value = values.get(cell.column);
  return value === undefined ? { ...cell, isUncalculated: true } : { ...cell, value };
}

function lacksResult({ isUncalculated }: Cell): boolean {
  return isUncalculated === true;
}
