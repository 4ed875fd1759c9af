import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from '#ports/audit.ts';
import type { DueRun, PastReport } from '#ports/snapshot-schedule.ts';
import type { Stores } from '#ports/stores.ts';

export interface TakeDeps {
  readonly stores: Pick<Stores, 'snapshotSchedule' | 'now'>;
  readonly settings: { readonly versionHours: number };
  /** This server's name among those on the store. */
  readonly owner: string;
  /** Told of each snapshot that this server took, or may have taken. */
  readonly onCaptured: (topic: Topic) => void;
}

/** What became of a due snapshot; with `left` another server took it on, or there was nothing to capture. */
export type Taken = 'captured' | 'missed' | 'left';

const hour = 3_600_000;

/**
 * Takes a due snapshot with the content of its instant, however late it is. Where that content is gone the report has
 * changed since, and the miss is recorded (semantics 6).
 */
export async function takeRun({ stores, settings, owner, onCaptured }: TakeDeps, run: DueRun): Promise<Taken> {
  const { snapshotSchedule } = stores;
  const now = await stores.now();
  const past = await snapshotSchedule.contentAt(run.topic, run.dueAt, now - settings.versionHours * hour);
  if (past.kind === 'gone') {
    return endMissed({ stores, owner }, run, { now, reason: 'the report changed before a server was running again' });
  }
  const report = past.kind === 'report' && past.report.pages.length > 0 ? past.report : undefined;
  if (!report) {
    await snapshotSchedule.finish({ run, owner });
    return 'left';
  }
  const snapshot = { topic: run.topic, date: run.date, capturedAt: now, report };
  const note = capturedNote(run, report, now);
  const finishing = snapshotSchedule.finish({ run, owner, snapshot, note });
  // It may be kept though its answer was lost.
  finishing.catch(() => onCaptured(run.topic));
  if (!(await finishing)) return 'left';
  onCaptured(run.topic);
  return 'captured';
}

/** Ends a run without a snapshot and says why in the audit log. */
export async function endMissed(
  { stores, owner }: Pick<TakeDeps, 'stores' | 'owner'>,
  run: DueRun,
  { now, reason }: { readonly now: number; readonly reason: string },
): Promise<Taken> {
  const after = { date: run.date, dueUtc: new Date(run.dueAt).toISOString(), reason };
  const note = { at: now, actor: 'schedule', action: 'snapshot missed', object: run.topic, after, address: '' };
  return (await stores.snapshotSchedule.finish({ run, owner, note })) ? 'missed' : 'left';
}

function capturedNote(
  { topic, date, dueAt }: DueRun,
  { version }: (PastReport & { readonly kind: 'report' })['report'],
  now: number,
): AuditNote {
  const late = now - dueAt > limits.snapshots.late ? { dueUtc: new Date(dueAt).toISOString() } : {};
  const after = { date, version, ...late };
  return { at: now, actor: 'schedule', action: 'snapshot captured', object: topic, after, address: '' };
}
