import { limits } from '@sheetwire/contract/limits';
import { type SettingKind, settingKinds } from '@sheetwire/contract/recoversettings';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { openCopy, type PackedContent, packContent, sealOf } from './content.ts';
import { copyDue } from './copy-due.ts';
import type { CopyText } from './kind.ts';
import { kindOf } from './kinds.ts';
import { stampOf } from './stamped.ts';

/** A kind as it stood at a stamp, packed and ready to be kept. */
export interface MadeCopy extends PackedContent {
  readonly kind: SettingKind;
  readonly stamp: number;
}

/**
 * Holds these kinds until the end of the transaction, and keeps each as it stands when there is no copy of the day yet:
 * called before anything of them changes, so a date's copy is the kind as that day began (semantics 7). A long one is not
 * made here, where others wait for this transaction: it is due, and the change is to be asked for again after it.
 */
export async function beforeChange(context: Context, kinds: readonly SettingKind[]): Promise<void> {
  // Always in the same order, so that two never wait for each other.
  for (const kind of settingKinds.filter((one) => kinds.includes(one))) {
    await context.lock(lockOf(kind));
    const name = dayOf(await nowOf(context));
    if (await hasCopy(context.db, kind, name)) continue;
    if (await kindOf(kind).isLong(context.db)) throw copyDue();
    await writeCopy(context, kind, { name, isUndo: false });
  }
}

/** The kinds without a copy of the day of a time. */
export async function kindsDue(db: Context['db'], now: number): Promise<readonly SettingKind[]> {
  const { kinds } = await kindsUnder(db, dayOf(now));
  return settingKinds.filter((kind) => !kinds.includes(kind));
}

/** Reads and packs a kind as it stands; what is asked is answered as of one moment. */
export async function makeCopy(then: Context['db'], kind: SettingKind): Promise<MadeCopy> {
  const stamp = await stampOf(then, kind);
  return { kind, stamp, ...(await packContent(await kindOf(kind).text(then))) };
}

/**
 * Keeps a copy that was made beforehand as that of the day. One that was overtaken by a change is none: then nothing is
 * kept. No change of this day can have overtaken it, as each waits for the copy.
 */
export async function keepMade(context: Context, { kind, stamp, hash, body }: MadeCopy): Promise<void> {
  await context.lock(lockOf(kind));
  const name = dayOf(await nowOf(context));
  if (await hasCopy(context.db, kind, name)) return;
  if ((await stampOf(context.db, kind)) === stamp) await addCopy(context, { kind, name, isUndo: false, hash, body });
}

/** Keeps a kind as it stands under a date, or under the time of an undo point. */
export async function writeCopy(
  context: Context,
  kind: SettingKind,
  { name, isUndo }: { readonly name: string; readonly isUndo: boolean },
): Promise<void> {
  await addCopy(context, { kind, name, isUndo, ...(await packContent(await kindOf(kind).text(context.db))) });
}

interface NewCopy extends PackedContent {
  readonly kind: SettingKind;
  readonly name: string;
  readonly isUndo: boolean;
}

async function addCopy({ db, at }: Context, { kind, name, isUndo, hash, body }: NewCopy): Promise<void> {
  await db
    .insertInto('settings_content')
    .values({ hash, body })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  const seal = sealOf({ kind, name, hash });
  await db
    .insertInto('settings_copy')
    .values({ kind, name, hash, seal, is_undo: Number(isUndo), created_at: at })
    .execute();
}

/** The text of a copy: `missing` when there is none, `broken` when it is not what was written. */
export async function readCopy(
  db: Context['db'],
  kind: SettingKind,
  name: string,
): Promise<CopyText | 'missing' | 'broken'> {
  const row = await db
    .selectFrom('settings_copy')
    .leftJoin('settings_content', 'settings_content.hash', 'settings_copy.hash')
    .selectAll('settings_copy')
    .select('settings_content.body')
    .where('settings_copy.kind', '=', kind)
    .where('settings_copy.name', '=', name)
    .executeTakeFirst();
  if (row === undefined) return 'missing';
  const text = await openCopy(row, row.body ?? undefined);
  return text === undefined ? 'broken' : { text, at: row.created_at };
}

/** The kinds that have a copy of this name; what a recovery replaced lies under one time. */
export async function kindsUnder(
  db: Context['db'],
  name: string,
): Promise<{ readonly kinds: readonly SettingKind[]; readonly isUndo: boolean }> {
  const rows = await db.selectFrom('settings_copy').select(['kind', 'is_undo']).where('name', '=', name).execute();
  const kinds = settingKinds.filter((kind) => rows.some((row) => row.kind === kind));
  return { kinds, isUndo: rows.some((row) => row.is_undo === 1) };
}

/** The name of an undo point: its time, and never one that there is already. */
export async function undoName(context: Context): Promise<string> {
  const newest = await context.db
    .selectFrom('settings_copy')
    .select('name')
    .where('is_undo', '=', 1)
    .orderBy('name', 'desc')
    .limit(1)
    .executeTakeFirst();
  const after = newest === undefined ? 0 : Date.parse(newest.name) + 1;
  return new Date(Math.max(await nowOf(context), after)).toISOString();
}

/** Drops what is beyond the last dates and undo points of each kind, and contents that no copy names any more. */
export async function dropOldCopies({ db }: Context): Promise<void> {
  const { dates, undoPoints } = limits.settingsBackups;
  let dropped = 0n;
  for (const kind of settingKinds) {
    for (const [isUndo, most] of [[0, dates] as const, [1, undoPoints] as const]) {
      const kept = db
        .selectFrom('settings_copy')
        .select('name')
        .where('kind', '=', kind)
        .where('is_undo', '=', isUndo)
        .orderBy('name', 'desc')
        .limit(most);
      const old = db
        .deleteFrom('settings_copy')
        .where('kind', '=', kind)
        .where('is_undo', '=', isUndo)
        .where('name', 'not in', kept);
      dropped += (await old.executeTakeFirst()).numDeletedRows;
    }
  }
  if (dropped === 0n) return;
  await db
    .deleteFrom('settings_content')
    .where(sql<boolean>`not exists (select 1 from settings_copy where settings_copy.hash = settings_content.hash)`)
    .execute();
}

async function hasCopy(db: Context['db'], kind: SettingKind, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('settings_copy')
    .select('name')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** The time of the store, which dates the copies. */
export async function nowOf({ db, at }: Context): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${at} as now`.execute(db);
  return Number(rows[0]?.now);
}

function lockOf(kind: SettingKind): string {
  return `settings ${kind}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, DATE_LENGTH);
}

const DATE_LENGTH = 'yyyy-mm-dd'.length;
