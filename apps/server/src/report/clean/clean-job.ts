import type { ErrorCode } from '@sheetwire/contract/errors';
import type { CleanedPage, CleanLimits } from './clean-page.ts';

/** What a cleaning thread is asked. */
export interface CleanJob {
  readonly html: string;
  readonly caps: CleanLimits;
}

/** What it answers; a refusal travels as its code, since errors lose their class on the way. */
export type CleanAnswer =
  | { readonly outcome: 'cleaned'; readonly page: CleanedPage }
  | { readonly outcome: 'refused'; readonly code: ErrorCode; readonly detail: string | undefined }
  | { readonly outcome: 'failed'; readonly message: string };
