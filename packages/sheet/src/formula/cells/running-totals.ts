import type { CellError } from '../../model.ts';
import { type AreaPart, isError } from '../values/value.ts';
import type { GridColumn } from './grid-column.ts';
import { placeFrom } from './grid-column.ts';

/** What the numbers of a column give from one row on, as far as it was asked for. */
interface Total {
  /** The first place of the column that is not in it. */
  place: number;
  sum: number;
  count: number;
  least: number;
  most: number;
  fault: CellError | undefined;
}

/** What a total tells. */
export type Totalled = Readonly<Omit<Total, 'place'>>;

/** Totals of columns that grow row by row: the next goes on where the last one ended, with the same result. */
export class RunningTotals {
  readonly #totals = new Map<string, Total>();

  /** The total of cells of one column; `spend` is told of each cell that is looked at. */
  of(part: AreaPart, spend: (cells: number) => void): Totalled {
    const { sheet, left, top, bottom } = part;
    const column = sheet.column(left);
    const total = this.#begun(`${sheet.name}!${left}:${top}`, column, part);
    const end = placeFrom(column.rows, bottom + 1);
    if (total.place < end) sheet.ensure({ ...part, top: column.rows[total.place] ?? top });
    spend(end - total.place);
    for (; total.place < end; total.place++) add(total, column.values[total.place]);
    return total;
  }

  #begun(key: string, { rows }: GridColumn, { top, bottom }: AreaPart): Total {
    const known = this.#totals.get(key);
    if (known && (known.place === 0 || (rows[known.place - 1] ?? 0) <= bottom)) return known;
    const fresh = {
      place: placeFrom(rows, top),
      sum: 0,
      count: 0,
      least: Number.POSITIVE_INFINITY,
      most: Number.NEGATIVE_INFINITY,
      fault: undefined,
    };
    if (this.#totals.size >= mostTotals) this.#totals.clear();
    this.#totals.set(key, fresh);
    return fresh;
  }
}

const mostTotals = 20_000;

function add(total: Total, value: GridColumn['values'][number]): void {
  if (typeof value === 'number') {
    total.sum += value;
    total.count++;
    if (value < total.least) total.least = value;
    if (value > total.most) total.most = value;
  } else if (isError(value)) total.fault ??= value;
}
