import type { SheetValues } from '@sheetwire/contract/publish';
import type { ReportSteps } from '@sheetwire/sheet/live/live-report';
import type { NotShown } from '@sheetwire/sheet/model';
import type { PictureFile } from '@sheetwire/sheet/pictures/picture';
import type { PublishHead } from '@sheetwire/sheet/render-file';
import type { BookSource, ValuesRecord } from '@sheetwire/sheet/values/live-book';

/** What a caller sent: parsed, or as the bytes of a long body. */
export type SentValues = { readonly sheets: readonly SheetValues[] } | { readonly body: Uint8Array };

/** Values to be set on the book of a report in one state, which makes it one in the next. */
export interface SetJob {
  readonly kind: 'set';
  readonly topic: string;
  readonly on: string;
  readonly next: string;
  readonly sent: SentValues;
  readonly head: PublishHead;
  /** The book, where the thread does not have it. */
  readonly source?: BookSource;
}

/** The whole of what a set made, where its steps were not enough. */
export interface BodyJob {
  readonly kind: 'body';
  readonly topic: string;
  readonly on: string;
  readonly head: PublishHead;
}

/** A long body of which the report must be known before anything else. */
export interface TopicJob {
  readonly kind: 'topic';
  readonly body: Uint8Array;
}

export type BookJob = SetJob | BodyJob | TopicJob;

/** Pages as a whole. */
export interface WholePages {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly notShown: readonly NotShown[];
  readonly pictures: readonly PictureFile[];
}

/** Values that were set, and what they make of the pages: the steps from those before, or the whole. */
interface WasSet {
  readonly outcome: 'set';
  readonly baseVersion: number | undefined;
  readonly record: ValuesRecord;
  readonly made: { readonly steps: ReportSteps } | WholePages;
}

/** `missing`: the thread has no such book. `same`: the book has these values. `structure`: they are not of this book. */
export type BookAnswer =
  | WasSet
  | ({ readonly outcome: 'body' } & WholePages)
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'same'; readonly baseVersion: number | undefined }
  | { readonly outcome: 'structure'; readonly message: string }
  | { readonly outcome: 'malformed' | 'unreadable'; readonly message: string }
  | { readonly outcome: 'topic'; readonly topic: string }
  | { readonly outcome: 'failed'; readonly message: string };
