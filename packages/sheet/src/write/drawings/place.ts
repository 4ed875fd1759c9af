import type { TakenDrawing } from './taken-drawing.ts';

/** A drawing in its place on a sheet: a cell, counted from 0, and pixels from its corner. */
export interface PlacedDrawing {
  readonly column: number;
  readonly x: number;
  readonly row: number;
  readonly y: number;
  readonly drawing: TakenDrawing;
}

/** A drawing with the cell that holds it, counted from 0. */
export interface HeldDrawing {
  readonly row: number;
  readonly column: number;
  readonly drawing: TakenDrawing;
}

/** Pixels of columns and rows by their place. */
export interface SheetSizes {
  column(place: number): number;
  row(place: number): number;
}

/** The cell in which a drawing begins: what holds it may lie before or behind. */
export function placedOn(held: HeldDrawing, sizes: SheetSizes): PlacedDrawing {
  const [column, x] = walked(held.column, held.drawing.left, (place) => sizes.column(place));
  const [row, y] = walked(held.row, held.drawing.top, (place) => sizes.row(place));
  return { column, x, row, y, drawing: held.drawing };
}

/** No drawing begins farther from what holds it. */
const farthest = 5000;

function walked(from: number, by: number, sizeOf: (place: number) => number): readonly [place: number, px: number] {
  let place = from;
  let px = by;
  for (let step = 0; step < farthest; step++) {
    if (px < 0 && place > 0) px += sizeOf(--place);
    else if (px >= sizeOf(place)) px -= sizeOf(place++);
    else break;
  }
  return [place, Math.max(0, px)];
}
