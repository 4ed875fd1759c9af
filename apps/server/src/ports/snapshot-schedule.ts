import type { Gropic } from '@sheetwire/rules/gropic';
import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from './audit.ts';
import type { StoredReport } from './report-log.ts';
import type { Snapshot } from './snapshots.ts';

/** The daily snapshot of a gropic (spec 3, Snapshot settings). */
export interface SnapshotSetting {
  readonly gropic: Gropic;
  readonly captures: boolean;
  /** HH:MM. */
  readonly time: string;
  /** One of the list of locations. */
  readonly location: string;
  readonly backdates: boolean;
}

/** Who asked for a change. */
export interface ChangedBy {
  readonly actor: string;
  readonly address: string;
}

export interface SnapshotSettingStore {
  /** The gropic's own setting. */
  get(gropic: Gropic): Promise<SnapshotSetting | undefined>;
  /** What holds for a gropic: its own setting, else its group's (semantics 6). */
  effective(gropic: Gropic): Promise<SnapshotSetting | undefined>;
  list(): Promise<readonly SnapshotSetting[]>;
  /** Saves and audits; what is due until now is still taken as it was set before. */
  save(setting: SnapshotSetting, by: ChangedBy): Promise<void>;
}

/** A snapshot that is due and that this server took on. */
export interface DueRun {
  readonly topic: Topic;
  /** Epoch ms. */
  readonly dueAt: number;
  /** The date that the snapshot carries. */
  readonly date: string;
  /** How often it was taken on, this time included. */
  readonly tries: number;
}

/** A report as it stood at an instant: not there yet, or past what the log can tell. */
export type PastReport =
  | { readonly kind: 'report'; readonly report: StoredReport }
  | { readonly kind: 'none' }
  | { readonly kind: 'gone' };

/** What becomes of a run: a snapshot, a row of the audit log, or neither when there was nothing to capture. */
export interface RunEnd {
  readonly run: DueRun;
  readonly owner: string;
  readonly snapshot?: Snapshot;
  readonly note?: AuditNote;
}

/** Which snapshots are due, shared by all servers on one store: each is taken once (semantics 6). */
export interface SnapshotSchedule {
  /** Writes down the reports whose snapshot is due now; true when there may be more. */
  expand(): Promise<boolean>;
  /** When something is due next, by the store's clock. */
  nextAt(): Promise<number | undefined>;
  /** Takes on up to `count` due snapshots; after `lease` ms another server may. */
  claim(owner: string, count: number, lease: number): Promise<readonly DueRun[]>;
  /** The report as it stood at an epoch ms; since `keptFrom` the log holds every step. */
  contentAt(topic: Topic, at: number, keptFrom: number): Promise<PastReport>;
  /**
   * Ends a run and keeps its snapshot, unless one of that date was taken since it was due; false when it has ended already:
   * then nothing is written. A snapshot is the same whoever took it, so it ends a run that another server has taken on
   * meanwhile too; an end without one is left to that server, and answers false.
   */
  finish(end: RunEnd): Promise<boolean>;
  /** Holds runs that this server took on, and no other since, for `lease` ms from now. */
  renew(runs: readonly DueRun[], owner: string, lease: number): Promise<void>;
  /** Gives a run back for a later try. */
  release(run: DueRun, owner: string, wait: number): Promise<void>;
}
