import type { PictureShelf } from '../pictures/picture-shelf.ts';
import type { Relation } from '../read/package-parts.ts';
import type { ReadBudget } from '../read/read-budget.ts';
import type { Theme } from '../read/theme.ts';
import type { ZipParts } from '../read/zip.ts';

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
