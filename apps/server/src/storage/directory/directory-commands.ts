import type { Entity } from '@sheetwire/rules/name';
import { sql } from 'kysely';
import type { DirectoryGroup, DirectoryPerson } from '#ports/directory.ts';
import type { AccountsOutcome, CopyChange, DirectoryHold, Reconcile, SyncNote } from '#ports/directory-store.ts';
import { inChunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { PRINCIPALS } from '../rights/drop-principal.ts';
import { groupCommands, isUserGroup } from '../rights/groups.ts';
import { growStamps } from '../settings-backups/stamps.ts';
import { reconcileAccounts } from './accounts.ts';
import { dropGroup, forgetGroups, LOCK } from './gone-groups.ts';

const ROW = 1;

interface StateRow {
  readonly now: number;
  readonly holder: string;
  readonly held_until: number;
  readonly generation: number;
}

export const directoryCommands = {
  async holdDirectory(context: Context, { holder, forMs }: { holder: string; forMs: number }): Promise<DirectoryHold> {
    const state = await lockedState(context);
    const left = state.held_until - state.now;
    // One that holds for longer than anybody asks for began before the clock was set back.
    const isOver = left <= 0 || left > forMs;
    const isMine = state.holder === holder || isOver;
    const isDue = state.holder !== holder || isOver || left < forMs / 2;
    if (isMine && isDue) {
      await context.db
        .updateTable('directory_state')
        .set({ holder, held_until: state.now + forMs })
        .where('id', '=', ROW)
        .execute();
    }
    return { isMine, generation: state.generation };
  },

  async releaseDirectory({ db }: Context, { holder }: { holder: string }): Promise<void> {
    await db
      .updateTable('directory_state')
      .set({ holder: '', held_until: 0 })
      .where('id', '=', ROW)
      .where('holder', '=', holder)
      .execute();
  },

  async writeDirectory(
    context: Context,
    { holder, change, reconcile }: { holder: string; change: CopyChange; reconcile: Reconcile },
  ): Promise<AccountsOutcome | undefined> {
    const state = await lockedState(context);
    if (state.holder !== holder) return undefined;
    const people = reconcile.isOfChange ? await peopleOf(context, change) : undefined;
    await swapPeople(context, change);
    for (const name of change.dropGroups) await dropGroup(context, name);
    for (const group of change.putGroups) await putGroup(context, group, reconcile);
    const outcome = await reconcileAccounts(context, reconcile, people);
    if (hasMoved(change, outcome)) await grow(context, outcome, change.putGroups);
    return outcome;
  },

  async sawPerson(
    context: Context,
    { id, isDisabled, entity }: { id: string; isDisabled: boolean; entity: Entity },
  ): Promise<AccountsOutcome> {
    await lockedState(context);
    const { db } = context;
    const known = await db
      .updateTable('directory_person')
      .set({ is_disabled: Number(isDisabled) })
      .where('id', '=', id)
      .where('is_disabled', '!=', Number(isDisabled))
      .returning('name')
      .executeTakeFirst();
    if (known === undefined) return { ended: [], changed: [] };
    const outcome = await reconcileAccounts(context, { entity, rebinds: false }, [known.name]);
    await grow(context, outcome);
    return outcome;
  },

  forgetGroups,

  async noteDirectory(context: Context, { holder, isFull, cursor, fault }: SyncNote): Promise<void> {
    const { db, at } = context;
    const state = await lockedState(context);
    if (state.holder !== holder) return;
    const good = { synced_at: at, fault: '', fault_at: null, ...(isFull && { full_at: at }) };
    const bad = { fault, fault_at: at };
    await db
      .updateTable('directory_state')
      .set({ ...(fault === '' ? good : bad), ...(cursor !== undefined && { cursor }) })
      .where('id', '=', ROW)
      .execute();
  },
};

/** A user group that was made of that name meanwhile stays what it is: its rights are not the directory's to take. */
async function putGroup(context: Context, group: DirectoryGroup, reconcile: Reconcile): Promise<void> {
  const { name, members } = group;
  await context.lock(PRINCIPALS);
  if (await isUserGroup(context.db, name)) return;
  await noteGroup(context, group, reconcile);
  await groupCommands.saveGroup(context, { name, members, isDirectory: true });
}

/** Since when another group has the name; one that an operator takes for the same has it as long as that one had. */
async function noteGroup(
  { db, at }: Context,
  { name, id }: DirectoryGroup,
  { rebinds }: Pick<Reconcile, 'rebinds'>,
): Promise<void> {
  const taken = rebinds ? sql<number>`directory_group.since` : at;
  await db
    .insertInto('directory_group')
    .values({ name, group_id: id, since: 0, gone_at: null })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        group_id: id,
        gone_at: null,
        since: sql<number>`case when directory_group.group_id = excluded.group_id
          then directory_group.since else ${taken} end`,
      }),
    )
    .execute();
}

function hasMoved(
  { putPeople, dropPeople, putGroups, dropGroups }: CopyChange,
  { ended, changed }: AccountsOutcome,
): boolean {
  return [putPeople, dropPeople, putGroups, dropGroups, ended, changed].some((list) => list.length > 0);
}

/** The one row, made when it is not there, held until the end of the transaction. */
async function lockedState({ db, at, lock }: Context): Promise<StateRow> {
  await lock(LOCK);
  await db
    .insertInto('directory_state')
    .values({ id: ROW, cursor: '', fault: '', holder: '', held_until: 0, generation: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return db
    .selectFrom('directory_state')
    .select(['holder', 'held_until', 'generation', at.as('now')])
    .where('id', '=', ROW)
    .executeTakeFirstOrThrow();
}

/** The names, from before and from now on, of people who change. */
async function peopleOf({ db }: Context, { putPeople, dropPeople }: CopyChange): Promise<string[]> {
  const names = new Set<string>(putPeople.map(({ name }) => name));
  for (const some of inChunks([...dropPeople, ...putPeople.map(({ id }) => id)])) {
    const before = await db.selectFrom('directory_person').select('name').where('id', 'in', some).execute();
    for (const { name } of before) names.add(name);
  }
  return [...names];
}

/** Everybody who changed goes before anybody comes: two people may swap their names. */
async function swapPeople({ db }: Context, { putPeople, dropPeople }: CopyChange): Promise<void> {
  const ids = [...dropPeople, ...putPeople.map((person) => person.id)];
  for (const some of inChunks(ids)) await db.deleteFrom('directory_person').where('id', 'in', some).execute();
  const rows = putPeople.map(rowOf);
  for (const some of inChunks(rows)) await db.insertInto('directory_person').values(some).execute();
}

function rowOf({ id, name, email, isDisabled }: DirectoryPerson) {
  return { id, name, email, is_disabled: Number(isDisabled) };
}

/** Rights know people by their accounts and groups alone; of groups that went it is noted as they go. */
async function grow(
  context: Context,
  { ended, changed }: AccountsOutcome,
  groups: readonly Pick<DirectoryGroup, 'name'>[] = [],
): Promise<void> {
  await growStamps(context, { users: [...ended, ...changed], usergroups: groups.map(({ name }) => name) });
  await context.db
    .updateTable('directory_state')
    .set((eb) => ({ generation: eb('generation', '+', 1) }))
    .where('id', '=', ROW)
    .execute();
}
