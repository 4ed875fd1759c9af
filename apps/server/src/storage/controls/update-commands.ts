import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { type Selectable, sql } from 'kysely';
import type {
  Acceptance,
  Ack,
  Acked,
  AckedUpdate,
  ControlPlace,
  NewUpdate,
  PageOwner,
  Taken,
  UpdateEnd,
} from '#ports/controls.ts';
import type { Context } from '../context.ts';
import { storeTime } from '../store-time.ts';
import type { ControlUpdateTable } from '../tables/control-tables.ts';
import { idle, lockControls, lockSessions } from './control-lock.ts';
import { WAITING } from './control-schema.ts';
import { lastOf, noteEnded } from './held-rows.ts';
import { leasedBy } from './session-commands.ts';
import { endOf, stateOf, waiting } from './update-states.ts';

type Row = Selectable<ControlUpdateTable>;

export const controlUpdateCommands = {
  async acceptUpdate(context: Context, { id, update }: { id: string; update: NewUpdate }): Promise<Acceptance> {
    const { db } = context;
    const { topic, owner, key, name, value, user, mark } = update;
    await lockControls(context, [topic]);
    const now = await storeTime(context);
    const before = await sentBefore(context, id, now);
    if (before) return before;
    if (!(await isConnected(context, topic, now))) return 'nobody';
    await dropOld(context, now);
    if ((await countWaiting(context, topic, now)) >= limits.controls.waiting) return 'full';
    const last = await lastOf(context, topic);
    const place = { topic, owner, control: key, name, value, user_name: user, mark };
    const times = { at: Math.max(now, last.at + 1), expires_at: now + limits.controlAck };
    const row = { id, ...place, ...times, seq: last.seq + 1, is_held: 0, handed: 0, state: waiting, reason: null };
    await db.insertInto('control_update').values(row).execute();
    return { id };
  },

  async noteHeldUpdate(context: Context, { id, place }: { id: string; place: ControlPlace }): Promise<void> {
    await lockControls(context, [place.topic]);
    await noteEnded(context, id, place);
  },

  async takeUpdates(
    context: Context,
    { session, cursor }: { session: string; cursor: number },
  ): Promise<Taken | undefined> {
    const { db } = context;
    await lockSessions(context, [session]);
    const found = await db
      .selectFrom('control_session')
      .select('cursor')
      .where('hash', '=', session)
      .executeTakeFirst();
    if (!found) return undefined;
    const now = await storeTime(context);
    const rows = batchOf(await dueFor(context, session, { cursor, now }));
    if (rows.length === 0) return { cursor, updates: [] };
    const next = Math.max(found.cursor, cursor) + 1;
    const ids = rows.map((row) => row.id);
    await db.updateTable('control_update').set({ handed: next }).where('id', 'in', ids).execute();
    await db.updateTable('control_session').set({ cursor: next }).where('hash', '=', session).execute();
    return { cursor: next, updates: rows.map(waitingOf) };
  },

  async acknowledgeUpdates(
    context: Context,
    { session, acks }: { session: string; acks: readonly Ack[] },
  ): Promise<Acked> {
    const { db } = context;
    await lockSessions(context, [session]);
    const topics = await leasedBy(context, session);
    if (topics.length === 0) return 'gone';
    const said = new Map(acks.map((ack) => [ack.id, ack]));
    const query = db
      .selectFrom('control_update')
      .selectAll()
      .where('id', 'in', [...said.keys()])
      .orderBy('id');
    const rows = await (context.dialect === 'postgres' ? query.forUpdate() : query).execute();
    const known = new Map(rows.map((row) => [row.id, row]));
    const acked: AckedUpdate[] = [];
    const late: string[] = [];
    for (const [id, ack] of said) {
      const { status } = ack;
      const row = known.get(id);
      const isOwn = row !== undefined && topics.includes(branded<'Topic'>(row.topic));
      if (isOwn && row.state === waiting) await end(context, row, ack);
      // What is said again may be news still: a server may have died before it did what follows from it.
      if (isOwn && [waiting, stateOf(status)].includes(row.state)) acked.push(ackedOf(row, status));
      else if (isLate(row, { isOwn, id })) late.push(id);
    }
    return { acked, late };
  },

  async withdrawUpdate({ db }: Context, { id }: { id: string }): Promise<UpdateEnd> {
    await db
      .updateTable('control_update')
      .set({ state: stateOf('withdrawn') })
      .where('id', '=', id)
      .where('state', '=', waiting)
      .execute();
    const row = await db.selectFrom('control_update').select('state').where('id', '=', id).executeTakeFirst();
    return endOf(row?.state ?? waiting) ?? 'withdrawn';
  },
};

/**
 * What became of an update that is sent again since its answer was lost. One that ran out of time unsaid is given anew
 * under its id, by which a publisher that had it knows it.
 */
async function sentBefore({ db }: Context, id: string, now: number): Promise<Acceptance | undefined> {
  const row = await db
    .selectFrom('control_update')
    .select(['state', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const end = endOf(row.state);
  if (end !== undefined) return { id, end };
  if (row.expires_at > now) return { id };
  await db.deleteFrom('control_update').where('id', '=', id).execute();
  return undefined;
}

/** What ended or ran out of time long ago, of any topic. */
async function dropOld({ db, dialect }: Context, now: number): Promise<void> {
  const kept = now - limits.controls.updateKept;
  const old = db.selectFrom('control_update').select('id').where('is_held', '=', 0).where('expires_at', '<', kept);
  await db.deleteFrom('control_update').where('id', 'in', idle(dialect, old)).execute();
}

async function isConnected({ db }: Context, topic: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('control_lease')
    .innerJoin('control_session', 'control_session.hash', 'control_lease.session')
    .select('control_lease.topic')
    .where('control_lease.topic', '=', topic)
    .where('control_session.until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

async function countWaiting({ db }: Context, topic: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('control_update')
    .select(db.fn.countAll<number>().as('count'))
    .where('topic', '=', topic)
    .where('is_held', '=', 0)
    .where('state', '=', waiting)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Held values wait for ever, others while their viewer does. In their order, but locked in that of all. */
async function dueFor(
  { db, dialect }: Context,
  session: string,
  { cursor, now }: { readonly cursor: number; readonly now: number },
): Promise<Row[]> {
  const due = db
    .selectFrom('control_update')
    .select('id')
    .where('topic', 'in', db.selectFrom('control_lease').select('topic').where('session', '=', session))
    .where('state', '=', waiting)
    .where((eb) => eb.or([eb('is_held', '=', 1), eb('expires_at', '>', now)]))
    .where((eb) => eb.or([eb('handed', '=', 0), eb('handed', '>', cursor)]))
    .orderBy('seq')
    .orderBy('topic')
    .limit(limits.controls.batch);
  const query = db.selectFrom('control_update').selectAll().where('id', 'in', due).where('state', '=', waiting);
  const rows = await (dialect === 'postgres' ? query.orderBy('id').forUpdate() : query).execute();
  return rows.toSorted((one, other) => one.seq - other.seq || (one.topic < other.topic ? -1 : 1));
}

/** As many as go into one answer, one at least. */
function batchOf(rows: readonly Row[]): readonly Row[] {
  let text = 0;
  const end = rows.findIndex((row, n) => {
    text += row.value?.length ?? 0;
    return n > 0 && text > limits.controls.batchText;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** A held value that was given is in line no more; the next publisher gets it anew. */
async function end({ db }: Context, { id, is_held }: Row, { status, message = '' }: Ack): Promise<void> {
  if (is_held === 1) await db.deleteFrom('control_update').where('id', '=', id).execute();
  else
    await db
      .updateTable('control_update')
      .set({ state: stateOf(status), reason: message === '' ? null : message })
      .where('id', '=', id)
      .execute();
}

/** An acknowledgement that is said twice is not late; one whose update is forgotten is, or is another publisher's now. */
function isLate(row: Row | undefined, { isOwn, id }: { readonly isOwn: boolean; readonly id: string }): boolean {
  if (!row) return !id.startsWith('held-');
  const isTaken = !isOwn && row.state === waiting && row.is_held === 0;
  return isTaken || endOf(row.state) === 'withdrawn';
}

function waitingOf(row: Row) {
  const { id, name, value, at, is_held } = row;
  const names = { topic: branded<'Topic'>(row.topic), user: branded<'User'>(row.user_name) };
  return { id, name, value, at, isHeld: is_held === 1, ...names };
}

function ackedOf(row: Row, status: Ack['status']): AckedUpdate {
  const owner: PageOwner = row.owner === '' ? '' : branded<'Addressee'>(row.owner);
  return { ...waitingOf(row), owner, key: row.control, mark: row.mark, status };
}

/** Said as it stands: for values that are passed in, no plan takes the index of what waits. */
const isWaiting = sql.raw<boolean>(WAITING);

/** Topics with updates that nobody was given, of those that have a publisher. */
export function topicsWaitingIn({ db }: Pick<Context, 'db'>, now: number) {
  return db
    .selectFrom('control_update')
    .innerJoin('control_lease', 'control_lease.topic', 'control_update.topic')
    .select('control_update.topic')
    .distinct()
    .where(isWaiting)
    .where(sql<boolean>`(is_held = 1 or expires_at > ${now})`)
    .execute();
}
