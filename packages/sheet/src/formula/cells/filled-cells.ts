import { limits } from '@sheetwire/contract/limits';
import type { Cell, CellFormula, CellRange, Sheet, SheetRow } from '../../model.ts';

/** The sheets with a formula in each cell that an array formula without a result fills; cells that are not there are made. */
export function withFilledCells(sheets: readonly Sheet[]): Sheet[] {
  let left: number = limits.workbook.formulaFills;
  return sheets.map((sheet) => {
    const masters = sheet.rows.flatMap(({ cells }) =>
      cells.flatMap(({ formula }) => (isLarge(formula) ? [formula] : [])),
    );
    const added = new Map<number, Map<number, CellFormula>>();
    for (const formula of masters) {
      left -= sizeOf(formula.fills);
      if (left < 0) break;
      addTo(added, formula, formula.fills);
    }
    return added.size === 0 ? sheet : { ...sheet, rows: filledRows(sheet.rows, added) };
  });
}

type Filling = CellFormula & { readonly fills: CellRange };

function isLarge(formula: CellFormula | undefined): formula is Filling {
  return formula?.fills !== undefined && sizeOf(formula.fills) > 1;
}

function sizeOf({ top, left, bottom, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

function addTo(added: Map<number, Map<number, CellFormula>>, formula: CellFormula, range: CellRange): void {
  for (let row = range.top; row <= range.bottom; row++) {
    const inRow = added.get(row) ?? new Map<number, CellFormula>();
    added.set(row, inRow);
    for (let column = range.left; column <= range.right; column++) inRow.set(column, formula);
  }
}

function filledRows(
  rows: readonly SheetRow[],
  added: ReadonlyMap<number, ReadonlyMap<number, CellFormula>>,
): SheetRow[] {
  const known = new Set(rows.map(({ number }) => number));
  const fresh = [...added.keys()]
    .filter((number) => !known.has(number))
    .map((number): SheetRow => ({ number, height: undefined, isHidden: false, style: 0, cells: [] }));
  return [...rows, ...fresh]
    .sort((a, b) => a.number - b.number)
    .map((row) => {
      const formulas = added.get(row.number);
      return formulas ? { ...row, cells: filledCells(row, formulas) } : row;
    });
}

/** Cells with a value other than the 0 of programs that cannot calculate keep it, unless the file asks for another. */
function filledCells({ cells, style }: SheetRow, formulas: ReadonlyMap<number, CellFormula>): Cell[] {
  const listed = new Set(cells.map(({ column }) => column));
  const held = cells.map((cell) => {
    const formula = formulas.get(cell.column);
    const isOpen = !cell.formula && (formula?.isAsked || cell.value === undefined || cell.value === 0);
    return formula && isOpen ? { ...cell, formula } : cell;
  });
  const fresh = [...formulas].flatMap(([column, formula]): Cell[] =>
    listed.has(column) ? [] : [{ column, style, value: undefined, formula }],
  );
  return [...held, ...fresh].sort((a, b) => a.column - b.column);
}
