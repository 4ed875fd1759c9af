import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { DueRun } from '#ports/snapshot-schedule.ts';
import type { Context } from '../context.ts';
import { auditCommands, type KeptAuditRow } from '../rights/audit.ts';
import { timeOf } from './setting-commands.ts';
import { type EncodedSnapshot, snapshotCommands } from './snapshot-commands.ts';

const LOCK = 'snapshot runs';
const { lease: claimed, retry, tries: most } = limits.snapshots;
/** Nobody holds a run, or puts it off, for longer. */
const longest = Math.max(claimed, retry * most);

export const snapshotRunCommands = {
  /** One claim at a time: two servers never hold one run. */
  async claimSnapshots(
    context: Context,
    { owner, count, lease }: { owner: string; count: number; lease: number },
  ): Promise<DueRun[]> {
    const { db, lock } = context;
    await lock(LOCK);
    const at = await timeOf(context);
    const rows = await db
      .selectFrom('snapshot_run')
      .select(['topic', 'due_at', 'date', 'tries'])
      // One that is held for longer than any is was claimed before the clock was set back.
      .where((eb) => eb.or([eb('claimed_until', '<=', at), eb('claimed_until', '>', at + Math.max(lease, longest))]))
      .orderBy('claimed_until')
      .orderBy('topic')
      .orderBy('due_at')
      .limit(count)
      .execute();
    for (const { topic, due_at, tries } of rows) {
      await db
        .updateTable('snapshot_run')
        .set({ claimed_by: owner, claimed_until: at + lease, tries: tries + 1 })
        .where('topic', '=', topic)
        .where('due_at', '=', due_at)
        .execute();
    }
    return rows.map((row) => ({
      topic: branded<'Topic'>(row.topic),
      dueAt: row.due_at,
      date: row.date,
      tries: row.tries + 1,
    }));
  },

  async finishSnapshot(
    context: Context,
    end: { run: DueRun; owner: string; snapshot: EncodedSnapshot | undefined; note: KeptAuditRow | undefined },
  ): Promise<boolean> {
    const { db } = context;
    const { run, owner, snapshot, note } = end;
    const ended = await db
      .deleteFrom('snapshot_run')
      .where('topic', '=', run.topic)
      .where('due_at', '=', run.dueAt)
      // What was captured is the content of the due instant, whoever holds the run by now.
      .$if(!snapshot, (own) => own.where('claimed_by', '=', owner))
      .executeTakeFirst();
    if (ended.numDeletedRows === 0n) return false;
    const before = snapshot && (await captured(context, run));
    if (before !== undefined && before >= run.dueAt && before <= (await timeOf(context))) return true;
    if (snapshot) await snapshotCommands.captureSnapshot(context, { snapshot, note });
    else if (note) await auditCommands.addAudit(context, note);
    return true;
  },

  async renewSnapshots(
    context: Context,
    { runs, owner, lease }: { runs: readonly DueRun[]; owner: string; lease: number },
  ): Promise<void> {
    await context.lock(LOCK);
    const at = await timeOf(context);
    for (const { topic, dueAt } of runs) {
      await context.db
        .updateTable('snapshot_run')
        .set({ claimed_until: at + lease })
        .where('topic', '=', topic)
        .where('due_at', '=', dueAt)
        .where('claimed_by', '=', owner)
        .execute();
    }
  },

  async releaseSnapshot(
    context: Context,
    { run, owner, wait }: { run: DueRun; owner: string; wait: number },
  ): Promise<void> {
    const at = await timeOf(context);
    await context.db
      .updateTable('snapshot_run')
      .set({ claimed_by: '', claimed_until: at + wait })
      .where('topic', '=', run.topic)
      .where('due_at', '=', run.dueAt)
      .where('claimed_by', '=', owner)
      .execute();
  },
};

/** When the snapshot of that date was taken, undefined when there is none. */
async function captured({ db }: Context, { topic, date }: DueRun): Promise<number | undefined> {
  const row = await db
    .selectFrom('snapshot')
    .select('captured_at')
    .where('topic', '=', topic)
    .where('date', '=', date)
    .executeTakeFirst();
  return row?.captured_at;
}
