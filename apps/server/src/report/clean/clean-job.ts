import type { ErrorCode } from '@sheetwire/contract/errors';
import type { ReadCells } from '#report/read-cells.ts';
import type { CleanedPage, CleanLimits } from './clean-page.ts';

/** What a cleaning thread is asked: a page, or the body of a publish of cells as it came. */
export type CleanJob =
  | { readonly kind: 'page'; readonly html: string; readonly caps: CleanLimits }
  | { readonly kind: 'cells'; readonly body: Uint8Array };

/** What each kind of job gives. */
export interface CleanResults {
  readonly page: CleanedPage;
  readonly cells: ReadCells;
}

/** What it answers; a refusal travels as its code and text, since errors lose their class on the way. */
export type CleanAnswer =
  | { readonly outcome: 'done'; readonly result: CleanResults[CleanJob['kind']] }
  | { readonly outcome: 'refused'; readonly code: ErrorCode; readonly detail: string | undefined }
  | { readonly outcome: 'refused call'; readonly code: ErrorCode; readonly message: string }
  | { readonly outcome: 'failed'; readonly message: string };
