import { controlMarks } from '@sheetwire/page/model/control-marks';
import { cellCountOf, numberAt } from '@sheetwire/page/model/cut-texts';
import { type CellShift, shifted } from '@sheetwire/page/model/moved-names';
import { cutPage, type PageCut, PER_CELL } from '@sheetwire/page/model/page-cut';
import type { Control } from '#report/clean/controls.ts';

/** The place of controls that stand outside every cell. */
const OUTSIDE_CELLS = -1;

/** For each control the number of the cell that holds it, -1 for one outside all cells: both are met in one pass. */
export function placeControls(html: string, controls: readonly Control[], cut?: PageCut): Int32Array {
  const places = new Int32Array(controls.length).fill(OUTSIDE_CELLS);
  if (controls.length === 0) return places;
  const known = cut ?? cutPage(html);
  const waiting = Map.groupBy(controls.keys(), (n) => controls[n]?.name);
  for (const numbers of waiting.values()) numbers.reverse();
  let cell = 0;
  for (const { name, start } of controlMarks(html)) {
    while (cell < cellCountOf(known) && numberAt(known.cells, PER_CELL * cell + 2) <= start) cell++;
    const isInCell = cell < cellCountOf(known) && numberAt(known.cells, PER_CELL * cell) < start;
    const control = waiting.get(name)?.pop();
    if (control !== undefined && isInCell) places[control] = cell;
  }
  return places;
}

/** A control and the cell that holds it; undefined outside all cells. */
export interface PlacedControl {
  readonly control: Control;
  readonly cell: number | undefined;
}

/** The controls of a page by the cells that hold them, and by their names. */
export class PlacedControls {
  readonly #byCell = new Map<number, readonly Control[]>();
  /** By names in capital letters; made when first asked for, since a refused publish is taken back cell by cell. */
  #byKey: Map<string, PlacedControl> | undefined;
  #count = 0;

  /** `places` says for each control in which cell it stands. */
  constructor(controls: readonly Control[], places: Int32Array) {
    const groups = Map.groupBy(controls.keys(), (n) => numberAt(places, n));
    for (const [cell, numbers] of groups) {
      this.set(
        cell,
        numbers.flatMap((n) => controls[n] ?? []),
      );
    }
  }

  get count(): number {
    return this.#count;
  }

  at(cell: number): readonly Control[] {
    return this.#byCell.get(cell) ?? [];
  }

  set(cell: number, controls: readonly Control[]): void {
    const before = this.at(cell).length;
    if (before + controls.length === 0) return;
    this.#count += controls.length - before;
    if (controls.length > 0) this.#byCell.set(cell, controls);
    else this.#byCell.delete(cell);
    this.#byKey = undefined;
  }

  /** True when some stand outside all cells. */
  get hasOutside(): boolean {
    return this.at(OUTSIDE_CELLS).length > 0;
  }

  /** Takes over which cells moved; `brought` are those of the cells that came, by their place among these. */
  shift(shift: CellShift, brought: PlacedControls): void {
    const before = [...this.#byCell];
    this.#byCell.clear();
    this.#byKey = undefined;
    this.#count = 0;
    for (const [cell, controls] of before) {
      const now = cell === OUTSIDE_CELLS ? cell : shifted(cell, shift);
      if (now !== undefined) this.set(now, controls);
    }
    for (const [cell, controls] of brought.#byCell) this.set(shift.at + cell, controls);
  }

  /** Every control with its cell, in the same order. */
  all(): { readonly controls: readonly Control[]; readonly places: Int32Array } {
    const placed = [...this.#byCell];
    return {
      controls: placed.flatMap(([, controls]) => controls),
      places: Int32Array.from(placed.flatMap(([cell, { length }]) => Array<number>(length).fill(cell))),
    };
  }

  find(key: string): PlacedControl | undefined {
    this.#byKey ??= this.#keys();
    return this.#byKey.get(key);
  }

  #keys(): Map<string, PlacedControl> {
    const keys = new Map<string, PlacedControl>();
    for (const [place, controls] of this.#byCell) {
      const cell = place === OUTSIDE_CELLS ? undefined : place;
      for (const control of controls) keys.set(control.name.toUpperCase(), { control, cell });
    }
    return keys;
  }
}
