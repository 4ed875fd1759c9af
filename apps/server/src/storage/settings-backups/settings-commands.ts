import { type SettingKind, settingKinds } from '@sheetwire/contract/recoversettings';
import type { CopyChoice, Recovery, RecoveryOutcome } from '#ports/settings-backups.ts';
import type { Context } from '../access.ts';
import { inChunks } from '../chunks.ts';
import { auditCommands, keptRow } from '../rights/audit.ts';
import { PRINCIPALS } from '../rights/drop-principal.ts';
import { beforeChange, dropOldCopies, nowOf, undoName, writeCopy } from './copies.ts';
import { openWay } from './recovery.ts';
import { anyOf, growStamps } from './stamps.ts';

export const settingsCommands = {
  async keepSettingsDay(context: Context, _: Record<string, never>): Promise<void> {
    await beforeChange(context, settingKinds);
    await dropOldCopies(context);
  },

  /** All kinds are held: what a recovery looks at does not change before it is done. */
  async recoverSettings(
    context: Context,
    { choice, address }: { readonly choice: CopyChoice; readonly address: string },
  ): Promise<RecoveryOutcome> {
    await beforeChange(context, settingKinds);
    await context.lock(PRINCIPALS);
    const opened = await openWay(context.db, choice);
    if (typeof opened === 'string') return { refused: opened };
    const { way, recovery } = opened;
    if (changesSomething(recovery)) {
      await keepUndoPoints(context, [choice.kind, ...way.alsoChanges]);
      await way.apply(context);
      await adopt(context, recovery);
      await growStamps(context, anyOf([choice.kind, ...way.alsoChanges]));
    }
    await audit(context, { choice, address, recovery });
    return { recovery };
  },
};

function changesSomething({ added, removed, changed }: Recovery): boolean {
  return added.length + removed.length + changed.length > 0;
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
  const { total, added, removed, changed, leftOut, adopted } = recovery;
  const some = (names: readonly string[]) => ({ count: names.length, names: names.slice(0, AUDITED_NAMES) });
  const after = {
    ...{ total, added: some(added), removed: some(removed), changed: some(changed) },
    ...{ leftOut: some(leftOut), adopted: some(adopted) },
  };
  const object = `${choice.kind} ${choice.name}`;
  const note = { at: await nowOf(context), actor: choice.by, action: 'settings recovered', object, after, address };
  await auditCommands.addAudit(context, keptRow(note));
}

const AUDITED_NAMES = 100;
