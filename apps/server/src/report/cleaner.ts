import type { Op } from '@sheetwire/contract/live';
import type { KnownParts } from '@sheetwire/page/model/page-model';
import type { Control } from '#report/clean/controls.ts';
import type { ReportLimits } from './clean-report.ts';
import type { DiffPair } from './compare/diff-page.ts';
import type { ReadCells } from './publish/read-cells.ts';
import type { ReadReport } from './publish/read-report.ts';

/** A cleaned page with the controls that stand on it. */
export interface CleanedPage {
  readonly html: string;
  readonly controls: readonly Control[];
  readonly cellCount: number;
}

/**
 * What the engine needs of the cleaner; large pages are cleaned off the event loop (safety 1). What a publish takes names
 * the publisher, who has a fair part of the threads; the rest is for viewers and comes first.
 */
export interface Cleaner {
  readonly version: number;
  cleanPage(html: string): Promise<CleanedPage>;
  cleanCell(html: string): { readonly html: string; readonly controls: readonly Control[] };
  /** Reads and cleans the body of a publish of cells off the event loop. */
  readCells(body: Uint8Array, owner?: string): Promise<ReadCells>;
  /** Reads the body of a whole report off the event loop: parsed, unpacked, cleaned, cut. */
  readReport(body: Uint8Array, bounds: ReportLimits, owner?: string): Promise<ReadReport>;
  /** Cuts a page that is clean already, a long one off the event loop; for viewers where no publisher is named. */
  knowPage(html: string, owner?: string): Promise<KnownParts>;
  /** The ops between pages, of long ones off the event loop; undefined for what only a whole fetch can say. */
  diffPages(pairs: readonly DiffPair[], owner?: string): Promise<readonly Op[] | undefined>;
  cleanStyle(css: string): string;
}
