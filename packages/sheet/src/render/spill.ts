import { limits } from '@sheetwire/contract/limits';
import { lastColumn } from '../address.ts';
import type { CellStyle } from '../cell-style.ts';
import type { Cell, CellRange, Sheet } from '../model.ts';
import { standInFactor, textPx } from './text-width.ts';
import { isKeptBack, visibleColumns } from './visible.ts';

const padding = 10;

/**
 * A used range with the empty columns that long texts at its end run over, so that they are read whole as on the
 * sheet: beyond the last column of a page nothing is drawn.
 */
export function withSpill(sheet: Sheet, used: CellRange, looks: readonly CellStyle[], digit: number): CellRange {
  if (sheet.isBounded) return used;
  const columns = visibleColumns(sheet, used, digit);
  const offsets = new Map<number, number>();
  let whole = 0;
  for (const { number, width } of columns) {
    offsets.set(number, whole);
    whole += width;
  }
  let missing = 0;
  for (const row of sheet.rows) {
    if (isKeptBack(row)) continue;
    const last = row.cells.findLast((cell) => cell.value !== undefined && cell.value !== '');
    const look = last && looks[last.style];
    const offset = last && offsets.get(last.column);
    if (look && offset !== undefined) missing = Math.max(missing, offset + neededPx(last, look) - whole);
  }
  return missing > 0 ? { ...used, right: rightFor(sheet, used, missing, digit) } : used;
}

function neededPx(cell: Cell, look: CellStyle): number {
  const { horizontal, isWrapped, shrinks, rotation } = look.align;
  const runsOn = horizontal === 'general' || horizontal === 'left';
  if (typeof cell.value !== 'string' || !runsOn || isWrapped || shrinks || rotation !== 0) return 0;
  return textPx(cell.value.slice(0, maxSpilled), look.font) * standInFactor(look.font) + padding;
}

const maxSpilled = 400;

function rightFor(sheet: Sheet, used: CellRange, missing: number, digit: number): number {
  const most = Math.min(lastColumn, used.right + limits.workbook.blankColumns);
  const range = { ...used, left: used.right + 1, right: most };
  let rest = missing;
  for (const { number, width } of used.right < most ? visibleColumns(sheet, range, digit) : []) {
    rest -= width;
    if (rest <= 0) return number;
  }
  return most;
}
