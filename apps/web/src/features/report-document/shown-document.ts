import type { Op } from '@sheetwire/contract/live';
import type { PageBody } from '@sheetwire/page/ops';
import type { PageDrawing } from '@sheetwire/page/page-drawing';
import type { Clock } from '#lib/clock.ts';
import type { Cell, CellIndex } from './cell-index.ts';
import type { Copied } from './copy/copied-table.ts';
import type { IsHeld, OnDeferred, OnTaken } from './held-controls.ts';
import type { OnLink } from './report-links.ts';
import type { Remembered } from './whole-table.ts';

export interface DocumentPage extends PageBody {
  readonly name: string;
}

/** The page that is drawn, for what decides when its cells are written. */
export interface DrawnPage {
  readonly host: HTMLElement;
  readonly clock: Clock;
  /** Of the page that is shown. */
  number(): number;
  /** Undefined while nothing is drawn. */
  index(): CellIndex | undefined;
  /** Cells that words about the last changes will name. */
  named(): readonly Cell[];
  /** Writes ops into the page, tinted unless they are some of too many; false when they do not fit. */
  write(ops: readonly Op[], of: number): boolean;
  /** All that waited is written. */
  caughtUp(): void;
}

/** Lets cells that nobody sees wait, while the report moves faster than it could be written as a whole (time 3). */
export interface WaitingCells {
  /** Writes the ops of a delta, of all pages, as far as they cannot wait; false when they do not fit. */
  write(ops: readonly Op[]): boolean;
  /** Before somebody reads cells that may be out of view. */
  drawAll(): void;
  /** The page is drawn anew, or gone: nothing waits. */
  forget(): void;
  close(): void;
}

/** What of a report may be taken along. */
export interface ShownContent {
  /** From here on cells may wait; undefined writes all of them, and each delta at once. */
  letWait(make: ((page: DrawnPage) => WaitingCells) | undefined): void;
  /** All pages as the deltas have left them. */
  pages(): DocumentPage[];
  /** The shown page, or these cells of it, as the clipboard takes it. */
  copied(cells?: readonly Element[]): Promise<Copied | undefined>;
}

/** What one cell of a page shows. */
export interface Figure {
  readonly page: string;
  readonly cell: string;
  readonly text: string;
}

/** A report as the document shows it. */
export interface ShownDocument {
  /** Another key is another report: nothing of the one before is kept. */
  readonly key: string;
  /** The accessible name of its tables, before the page's name. */
  readonly label: string;
  readonly pages: readonly DocumentPage[];
}

interface PartialDrawing {
  /** A page's drawing, cut where it is large; made beforehand, since the text of a large page takes its time. */
  drawing(pageNumber: number): PageDrawing | undefined;
  /** Each later part before it is in the document; `share` of all is drawn then, 1 at the end. */
  onPart(part: ParentNode, share: number): void;
}

export interface ReportDocumentOptions {
  readonly clock: Clock;
  /** Links that leave the page; those within it are followed here. */
  readonly onLink?: OnLink;
  /** Whether a control is being edited; by default the text, list or date with the focus (spec 4, midEntry). */
  readonly isHeld?: IsHeld;
  readonly onDeferred?: OnDeferred;
  readonly onTaken?: OnTaken;
  /** Whether changed cells are tinted now; reduced motion turns it off whatever this says. */
  readonly mayFlash?: () => boolean;
  /** After each change of the page's nodes: a first rendering, or the cells that were written. */
  readonly onChange?: (changed: Iterable<Element>) => void;
  /** After a page was drawn anew, with none of what others had set on its cells. */
  readonly onDraw?: (page: HTMLElement, pageNumber: number) => void;
  /** Cells that waited were written: what was found out about the page before may be other now. */
  readonly onCaughtUp?: () => void;
  readonly wholeTable?: Remembered;
  /** Where the portal says whether what is copied was published (time 6); one figure alone is named in it. */
  readonly verifyAt?: (figure?: Figure) => string | undefined;
  /** Something that the reader asked for could not be done. */
  readonly onFault?: (text: string) => void;
  /** How large pages are drawn: in parts. For what never changes, since a delta would not wait for it. */
  readonly inParts?: PartialDrawing;
}
