import type { Anchor } from './anchor.ts';

/** What is drawn: ready mark-up that fills its box. */
export interface MarkupContent {
  readonly kind: 'markup';
  readonly html: string;
}

export type DrawingContent = MarkupContent;

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
