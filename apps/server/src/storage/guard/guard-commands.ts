import { limits } from '@sheetwire/contract/limits';
import type { Context } from '../context.ts';
import { holdTopics } from '../reports/topic-rows.ts';
import { auditCommands, type KeptAuditRow, tellingToo } from '../rights/audit.ts';
import { growStamps } from '../settings-backups/stamps.ts';
import { storeTime } from '../store-time.ts';
import type { GuardTable, HeldPublishTable } from '../tables/guard-tables.ts';

/** What a version does about the guard, as it goes to the database. */
export interface KeptGuardChange {
  readonly broken: string | undefined;
  readonly settles: { readonly revision: number; readonly row: KeptAuditRow | undefined } | undefined;
}

interface Holding extends Pick<HeldPublishTable, 'topic' | 'sender' | 'source' | 'broken' | 'secrets' | 'body'> {
  readonly base: number;
  readonly over: number;
  readonly keepsNumber: boolean;
}

type HeldRow = Omit<HeldPublishTable, 'body'>;

export const guardCommands = {
  /** False when the rules are those of another revision by now. */
  async saveGuard(
    context: Context,
    { guard, row }: { guard: Omit<GuardTable, 'last_number' | 'rejected_at'>; row: KeptAuditRow },
  ): Promise<boolean> {
    const { db } = context;
    const { topic, revision: was, ...rules } = guard;
    // Held first, as by all who change both: no version that was judged by other rules comes in between.
    await holdTopics(context, [topic]);
    const before = await db.selectFrom('guard').select('revision').where('topic', '=', topic).executeTakeFirst();
    if ((before?.revision ?? 0) !== was) return false;
    const set = { ...rules, revision: was + 1 };
    await db
      .insertInto('guard')
      .values({ topic, ...set, last_number: 0, rejected_at: 0 })
      .onConflict((conflict) => conflict.column('topic').doUpdateSet(set))
      .execute();
    await db
      .updateTable('topic')
      .set({ guard_revision: was + 1 })
      .where('topic', '=', topic)
      .execute();
    await auditCommands.addAudit(context, row);
    await growStamps(context, { guards: [topic] });
    return true;
  },

  /** The row of the report is held, so that no version comes in between. */
  async holdPublish(
    context: Context,
    { held, row }: { held: Holding; row: KeptAuditRow },
  ): Promise<HeldRow | undefined> {
    const { db } = context;
    const { topic, base, over, keepsNumber, ...content } = held;
    const head = (await holdTopics(context, [topic])).get(topic);
    const before = await heldRow(context, topic);
    if (head?.version !== base || (before?.revision ?? 0) !== over) return undefined;
    const at = await storeTime(context);
    const isSame = before !== undefined && keepsNumber;
    const number = isSame ? before.number : await nextNumber(context, topic, head.version);
    const fresh: HeldRow = {
      topic,
      number,
      revision: over + 1,
      sender: content.sender,
      source: content.source,
      since: before?.since ?? at,
      numbered_at: isSame ? before.numbered_at : at,
      changed_at: at,
      broken: content.broken,
      secrets: content.secrets,
    };
    const { topic: _, ...set } = { ...fresh, body: content.body };
    await db
      .insertInto('held_publish')
      .values({ topic, ...set })
      .onConflict((conflict) => conflict.column('topic').doUpdateSet(set))
      .execute();
    if (isSame) return fresh;
    await forgetSeen(context, topic);
    await auditCommands.addAudit(context, tellingToo(row, { number }));
    return fresh;
  },

  /** Keeps a held publish as it is at a revision, and so many of the last ones. */
  async keepSeen({ db }: Context, { topic, revision }: { topic: string; revision: number }): Promise<void> {
    const columns = ['topic', 'revision', 'sender', 'source', 'broken', 'secrets', 'body'] as const;
    const held = db.selectFrom('held_publish').select(columns).where('topic', '=', topic);
    await db
      .insertInto('held_seen')
      .columns(columns)
      .expression(held.where('revision', '=', revision))
      .onConflict((conflict) => conflict.columns(['topic', 'revision']).doNothing())
      .execute();
    const kept = db.selectFrom('held_seen').select('revision').where('topic', '=', topic).orderBy('revision', 'desc');
    const old = await kept.offset(limits.guard.seen).limit(1).executeTakeFirst();
    if (old)
      await db.deleteFrom('held_seen').where('topic', '=', topic).where('revision', '<=', old.revision).execute();
  },

  async rejectHeld(
    context: Context,
    { topic, number, isRefused, row }: { topic: string; number: number; isRefused: boolean; row: KeptAuditRow },
  ): Promise<boolean> {
    const head = (await holdTopics(context, [topic])).get(topic);
    const gone = await context.db
      .deleteFrom('held_publish')
      .where('topic', '=', topic)
      .where('number', '=', number)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) return false;
    await forgetSeen(context, topic);
    const rejected_at = head?.version ?? 0;
    if (isRefused) await context.db.updateTable('guard').set({ rejected_at }).where('topic', '=', topic).execute();
    await auditCommands.addAudit(context, row);
    return true;
  },
};

/** What was looked at of a publish that waits no more. */
async function forgetSeen({ db }: Context, topic: string): Promise<void> {
  await db.deleteFrom('held_seen').where('topic', '=', topic).execute();
}

async function heldRow({ db }: Context, topic: string) {
  const rows = db.selectFrom('held_publish').select(['number', 'revision', 'since', 'numbered_at']);
  return rows.where('topic', '=', topic).executeTakeFirst();
}

/** No number is given twice, so that nobody releases what they did not see. */
async function nextNumber({ db }: Context, topic: string, version: number): Promise<number> {
  const rules = await db.selectFrom('guard').select('last_number').where('topic', '=', topic).executeTakeFirst();
  const number = Math.max(version, rules?.last_number ?? 0) + 1;
  await db.updateTable('guard').set({ last_number: number }).where('topic', '=', topic).execute();
  return number;
}

/** The reports of which the named held publish is not there any more; their rows are held. */
export async function settledAlready(
  { db }: Context,
  changes: readonly { readonly topic: string; readonly guard?: KeptGuardChange | undefined }[],
): Promise<ReadonlySet<string>> {
  const settling = changes.filter(({ guard }) => guard?.settles !== undefined);
  if (settling.length === 0) return new Set();
  const topics = settling.map(({ topic }) => topic);
  const rows = await db.selectFrom('held_publish').select(['topic', 'revision']).where('topic', 'in', topics).execute();
  const there = new Map(rows.map(({ topic, revision }) => [topic, revision]));
  const gone = settling.filter(({ topic, guard }) => there.get(topic) !== guard?.settles?.revision);
  return new Set(gone.map(({ topic }) => topic));
}

/** Writes what versions do about the guard, in the transaction of the versions themselves. */
export async function writeGuard(
  context: Context,
  changes: readonly { readonly topic: string; readonly version: number; readonly guard: KeptGuardChange }[],
): Promise<void> {
  const { db } = context;
  for (const { topic, version, guard } of changes) {
    if (guard.settles) await db.deleteFrom('held_publish').where('topic', '=', topic).execute();
    if (guard.settles) await forgetSeen(context, topic);
    if (guard.settles?.row) await auditCommands.addAudit(context, guard.settles.row);
    if (guard.broken === undefined) continue;
    const at = await storeTime(context);
    await db.insertInto('guard_mark').values({ topic, version, at, broken: guard.broken }).execute();
    const old = db.selectFrom('guard_mark').select('version').where('topic', '=', topic).orderBy('version', 'desc');
    const last = await old.offset(limits.guard.marks).limit(1).executeTakeFirst();
    if (last)
      await db.deleteFrom('guard_mark').where('topic', '=', topic).where('version', '<=', last.version).execute();
  }
}
