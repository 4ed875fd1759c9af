import { holds } from '../address.ts';
import { type Read, type Readers, readersOf } from '../formula/reads.ts';
import type { CellRange } from '../model.ts';

/** The sheet, by its name in lower case, and the place of a changed cell. */
interface ChangedPlace {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** Whether a cell lies in one of the ranges of a rule. */
export function isWithin(ranges: readonly CellRange[], row: number, column: number): boolean {
  for (const range of ranges) if (holds(range, row, column)) return true;
  return false;
}

/** The box of one cell. */
export function cellBox({ row, column }: { readonly row: number; readonly column: number }): CellRange {
  return { top: row, bottom: row, left: column, right: column };
}

/** The boxes of places from which changed cells are read; everything where the text does not tell. */
export function readBy(
  reads: readonly Read[] | undefined,
  changes: readonly ChangedPlace[],
  readers: Readers,
): CellRange[] {
  if (!reads) return changes.length === 0 ? [] : [readers.box];
  const boxes: CellRange[] = [];
  for (const read of reads) {
    for (const change of changes) {
      const found = read.sheet === change.sheet ? readersOf(read, change, readers) : undefined;
      if (found) boxes.push(found);
    }
  }
  return boxes;
}
