import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type {
  Acceptance,
  Ack,
  Acked,
  ControlPlace,
  ControlStore,
  Lapse,
  NewUpdate,
  Opening,
  OpenSession,
  PublisherSession,
  Taken,
  UpdateEnd,
} from '#ports/controls.ts';
import type { Access } from '../access.ts';
import { inChunks } from '../chunks.ts';
import { isAmong } from '../given-rows.ts';
import { leasedBy, lostOf } from './session-commands.ts';
import { TopicTurns } from './topic-turns.ts';
import { topicsWaitingIn } from './update-commands.ts';
import { endOf, waiting } from './update-states.ts';

/** The round trip of controls for all servers on one database. */
export class SqlControlStore implements ControlStore {
  readonly #access: Access;
  readonly #turns = new TopicTurns(limits.controls.waiting);
  constructor(access: Access) {
    this.#access = access;
  }

  open(session: PublisherSession, topics: readonly Topic[], isStandby = false): Promise<Opening> {
    return this.#access.write('openPublisher', { session, topics: [...new Set(topics)], isStandby });
  }

  async find(session: string): Promise<OpenSession | undefined> {
    const { db } = this.#access;
    const query = db
      .selectFrom('control_session')
      .select(['user_name', 'line_hash', 'lost'])
      .where('hash', '=', session);
    const row = await query.executeTakeFirst();
    if (!row) return undefined;
    const topics = await leasedBy(this.#access, session);
    if (topics.length === 0) return undefined;
    return { topics, lost: lostOf(row.lost), user: branded<'User'>(row.user_name), lineHash: row.line_hash };
  }

  async leases(sessions: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { db, dialect } = this.#access;
    const counts = new Map<string, number>();
    for (const some of inChunks(sessions)) {
      const rows = await db
        .selectFrom('control_lease')
        .select(({ fn }) => ['session', fn.countAll<number>().as('count')])
        .where(isAmong(sql.ref('session'), some, dialect))
        .groupBy('session')
        .execute();
      for (const { session, count } of rows) counts.set(session, Number(count));
      await nextTurn();
    }
    return counts;
  }

  renew(session: string): Promise<boolean> {
    return this.#access.write('renewPublisher', { session });
  }

  async lose(session: string, topics: readonly Topic[]): Promise<void> {
    if (topics.length > 0) await this.#access.write('losePublished', { session, topics });
  }

  async end(sessions: readonly string[]): Promise<void> {
    if (sessions.length > 0) await this.#access.write('endPublishers', { sessions });
  }

  /** Most looks find nothing, and write nothing. */
  async lapse(): Promise<readonly Lapse[]> {
    const now = await this.#access.now();
    const due = await this.#access.db
      .selectFrom('control_session')
      .select('hash')
      .where((eb) =>
        eb.or([
          eb.and([
            eb('is_told', '=', 0),
            eb.or([eb('until', '<=', now), eb('until', '>', now + limits.publisherLease)]),
          ]),
          eb.and([eb('is_told', '=', 1), eb('until', '>', now)]),
        ]),
      )
      .executeTakeFirst();
    return due ? this.#access.write('lapsePublishers', {}) : [];
  }

  async lapsed(): Promise<readonly Lapse[]> {
    const rows = await this.#access.db
      .selectFrom('control_session')
      .innerJoin('control_lease', 'control_lease.session', 'control_session.hash')
      .select(['control_lease.topic', 'control_session.seen_at'])
      .where('is_told', '=', 1)
      .execute();
    return rows.map(({ topic, seen_at }) => ({ topics: [branded<'Topic'>(topic)], seenAt: seen_at }));
  }

  async accept(id: string, update: NewUpdate): Promise<Acceptance> {
    const accepted = this.#turns.run(update.topic, () => this.#access.write('acceptUpdate', { id, update }));
    return (await accepted) ?? 'full';
  }

  noteHeld(id: string, place: ControlPlace): Promise<void> {
    return this.#access.write('noteHeldUpdate', { id, place });
  }

  async topicsWaiting(): Promise<readonly Topic[]> {
    const rows = await topicsWaitingIn(this.#access, await this.#access.now());
    return rows.map((row) => branded<'Topic'>(row.topic));
  }

  take(ask: { readonly session: string; readonly cursor: number }): Promise<Taken | undefined> {
    return this.#access.write('takeUpdates', ask);
  }

  async acknowledge(ask: { readonly session: string; readonly acks: readonly Ack[] }): Promise<Acked> {
    if (ask.acks.length > 0) return this.#access.write('acknowledgeUpdates', ask);
    return (await this.find(ask.session)) ? { acked: [], late: [] } : 'gone';
  }

  async ends(ids: readonly string[]): Promise<ReadonlyMap<string, UpdateEnd>> {
    const { db, dialect } = this.#access;
    const ends = new Map<string, UpdateEnd>();
    for (const some of inChunks(ids)) {
      const rows = await db
        .selectFrom('control_update')
        .select(['id', 'state'])
        .where(isAmong(sql.ref('id'), some, dialect))
        .where('state', '<>', waiting)
        .execute();
      for (const { id, state } of rows) ends.set(id, endOf(state) ?? 'withdrawn');
      await nextTurn();
    }
    return ends;
  }

  async reasonOf(id: string): Promise<string> {
    const query = this.#access.db.selectFrom('control_update').select('reason').where('id', '=', id);
    return (await query.executeTakeFirst())?.reason ?? '';
  }

  withdraw(id: string): Promise<UpdateEnd> {
    return this.#access.write('withdrawUpdate', { id });
  }
}
