import { limits } from '@sheetwire/contract/limits';
import { groupOf } from '@sheetwire/rules/gropic';
import { type DueSnapshot, nextSnapshot } from '@sheetwire/rules/snapshot-due';
import { zoneOfLocation } from '@sheetwire/rules/snapshot-location';
import { defaultSnapshotLocation } from '@sheetwire/rules/snapshot-time';
import { sql } from 'kysely';
import type { ChangedBy, SnapshotSetting } from '#ports/snapshot-schedule.ts';
import type { Context } from '../context.ts';
import { auditCommands } from '../rights/audit.ts';
import type { SnapshotSettingTable } from '../tables/snapshot-tables.ts';

const LOCK = 'snapshot settings';

export const snapshotSettingCommands = {
  async saveSnapshotSetting(context: Context, { setting, by }: { setting: SnapshotSetting; by: ChangedBy }) {
    const { db, lock } = context;
    await lock(LOCK);
    const at = await timeOf(context);
    const { gropic } = setting;
    const both = [gropic, groupOf(gropic)];
    const rows = await db.selectFrom('snapshot_setting').selectAll().where('gropic', 'in', both).execute();
    const before = rows.find((row) => row.gropic === gropic);
    if (before && isSame(before, setting)) return;
    // What was due until now is due as it was set, also for a report that was its group's until now.
    for (const row of rows) {
      await writeDown(context, row, at);
      await plan(context, row, at);
    }
    const row = { ...columnsOf(setting), last_due_at: lastDueOf(before, at) };
    const planned = { ...row, ...planOf(row, at) };
    await db
      .insertInto('snapshot_setting')
      .values({ gropic, ...planned })
      .onConflict((conflict) => conflict.column('gropic').doUpdateSet(planned))
      .execute();
    const note = { at, actor: by.actor, action: 'snapshot settings changed', object: gropic, address: by.address };
    await auditCommands.addAudit(context, {
      ...note,
      before: JSON.stringify(before ? shown(before) : null),
      after: JSON.stringify(shown(row)),
    });
  },

  /** A bounded number of settings at a time, so that publishers never wait for it; true when there may be more. */
  async expandSnapshots(context: Context, _: Record<string, never>): Promise<boolean> {
    const { db, lock } = context;
    await lock(LOCK);
    const at = await timeOf(context);
    const some = db.selectFrom('snapshot_setting').selectAll().where('captures', '=', 1).limit(limits.snapshots.expand);
    const due = await some.where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '<=', at)])).execute();
    const ahead = await some
      .where('due_at', '>', at + limits.snapshots.ahead)
      .orderBy('due_at', 'desc')
      .execute();
    for (const row of due) {
      await writeDown(context, row, at);
      await plan(context, row, at);
    }
    let planned = 0;
    for (const row of ahead) if (await plan(context, row, at)) planned++;
    return Math.max(due.length, planned) === limits.snapshots.expand;
  },
};

/** Sets the next due instant; false when it stays as it is. */
async function plan({ db }: Context, row: SnapshotSettingTable, at: number): Promise<boolean> {
  const last_due_at = lastDueOf(row, at);
  const change = { last_due_at, ...planOf({ ...row, last_due_at }, at) };
  if (change.due_at === row.due_at) return false;
  await db.updateTable('snapshot_setting').set(change).where('gropic', '=', row.gropic).execute();
  return true;
}

/** The time of the store's clock as a number. */
export async function timeOf({ db, at }: Context): Promise<number> {
  const { rows } = await sql<{ at: number }>`select ${at} as at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new TypeError('the store tells no time');
  return row.at;
}

type Timed = Pick<SnapshotSettingTable, 'captures' | 'time' | 'location' | 'backdates' | 'last_due_at'>;

/** The due instants of a setting from the planned one until now; the reports of each get a run (semantics 6). */
async function writeDown(context: Context, row: SnapshotSettingTable, at: number): Promise<void> {
  if (row.captures === 0 || row.due_at === null) return;
  const earliest = at - limits.snapshots.catchUp;
  let next: DueSnapshot = { dueAt: row.due_at, date: row.due_date };
  if (next.dueAt < earliest) {
    const first = nextOf(row, earliest);
    await noteMissed(context, row, { from: next, to: first, at });
    next = first;
  }
  for (; next.dueAt <= at; next = nextOf(row, next.dueAt)) await addRuns(context, row.gropic, next);
}

/** Every report that is there, or that went after the instant; a report with a setting of its own is left to that. */
async function addRuns({ db }: Context, gropic: string, { dueAt, date }: DueSnapshot): Promise<void> {
  const isReport = gropic.split('/').length === 3;
  await db
    .insertInto('snapshot_run')
    .columns(['topic', 'due_at', 'date', 'claimed_by', 'claimed_until', 'tries'])
    .expression((eb) => {
      const topics = eb
        .selectFrom('topic')
        .select(['topic', sql.lit(dueAt).as('due_at'), sql.val(date).as('date')])
        .select([sql.lit('').as('claimed_by'), sql.lit(0).as('claimed_until'), sql.lit(0).as('tries')])
        .where('version', '>', 0)
        .where((or) => or.or([or('is_live', '=', 1), or('changed_at', '>', dueAt)]));
      if (isReport) return topics.where('topic', '=', gropic);
      return topics
        .where('topic', '>', `${gropic}/`)
        .where('topic', '<', `${gropic}${AFTER_SLASH}`)
        .where(sql<boolean>`not exists (select 1 from snapshot_setting own where own.gropic = topic.topic)`);
    })
    .onConflict((conflict) => conflict.columns(['topic', 'due_at']).doNothing())
    .execute();
}

/** The character after the slash: names are sorted by code point. */
const AFTER_SLASH = '0';

async function noteMissed(
  context: Context,
  { gropic }: SnapshotSettingTable,
  { from, to, at }: { readonly from: DueSnapshot; readonly to: DueSnapshot; readonly at: number },
): Promise<void> {
  const after = JSON.stringify({ from: from.date, before: to.date, reason: 'no server ran for days' });
  const note = { at, actor: 'schedule', action: 'snapshots missed', object: gropic, address: '' };
  await auditCommands.addAudit(context, { ...note, before: 'null', after });
}

/** Never at or before an instant that was due already: a clock that goes back runs nothing twice (semantics 6). */
function planOf(row: Timed, at: number): Pick<SnapshotSettingTable, 'due_at' | 'due_date'> {
  if (row.captures === 0) return { due_at: null, due_date: '' };
  const { dueAt, date } = nextOf(row, Math.max(at, row.last_due_at));
  return { due_at: dueAt, due_date: date };
}

/** The last instant that was due; one that only a wrong clock can have reached does not count. */
function lastDueOf(row: SnapshotSettingTable | undefined, at: number): number {
  if (!row) return 0;
  const reached = row.due_at !== null && row.due_at <= at ? at : row.last_due_at;
  return reached > at + limits.snapshots.setBack ? 0 : reached;
}

function nextOf({ time, location, backdates }: Omit<Timed, 'captures' | 'last_due_at'>, after: number): DueSnapshot {
  const zone = zoneOfLocation(location) ?? zoneOfLocation(defaultSnapshotLocation) ?? 'UTC';
  return nextSnapshot({ time, zone, backdates: backdates === 1 }, after);
}

function columnsOf({ captures, time, location, backdates }: SnapshotSetting) {
  return { captures: Number(captures), time, location, backdates: Number(backdates) };
}

function isSame(row: SnapshotSettingTable, setting: SnapshotSetting): boolean {
  return JSON.stringify(shown(row)) === JSON.stringify(shown(columnsOf(setting)));
}

function shown({ captures, time, location, backdates }: ReturnType<typeof columnsOf>) {
  return { captures: captures === 1, time, location, backdates: backdates === 1 };
}
