import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { Held, Lapse, Opening, PublisherSession } from '#ports/controls.ts';
import { inChunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { storeTime } from '../store-time.ts';
import { idle, lockControls, lockSessions, lockUpdates } from './control-lock.ts';
import { copyHeld } from './held-rows.ts';
import { stateOf, waiting } from './update-states.ts';

export const controlSessionCommands = {
  async openPublisher(
    context: Context,
    { session, topics, isStandby }: { session: PublisherSession; topics: readonly Topic[]; isStandby: boolean },
  ): Promise<Opening> {
    const at = await storeTime(context);
    await lockControls(context, topics);
    const heldFor = isStandby ? await heldByOthers(context, topics, { ...session, at }) : 0;
    if (heldFor > 0) return { heldFor };
    const { leaving, isFull } = await roomFor(context, session.user, at);
    const holders = (await holdersOf(context, topics)).filter((one) => !leaving.includes(one));
    await lockSessions(context, [...leaving, ...holders]);
    await lockUpdates(context, [...topics, ...(await leasedByAll(context, leaving))], 'all');
    await endSessions(context, leaving);
    if (isFull) return 'too_many';
    const taken = await takeFrom(context, holders, topics);
    await handAnew(context, topics);
    const { hash, user, lineHash, instanceId } = session;
    const times = { until: at + limits.publisherLease, seen_at: at, cursor: 0, is_told: 0, lost: '' };
    await context.db
      .insertInto('control_session')
      .values({ hash, user_name: user, line_hash: lineHash, instance_id: instanceId, ...times })
      .execute();
    const leases = topics.map((topic) => ({ topic, session: hash }));
    for (const rows of inChunks(leases)) await context.db.insertInto('control_lease').values(rows).execute();
    for (const topic of topics) await copyHeld(context, topic, at);
    return taken;
  },

  async renewPublisher(context: Context, { session }: { session: string }): Promise<boolean> {
    const at = await storeTime(context);
    const result = await context.db
      .updateTable('control_session')
      .set({ until: at + limits.publisherLease, seen_at: at, is_told: 0 })
      .where('hash', '=', session)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },

  async endPublishers(context: Context, { sessions }: { sessions: readonly string[] }): Promise<void> {
    await lockSessions(context, sessions);
    await lockUpdates(context, await leasedByAll(context, sessions), 'held');
    await endSessions(context, sessions);
  },

  async losePublished(
    context: Context,
    { session, topics }: { session: string; topics: readonly Topic[] },
  ): Promise<void> {
    await lockSessions(context, [session]);
    await lockUpdates(context, topics, 'held');
    await takeFrom(context, [session], topics);
  },

  /**
   * A lease that lasts longer than one can was written before the clock was set back: it begins now; one that was told to
   * have lapsed is over still (safety 3).
   */
  async lapsePublishers(context: Context, _: Record<string, never>): Promise<readonly Lapse[]> {
    const { db, dialect } = context;
    const at = await storeTime(context);
    const most = at + limits.publisherLease;
    const back = db.selectFrom('control_session').select('hash').where('is_told', '=', 1).where('until', '>', at);
    const seen_at = sql<number>`case when seen_at > ${at} then ${at} else seen_at end`;
    await db
      .updateTable('control_session')
      .set({ until: at, seen_at })
      .where('hash', 'in', idle(dialect, back))
      .execute();
    const ahead = db.selectFrom('control_session').select('hash').where('until', '>', most);
    await db
      .updateTable('control_session')
      .set({ until: most, seen_at: at })
      .where('hash', 'in', idle(dialect, ahead))
      .execute();
    const due = db.selectFrom('control_session').select('hash').where('is_told', '=', 0).where('until', '<=', at);
    const lapsed = await db
      .updateTable('control_session')
      .set({ is_told: 1 })
      .where('hash', 'in', idle(dialect, due))
      .returning(['hash', 'seen_at'])
      .execute();
    const lapses: Lapse[] = [];
    for (const { hash, seen_at } of lapsed) {
      lapses.push({ seenAt: seen_at, topics: await leasedBy(context, hash) });
    }
    return lapses;
  },
};

/** The topics of a session. */
export async function leasedBy({ db }: Pick<Context, 'db'>, session: string): Promise<Topic[]> {
  const query = db.selectFrom('control_lease').select('topic').where('session', '=', session).orderBy('topic');
  return (await query.execute()).map((row) => branded<'Topic'>(row.topic));
}

async function leasedByAll(context: Context, sessions: readonly string[]): Promise<Topic[]> {
  const topics: Topic[] = [];
  for (const session of sessions) topics.push(...(await leasedBy(context, session)));
  return topics;
}

/** What publishers left behind long ago makes room first, then what lapsed. */
async function roomFor(
  { db }: Context,
  user: User,
  at: number,
): Promise<{ readonly leaving: readonly string[]; readonly isFull: boolean }> {
  const rows = await db
    .selectFrom('control_session')
    .select(['hash', 'until'])
    .where('user_name', '=', user)
    .orderBy('until')
    .execute();
  const over = rows.length + 1 - limits.controls.sessions;
  const old = rows.filter((row, n) => row.until <= at - limits.controls.sessionKept || (n < over && row.until <= at));
  return { leaving: old.map((row) => row.hash), isFull: rows.length - old.length >= limits.controls.sessions };
}

async function holdersOf({ db }: Context, topics: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const some of inChunks(topics)) {
    const query = db.selectFrom('control_lease').select('session').distinct().where('topic', 'in', some);
    for (const row of await query.execute()) found.add(row.session);
  }
  return [...found];
}

/** How long other programs may still hold one of the topics; a program that comes back is no other. */
async function heldByOthers(
  context: Context,
  topics: readonly Topic[],
  { user, instanceId, at }: Pick<PublisherSession, 'user' | 'instanceId'> & { readonly at: number },
): Promise<number> {
  let until = at;
  for (const some of inChunks(await holdersOf(context, topics))) {
    const query = context.db.selectFrom('control_session').select(['user_name', 'instance_id', 'until']);
    for (const holder of await query.where('hash', 'in', some).execute()) {
      const isOwn = holder.user_name === user && holder.instance_id === instanceId;
      if (!isOwn) until = Math.max(until, holder.until);
    }
  }
  return until - at;
}

/** Takes topics from the sessions that publish them: each goes on with what it has left, and is over without any. */
async function takeFrom(
  context: Context,
  holders: readonly string[],
  topics: readonly Topic[],
): Promise<Exclude<Opening, 'too_many' | Held>> {
  const wanted = new Set(topics);
  const [ended, reduced]: [string[], string[]] = [[], []];
  for (const session of holders) {
    const leased = await leasedBy(context, session);
    const taken = leased.filter((topic) => wanted.has(topic));
    (taken.length === leased.length ? ended : reduced).push(session);
    if (taken.length < leased.length) await loseTopics(context, session, taken);
  }
  await endSessions(context, ended);
  return { ended, reduced };
}

async function loseTopics({ db }: Context, session: string, topics: readonly Topic[]): Promise<void> {
  for (const some of inChunks(topics)) {
    await db.deleteFrom('control_update').where('is_held', '=', 1).where('topic', 'in', some).execute();
    await db.deleteFrom('control_lease').where('session', '=', session).where('topic', 'in', some).execute();
  }
  const row = await db.selectFrom('control_session').select('lost').where('hash', '=', session).executeTakeFirst();
  const lost = [...lostOf(row?.lost ?? ''), ...topics].join(LINE);
  await db.updateTable('control_session').set({ lost }).where('hash', '=', session).execute();
}

/** Topics hold no control characters. */
const LINE = '\n';

/** What a session has lost, as it is kept. */
export function lostOf(text: string): Topic[] {
  return text.split(LINE).flatMap((topic) => (topic === '' ? [] : [branded<'Topic'>(topic)]));
}

/** Held values are copied anew for whoever connects next. */
async function endSessions({ db }: Context, sessions: readonly string[]): Promise<void> {
  for (const session of sessions) {
    const topics = db.selectFrom('control_lease').select('topic').where('session', '=', session);
    await db.deleteFrom('control_update').where('is_held', '=', 1).where('topic', 'in', topics).execute();
    await db.deleteFrom('control_lease').where('session', '=', session).execute();
    await db.deleteFrom('control_session').where('hash', '=', session).execute();
  }
}

/**
 * What the publisher before was given and did not acknowledge is given to the new one while it is fresh; but not what a
 * later update of the same control has overtaken.
 */
async function handAnew({ db }: Context, topics: readonly string[]): Promise<void> {
  for (const some of inChunks(topics)) {
    await db
      .updateTable('control_update as early')
      .set({ state: stateOf('withdrawn') })
      .where('early.topic', 'in', some)
      .where('early.is_held', '=', 0)
      .where('early.state', '=', waiting)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('control_update as later')
            .select('later.id')
            .whereRef('later.topic', '=', 'early.topic')
            .whereRef('later.owner', '=', 'early.owner')
            .whereRef('later.control', '=', 'early.control')
            .whereRef('later.seq', '>', 'early.seq')
            .where('later.is_held', '=', 0)
            .where('later.state', '=', stateOf('updated')),
        ),
      )
      .execute();
    await db.updateTable('control_update').set({ handed: 0 }).where('topic', 'in', some).execute();
  }
}
