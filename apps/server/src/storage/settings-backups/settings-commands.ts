import { type SettingKind, settingKinds } from '@sheetwire/contract/recoversettings';
import type { CopyChoice, KindChange, Recovery } from '#ports/settings-backups.ts';
import { inChunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { auditCommands, keptRow } from '../rights/audit.ts';
import { PRINCIPALS } from '../rights/drop-principal.ts';
import { beforeChange, dropOldCopies, keepMade, type MadeCopy, nowOf, undoName, writeCopy } from './copies.ts';
import { openWay } from './recovery.ts';
import { anyOf, growStamps } from './stamps.ts';
import { type ToldOutcome, toldOf } from './told-outcome.ts';

export const settingsCommands = {
  async keepSettingsDay(context: Context, _: Record<string, never>): Promise<void> {
    await beforeChange(context, settingKinds);
    await dropOldCopies(context);
  },

  /** Keeps a copy that a thread made; the change that it is due before finds whether it is there. */
  async keepSettingsCopy(context: Context, copy: MadeCopy): Promise<void> {
    await keepMade(context, copy);
  },

  /** All kinds are held: what a recovery looks at does not change before it is done. */
  async recoverSettings(
    context: Context,
    { choice, address }: { readonly choice: CopyChoice; readonly address: string },
  ): Promise<ToldOutcome> {
    await beforeChange(context, settingKinds);
    await context.lock(PRINCIPALS);
    const opened = await openWay(context.db, choice);
    if ('refused' in opened) return toldOf(opened);
    const { ways, recovery } = opened;
    if (changesSomething(recovery)) {
      const touched = new Set(ways.flatMap(({ change, alsoChanges }) => [change.kind, ...alsoChanges]));
      await keepUndoPoints(context, [...touched]);
      for (const way of ways) await way.apply(context);
      await adopt(context, recovery);
      await growStamps(context, anyOf([...touched]));
    }
    await audit(context, { choice, address, recovery });
    return toldOf({ recovery });
  },
};

function changesSomething({ also, ...own }: Recovery): boolean {
  return [own, ...also].some(({ added, removed, changed }) => added.length + removed.length + changed.length > 0);
}

/** One time for all kinds that a recovery touches: together they are the way back. */
async function keepUndoPoints(context: Context, kinds: readonly SettingKind[]): Promise<void> {
  const name = await undoName(context);
  for (const kind of kinds) await writeCopy(context, kind, { name, isUndo: true });
  await dropOldCopies(context);
}

/** Viewers and publishers never stay without an admin (quality, Reliability). */
async function adopt({ db }: Context, { adopted, adoptedBy }: Recovery): Promise<void> {
  const rows = adopted.map((gropic) => ({ gropic, role: 'admins', principal: adoptedBy, place: 0 }));
  for (const some of inChunks(rows)) {
    await db
      .insertInto('perm')
      .values(some)
      .onConflict((conflict) => conflict.columns(['gropic', 'role', 'principal']).doNothing())
      .execute();
  }
}

/** Counts and the first names: a row of the log stays readable. */
async function audit(
  context: Context,
  { choice, address, recovery }: { readonly choice: CopyChoice; readonly address: string; readonly recovery: Recovery },
): Promise<void> {
  const { also, lost, adopted } = recovery;
  const lostNames = lost.map(({ of, principal, rights }) => `${of} ${principal} ${rights.join(' ')}`);
  const others = also.map((change) => [change.kind, auditedChange(change)] as const);
  const after = {
    ...auditedChange(recovery),
    ...{
      lost: some(lostNames),
      adopted: some(adopted),
      ...(others.length > 0 && { also: Object.fromEntries(others) }),
    },
  };
  const object = `${[choice.kind, ...also.map(({ kind }) => kind)].join(' and ')} ${choice.name}`;
  const note = { at: await nowOf(context), actor: choice.by, action: 'settings recovered', object, after, address };
  await auditCommands.addAudit(context, keptRow(note));
}

function auditedChange({ total, added, removed, changed, leftOut }: KindChange) {
  return { total, added: some(added), removed: some(removed), changed: some(changed), leftOut: some(leftOut) };
}

function some(names: readonly string[]) {
  return { count: names.length, names: names.slice(0, AUDITED_NAMES) };
}

const AUDITED_NAMES = 100;
