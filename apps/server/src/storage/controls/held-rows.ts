import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { Selectable } from 'kysely';
import type { HeldChange, HeldValue, PageOwner } from '#ports/controls.ts';
import { inChunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { storeTime } from '../store-time.ts';
import type { ControlHeldTable, ControlUpdateTable } from '../tables/control-tables.ts';
import { lockControls, lockUpdates } from './control-lock.ts';
import { stateOf, waiting } from './update-states.ts';

/** Writes what versions do to held values, in the transaction of the versions themselves. */
export async function writeHeld(
  context: Context,
  changes: readonly { readonly topic: string; readonly held: HeldChange }[],
): Promise<void> {
  if (changes.length === 0) return;
  const at = await storeTime(context);
  const topics = [...new Set(changes.map(({ topic }) => topic))];
  await lockControls(context, topics);
  await lockUpdates(context, topics, 'held');
  for (const { topic, held } of changes) {
    for (const place of held.drop) await dropHeld(context, { topic, ...place });
    if (held.set) await setHeld(context, { topic, at, isNews: held.isNews === true }, held.set);
    if (held.set && held.sentAs !== undefined) await noteEnded(context, held.sentAs, { topic, ...held.set });
  }
}

/**
 * An update whose value is held has ended: it is known by its id, so that it covers nothing that came since when its
 * viewer, who got no answer, sends it again. Call under the lock of its topic.
 */
export async function noteEnded(context: Context, id: string, { topic, owner, key }: HeldRowKey): Promise<void> {
  const { db } = context;
  const now = await storeTime(context);
  const { seq } = await lastOf(context, topic);
  const { heldUpdates, heldUpdateKept } = limits.controls;
  await db
    .deleteFrom('control_update')
    .where('topic', '=', topic)
    .where('mark', '=', NO_MARK)
    .where((eb) => eb.or([eb('seq', '<=', seq + 1 - heldUpdates), eb('expires_at', '<', now)]))
    .execute();
  const place = { topic, owner, control: key, name: key, value: null, user_name: '', mark: NO_MARK };
  const times = { at: now, expires_at: now + heldUpdateKept };
  const row = { id, ...place, ...times, seq: seq + 1, is_held: 0, handed: 0, state: stateOf('updated'), reason: null };
  await db
    .insertInto('control_update')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Of an update that no publisher was given. */
const NO_MARK = '';

interface HeldRowKey {
  readonly topic: string;
  readonly owner: string;
  readonly key: string;
}

async function dropHeld({ db }: Context, { topic, owner, key }: HeldRowKey): Promise<void> {
  await db
    .deleteFrom('control_held')
    .where('topic', '=', topic)
    .where('owner', '=', owner)
    .where('control', '=', key)
    .execute();
  await db
    .deleteFrom('control_update')
    .where('topic', '=', topic)
    .where('is_held', '=', 1)
    .where('owner', '=', owner)
    .where('control', '=', key)
    .execute();
}

interface Setting {
  readonly topic: string;
  readonly at: number;
  readonly isNews: boolean;
}

async function setHeld(context: Context, { topic, at, isNews }: Setting, value: HeldValue): Promise<void> {
  const { db } = context;
  const { owner, key, user, ...rest } = value;
  const row = { topic, owner, control: key, user_name: user, ...rest };
  const { name, version, base, markup } = row;
  await db
    .insertInto('control_held')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['topic', 'owner', 'control'])
        .doUpdateSet({ name, value: row.value, user_name: user, at: row.at, version, base, markup }),
    )
    .execute();
  if (!isNews) return;
  const lease = await db.selectFrom('control_lease').select('session').where('topic', '=', topic).executeTakeFirst();
  if (lease) await putInLine(context, [row], { at, after: (await lastOf(context, topic)).seq });
}

/** Puts the held values of a topic in line for whoever connects: before updates, which came after them. */
export async function copyHeld(context: Context, topic: string, at: number): Promise<void> {
  const { db } = context;
  const query = db.selectFrom('control_held').selectAll().where('topic', '=', topic);
  const rows = await query.orderBy('at').orderBy('version').execute();
  if (rows.length === 0) return;
  const first = await db
    .selectFrom('control_update')
    .select((eb) => eb.fn.min('seq').as('seq'))
    .where('topic', '=', topic)
    .executeTakeFirst();
  await putInLine(context, rows, { at, after: Number(first?.seq ?? 1) - rows.length - 1 });
}

async function putInLine(
  { db }: Context,
  rows: readonly ControlHeldTable[],
  { at, after }: { readonly at: number; readonly after: number },
): Promise<void> {
  const updates = rows.map((row, n): ControlUpdateTable => {
    const { topic, owner, control, name, value, user_name, version } = row;
    const place = { topic, owner, control, name, value, user_name, at: row.at, mark: String(version) };
    const line = { seq: after + 1 + n, expires_at: at, is_held: 1, handed: 0, state: waiting, reason: null };
    return { ...place, id: heldId(row), ...line };
  });
  for (const some of inChunks(updates)) {
    await db
      .insertInto('control_update')
      .values(some)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ handed: 0, state: waiting }))
      .execute();
  }
}

/** The same value of a control has the same id however often it is given. */
function heldId({ topic, owner, control, version }: ControlHeldTable): string {
  const place = createHash('sha256').update(`${topic}\n${owner}\n${control}`).digest('base64url');
  return `held-${version}-${place}`;
}

/** The last place in line of a topic, and the time of the last update. */
export async function lastOf({ db }: Context, topic: string): Promise<{ seq: number; at: number }> {
  const row = await db
    .selectFrom('control_update')
    .select((eb) => [eb.fn.max('seq').as('seq'), eb.fn.max('at').as('at')])
    .where('topic', '=', topic)
    .executeTakeFirst();
  return { seq: Number(row?.seq ?? 0), at: Number(row?.at ?? 0) };
}

/** A row as the product knows it. */
export function heldOf(row: Selectable<ControlHeldTable>): HeldValue {
  const { control, name, value, user_name, at, version, base, markup } = row;
  const owner: PageOwner = row.owner === '' ? '' : branded<'Addressee'>(row.owner);
  const user: User = branded<'User'>(user_name);
  return { owner, key: control, name, value, user, at, version, base, markup };
}
