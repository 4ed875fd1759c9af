import type { CellPlace, CellRange } from '../model.ts';

/** A list that the cells of some ranges are chosen from ([ECMA-376] 18.3.1.32, `type="list"`). */
export interface ListValidation {
  readonly ranges: readonly CellRange[];
  /** The cell for which its source is written. */
  readonly start: CellPlace;
  /** What it lists, as the file writes it: texts in quotes, a range or a name. */
  readonly source: string;
  readonly allowsBlank: boolean;
  /** Shown to those who enter. */
  readonly prompt: string;
}
