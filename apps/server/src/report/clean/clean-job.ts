import type { ErrorCode } from '@sheetwire/contract/errors';
import type { Op } from '@sheetwire/contract/live';
import type { CellNames } from '@sheetwire/page/model/cell-names';
import type { PageCut } from '@sheetwire/page/model/page-cut';
import type { ReportLimits } from '#report/clean-report.ts';
import type { DiffPair } from '#report/compare/diff-page.ts';
import type { ReadCells } from '#report/publish/read-cells.ts';
import type { ReadReport } from '#report/publish/read-report.ts';
import type { CleanedPage, CleanLimits } from './clean-page.ts';

/** What a cleaning thread is asked: a page, the body of a publish as it came, the parts of a clean page, what changed. */
export type CleanJob =
  | { readonly kind: 'page'; readonly html: string; readonly caps: CleanLimits }
  | { readonly kind: 'cells'; readonly body: Uint8Array }
  | { readonly kind: 'report'; readonly body: Uint8Array; readonly bounds: ReportLimits }
  | { readonly kind: 'parts'; readonly html: string }
  | { readonly kind: 'diff'; readonly pairs: readonly DiffPair[] };

/** The parts of a page, without its text, which whoever asked has. */
export interface PageParts {
  readonly cut: Omit<PageCut, 'html'>;
  readonly bytes: number;
  readonly names: CellNames;
}

export interface PagesDiff {
  readonly ops: readonly Op[] | undefined;
}

/** What each kind of job gives. */
export interface CleanResults {
  readonly page: CleanedPage;
  readonly cells: ReadCells;
  readonly report: ReadReport;
  readonly parts: PageParts;
  readonly diff: PagesDiff;
}

/** What it answers; a refusal travels as its code and text, since errors lose their class on the way. */
export type CleanAnswer =
  | { readonly outcome: 'done'; readonly result: CleanResults[CleanJob['kind']] }
  | { readonly outcome: 'refused'; readonly code: ErrorCode; readonly detail: string | undefined }
  | { readonly outcome: 'refused call'; readonly code: ErrorCode; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };
