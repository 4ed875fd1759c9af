import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from './audit.ts';
import type { Page, StoredReport } from './report-log.ts';

/** A report as it stood on a day. */
export interface Snapshot {
  readonly topic: Topic;
  /** yyyy-mm-dd. */
  readonly date: string;
  /** Epoch ms. */
  readonly capturedAt: number;
  readonly report: StoredReport;
}

/** A snapshot without the content of its pages. */
export interface SnapshotHead extends Pick<Snapshot, 'topic' | 'date' | 'capturedAt'> {
  readonly report: Omit<StoredReport, 'pages'>;
  readonly pages: readonly (Omit<Page, 'html'> & { readonly hash: string })[];
}

/** A snapshot without its content. */
export type TakenSnapshot = Pick<Snapshot, 'date' | 'capturedAt'> & { readonly version: number };

export interface TakenAsk {
  readonly from: number;
  readonly to: number;
  readonly most: number;
}

/** Historical reports; a second capture of a date replaces the first (semantics 6). */
export interface SnapshotStore {
  /** With its row of the audit log; true when it took the place of one of the same date. */
  capture(snapshot: Snapshot, note?: AuditNote): Promise<boolean>;
  /** The newest snapshot at or before a date (semantics 4). */
  atOrBefore(topic: Topic, date: string): Promise<Snapshot | undefined>;
  /** The same without the content of its pages. */
  head(topic: Topic, date: string): Promise<SnapshotHead | undefined>;
  /** Pages by their numbers, in that order; undefined where another capture took the place of the snapshot meanwhile. */
  pages(head: SnapshotHead, numbers: readonly number[]): Promise<readonly Page[] | undefined>;
  /** Snapshots that were taken in a time, oldest first; times are epoch ms. */
  taken(topic: Topic, ask: TakenAsk): Promise<readonly TakenSnapshot[]>;
  /** All dates, newest first. */
  dates(topic: Topic): Promise<readonly string[]>;
}
