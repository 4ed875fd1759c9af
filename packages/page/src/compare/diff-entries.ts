import type { CellKind } from './sheet-diff.ts';

/** One difference as a list shows it. */
export interface DiffEntry {
  readonly kind: CellKind;
  readonly what: 'cell' | 'row' | 'column' | 'text' | 'page';
  /** What names the row and the column; '' where there is none. */
  readonly row: string;
  readonly column: string;
  /** The cell's name in the sheet. */
  readonly cell: string;
  readonly was: string;
  readonly now: string;
  /** How much a number changed, in words; '' when it is none. */
  readonly change: string;
}

const nothing = { row: '', column: '', cell: '', was: '', now: '', change: '' };

/** The differences of one page in the order of the sheet: the first ones in full, all of them counted. */
export class EntryList {
  readonly entries: DiffEntry[] = [];
  total = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The number of the entry in the list; undefined when the list is full. */
  add(entry: Partial<DiffEntry> & Pick<DiffEntry, 'kind' | 'what'>): number | undefined {
    this.total++;
    if (this.entries.length >= this.#most) return undefined;
    this.entries.push({ ...nothing, ...entry });
    return this.entries.length - 1;
  }
}
