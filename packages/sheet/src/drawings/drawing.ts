import type { Chart } from './chart/model.ts';

/** What is drawn: ready mark-up that fills its box. */
export interface MarkupContent {
  readonly kind: 'markup';
  readonly html: string;
  /** Where a click on it leads, as written in the file: an address, or `#Sheet!A1`. */
  readonly link?: string | undefined;
}

export type DrawingContent = MarkupContent | Chart;

/** Something that lies over the cells of a sheet. */
export interface Drawing {
  readonly anchor: Anchor;
  /** The same from one reading of the file to the next; once on its sheet. */
  readonly id: string;
  /** As the file names it, or describes it for those who cannot see it. */
  readonly name: string;
  readonly content: DrawingContent;
}

/** Something on a sheet that is not drawn, and why. */
export interface DrawingLeftOut {
  readonly what: string;
  readonly why: string;
}

/** A point on a sheet: a cell, counted from 1, and pixels from its upper start corner. */
export interface AnchorPoint {
  readonly column: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a drawing lies (ECMA-376 part 1, 20.5.2): from a cell to a cell, from a cell in pixels, or on the sheet in pixels. */
export type Anchor =
  | { readonly kind: 'cells'; readonly from: AnchorPoint; readonly to: AnchorPoint }
  | { readonly kind: 'cell'; readonly from: AnchorPoint; readonly size: Size }
  | { readonly kind: 'sheet'; readonly x: number; readonly y: number; readonly size: Size };
