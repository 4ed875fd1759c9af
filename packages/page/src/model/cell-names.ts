import { cellCountOf, tagIn } from './cut-texts.ts';
import { attribute } from './open-tag.ts';
import type { PageCut } from './page-cut.ts';

/**
 * Cells by their `data-cell`: a table of cell numbers + 1 at the places that their names hash to, 0 where none is. Numbers
 * alone, so that another thread can make it and hand it over. Without its seed nobody finds names that all meet.
 */
export interface CellNames {
  readonly seed: number;
  readonly table: Int32Array;
}

const LEAST = 16;

/** The cells of a cut by their names; the seed is any number that publishers do not know. */
export function nameCells(cut: PageCut, seed: number): CellNames {
  const count = cellCountOf(cut);
  let size = LEAST;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size);
  for (let cell = 0; cell < count; cell++) {
    const name = attribute(tagIn(cut, cell), 'data-cell');
    if (name === undefined) continue;
    let at = hashOf(name, seed) & (size - 1);
    while (table[at] !== 0) at = (at + 1) & (size - 1);
    table[at] = cell + 1;
  }
  return { seed, table };
}

/** The number of the cell of a name; `nameOf` says what a cell is named. */
export function findNamed(
  { seed, table }: CellNames,
  name: string,
  nameOf: (cell: number) => string | undefined,
): number | undefined {
  const last = table.length - 1;
  for (let at = hashOf(name, seed) & last; ; at = (at + 1) & last) {
    const entry = table[at] ?? 0;
    if (entry === 0) return undefined;
    if (nameOf(entry - 1) === name) return entry - 1;
  }
}

/** FNV-1a, mixed once more: names of one sheet differ in few letters. */
function hashOf(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
