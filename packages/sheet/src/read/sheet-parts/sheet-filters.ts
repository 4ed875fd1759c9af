import { parseRange } from '../../address.ts';
import type { CellRange } from '../../model.ts';
import { type Attributes, isOn } from '../xml.ts';

/** What other parts of a workbook say of the filters of a sheet. */
export interface OtherFilters {
  /** What filters of its tables leave rows out of. */
  readonly tableFilters: readonly CellRange[];
  /** What it was last filtered in. */
  readonly lastFilter: readonly CellRange[];
}

/** Reads what filters of a sheet leave rows out of: what they hide stays hidden, in collapsed groups too. */
export class FilterReader {
  readonly #others: OtherFilters;
  #filter: { readonly range: CellRange | undefined; isSet: boolean } | undefined;
  /** Rows are left out by a filter, whether or not it has buttons. */
  #isFiltered = false;

  constructor(others: OtherFilters) {
    this.#others = others;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'sheetPr') this.#isFiltered = isOn(attributes.filterMode);
    else if (name === 'autoFilter') this.#filter = { range: parseRange(attributes.ref ?? ''), isSet: false };
    else if (name === 'filterColumn' && this.#filter) this.#filter.isSet = true;
  }

  /** That of the sheet itself, where it leaves rows out. */
  get own(): CellRange | undefined {
    return this.#filter?.isSet ? this.#filter.range : undefined;
  }

  /** All that leaves rows out. */
  get all(): readonly CellRange[] {
    const { tableFilters, lastFilter } = this.#others;
    const own = this.own;
    return [...(own ? [own] : []), ...tableFilters, ...(this.#isFiltered ? lastFilter : [])];
  }
}
