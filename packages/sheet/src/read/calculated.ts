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

/** Formulas of a visible sheet that have no result, or only a saved one that may be old, for one reason. */
export interface Lacking {
  readonly sheet: string;
  readonly count: number;
  readonly why: string;
  readonly isOld: boolean;
}

/** How many formulas of visible sheets have no result, or an old one, by sheet and reason. */
export function uncalculated({ sheets }: Workbook): Lacking[] {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  return visible.flatMap((sheet) => [...countsOf(sheet, false), ...countsOf(sheet, true)]);
}

/** The formulas of a sheet with an old result, or those with none, by reason. */
function countsOf({ name, rows }: Sheet, isOld: boolean): Lacking[] {
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    for (const cell of cells) {
      const isMeant = isOld ? cell.isOld : cell.isUncalculated;
      const { whyNoResult = noSavedResult } = cell;
      if (isMeant) counts.set(whyNoResult, (counts.get(whyNoResult) ?? 0) + 1);
    }
  }
  return [...counts].map(([why, count]) => ({ sheet: name, count, why, isOld }));
}

/** What the publisher is told of formulas without a result and of those with an old one, in a sentence each or none. */
export function resultWarnings(lacking: readonly Lacking[]): string[] {
  const without = told(lacking.filter(({ isOld }) => !isOld));
  const old = told(lacking.filter(({ isOld }) => isOld));
  return [
    ...(without
      ? [
          `${without.text} ${without.isOne ? 'has' : 'have'} no saved result and ${without.isOne ? 'shows' : 'show'} nothing: ${save}`,
        ]
      : []),
    ...(old
      ? [
          `${old.text} could not be recalculated, as the workbook requests, and ${old.isOne ? 'shows its saved result' : 'show their saved results'}: ${save}`,
        ]
      : []),
  ];
}

const save = 'open and save the workbook in Excel or LibreOffice.';

/** How many formulas on which sheets. */
function told(lacking: readonly Lacking[]): { readonly text: string; readonly isOne: boolean } | undefined {
  if (lacking.length === 0) return undefined;
  const all = lacking.reduce((sum, { count }) => sum + count, 0);
  const sheets = [...new Set(lacking.map(({ sheet }) => sheet))];
  const names = sheets.slice(0, shownNames).map(quoted).join(', ');
  const more = sheets.length > shownNames ? ` and ${sheets.length - shownNames} more sheets` : '';
  const formulas = all === 1 ? '1 formula' : `${all.toLocaleString('en-US')} formulas`;
  return { text: `${formulas} on ${names}${more}`, isOne: all === 1 };
}

const shownNames = 5;

/** The same, reason by reason. */
export function resultsNotShown(lacking: readonly Lacking[]): NotShown[] {
  return lacking.map(({ sheet, count, why, isOld }) =>
    isOld
      ? { sheet: quoted(sheet), what: 'recalculated results', count, why: `${notRecalculated} ${why}` }
      : { sheet: quoted(sheet), what: 'formulas', count, why },
  );
}

const notRecalculated = 'Saved results are shown, not recalculated.';

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
    if (!row.cells.some(isWanting)) return row;
    const values = new Map((otherRows.get(row.number)?.cells ?? []).map(({ column, value }) => [column, value]));
    return { ...row, cells: row.cells.map((cell) => (isWanting(cell) ? withResult(cell, values) : cell)) };
  });
  return { ...sheet, rows };
}

function withResult(cell: Cell, values: ReadonlyMap<number, CellValue | undefined>): Cell {
  const { isUncalculated, isOld, whyNoResult, formula, ...rest } = cell;
  const value = values.get(cell.column);
  if (isOld && (value === undefined || isUnknown(value))) return cell;
  if (value !== undefined) return { ...rest, value };
  return { ...rest, isUncalculated: true, ...(whyNoResult !== undefined && { whyNoResult }) };
}

/** What LibreOffice gives for a function or a workbook that it does not have: no reason to lose a saved result. */
function isUnknown(value: CellValue): boolean {
  return typeof value === 'object' && (value.error === '#NAME?' || value.error === '#REF!');
}

/** A formula without a result, or with one that may be old. */
function isWanting({ isUncalculated, isOld }: Cell): boolean {
  return isUncalculated === true || isOld === true;
}

function lacksResult({ isUncalculated }: Cell): boolean {
  return isUncalculated === true;
}
