import type { HorizontalAlign } from '../cell-style.ts';
import type { CellValue } from '../model.ts';

/** The places of a row, as far as a text runs over them. */
export interface RowPlaces {
  readonly count: number;
  valueAt(place: number): CellValue | undefined;
  widthAt(place: number): number;
  isFilled(place: number): boolean;
}

/** A text of one line that is wider than its cell. */
export interface Overhang {
  readonly place: number;
  /** Pixels beyond its cell. */
  readonly px: number;
  readonly align: HorizontalAlign;
}

export interface RunOver {
  /** Cells that show nothing and yet hold a value: the text ends at them. */
  readonly walls: readonly number[];
  /** It leaves its own ground for a fill, or its fill for open ground: one ink cannot follow both schemes. */
  readonly isOnBoth: boolean;
}

/** What a text runs over until the next value: to its end, to its start where it is set to the right, or both. */
export function runOver(row: RowPlaces, { place, px, align }: Overhang): RunOver {
  const each = align === 'center' ? px / 2 : px;
  const after = align === 'right' ? nothing : oneWay(row, { place, px: each, step: 1 });
  const before = align === 'right' || align === 'center' ? oneWay(row, { place, px: each, step: -1 }) : nothing;
  return { walls: [...before.walls, ...after.walls], isOnBoth: before.isOnBoth || after.isOnBoth };
}

const nothing: RunOver = { walls: [], isOnBoth: false };

function oneWay(row: RowPlaces, { place, px, step }: { place: number; px: number; step: 1 | -1 }): RunOver {
  const own = row.isFilled(place);
  let isOnBoth = false;
  let left = px;
  for (let n = place + step; left > 0 && n >= 0 && n < row.count; n += step) {
    const value = row.valueAt(n);
    if (value !== undefined) return { walls: value === '' ? [n] : [], isOnBoth };
    isOnBoth ||= row.isFilled(n) !== own;
    left -= row.widthAt(n);
  }
  return { walls: [], isOnBoth };
}
