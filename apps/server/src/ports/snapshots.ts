import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from './audit.ts';
import type { StoredReport } from './report-log.ts';

/** A report as it stood on a day. */
export interface Snapshot {
  readonly topic: Topic;
  /** yyyy-mm-dd. */
  readonly date: string;
  /** Epoch ms. */
  readonly capturedAt: number;
  readonly report: StoredReport;
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
  /** Snapshots that were taken in a time, oldest first; times are epoch ms. */
  taken(topic: Topic, ask: TakenAsk): Promise<readonly TakenSnapshot[]>;
  /** All dates, newest first. */
  dates(topic: Topic): Promise<readonly string[]>;
}
