import type { PictureShelf } from '../pictures/picture-shelf.ts';
import type { Relation } from '../read/package-parts.ts';
import type { ReadBudget } from '../read/read-budget.ts';
import type { Theme } from '../read/theme.ts';
import type { ZipParts } from '../read/zip.ts';
import type { Anchor } from './anchor.ts';
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

/** What the reader of one kind of thing may look at. */
export interface DrawingSource {
  readonly zip: ZipParts;
  readonly budget: ReadBudget;
  readonly theme: Theme;
  readonly pictures: PictureShelf;
  /** Excel 2007 wrote the file, or who writes as it did. */
  readonly isOf2007: boolean;
  /** How many more things of the workbook are drawn. */
  readonly room: { left: number };
  /** The relations of the drawing part, by id. */
  readonly relations: ReadonlyMap<string, Relation>;
  /** Tells of something that is not drawn. */
  leaveOut(what: string, why: string): void;
}
