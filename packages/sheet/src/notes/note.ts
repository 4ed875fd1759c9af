/** A note of a cell, or the comments of its thread, as one text. */
export interface CellNote {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}
