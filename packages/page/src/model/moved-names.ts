import { type CellNames, findNamed } from './cell-names.ts';
import { cellCountOf, tagIn } from './cut-texts.ts';
import { attribute } from './open-tag.ts';
import type { PageCut } from './page-cut.ts';

/** Cells that went and came at a place: those behind have other numbers. */
export interface CellShift {
  readonly at: number;
  readonly gone: number;
  readonly come: number;
}

/** Beyond so many shifts, or cells that came, names are read anew. */
const MOST_SHIFTS = 200;
const MOST_ADDED = 20_000;

interface Added {
  readonly cell: number;
  /** Shifts before it came. */
  readonly after: number;
}

/** Where a cell is after a shift; undefined when it went. */
export function shifted(cell: number, { at, gone, come }: CellShift): number | undefined {
  if (cell < at) return cell;
  return cell < at + gone ? undefined : cell + come - gone;
}

/** Cells by their names, at the cost of what changes while rows come and go. */
export class MovedNames {
  readonly #names: CellNames;
  readonly #shifts: CellShift[] = [];
  readonly #added = new Map<string, Added[]>();
  #count = 0;

  constructor(names: CellNames) {
    this.#names = names;
  }

  get bytes(): number {
    return this.#names.table.byteLength;
  }

  /** The names while no cell has moved. */
  get unmoved(): CellNames | undefined {
    return this.#shifts.length === 0 ? this.#names : undefined;
  }

  /** Takes cells over that rows brought; false when there are too many: then names have to be read anew. */
  move(shift: CellShift, cut: PageCut): boolean {
    this.#shifts.push(shift);
    this.#count += shift.come;
    if (this.#shifts.length > MOST_SHIFTS || this.#count > MOST_ADDED) return false;
    for (let n = 0; n < cellCountOf(cut); n++) {
      const name = attribute(tagIn(cut, n), 'data-cell');
      if (name === undefined) continue;
      const of = this.#added.get(name) ?? [];
      of.push({ cell: shift.at + n, after: this.#shifts.length });
      this.#added.set(name, of);
    }
    return true;
  }

  /** The number of the first cell of a name; `nameOf` says what a cell is named now. */
  find(name: string, nameOf: (cell: number) => string | undefined): number | undefined {
    const now = (cell: number, after = 0) => {
      let at: number | undefined = cell;
      for (let n = after; n < this.#shifts.length && at !== undefined; n++) {
        const shift = this.#shifts[n];
        if (shift) at = shifted(at, shift);
      }
      return at;
    };
    const isNamed = (cell: number | undefined) => cell !== undefined && nameOf(cell) === name;
    const there = findNamed(this.#names, name, (cell) => {
      const at = now(cell);
      return at === undefined ? undefined : nameOf(at);
    });
    const came = (this.#added.get(name) ?? []).map(({ cell, after }) => now(cell, after)).filter(isNamed);
    const found = [there === undefined ? undefined : now(there), ...came].filter((cell) => cell !== undefined);
    return found.length === 0 ? undefined : Math.min(...found);
  }
}
