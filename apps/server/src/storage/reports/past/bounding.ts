import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { HistoryBounds } from '#ports/past/report-past.ts';
import type { Access } from '../../access.ts';
import { isKeptByMark, markedBytes } from './kept-marks.ts';

/**
 * Keeps histories within what they may take. What marks keep counts in no bound: it goes when a mark is taken away, and
 * everything else would have to make room for it (time 1).
 */
export class Bounding {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  /** The oldest versions go first; answers how many went. */
  async bound({ report, server }: HistoryBounds): Promise<number> {
    let gone = 0;
    for (const topic of await this.#largerThan(report)) gone += await this.#trimmed(topic, report);
    const most = (await this.bytes()) > server ? server + (await markedBytes(this.#access.db)) : server;
    for (let last = ''; (await this.bytes()) > most; ) {
      const next = await this.#oldestSegment();
      const place = next ? `${next.topic} ${next.to}` : last;
      if (!next || place === last) return gone;
      last = place;
      gone += await this.#access.write('trimHistory', next);
    }
    return gone;
  }

  /** What all histories take, or that of one report, with what marks keep. */
  async bytes(topic?: Topic): Promise<number> {
    const sum = sql<number | null>`sum(history_bytes)`.as('bytes');
    const all = this.#access.db.selectFrom('topic').select(sum);
    const row = await (topic === undefined ? all : all.where('topic', '=', topic)).executeTakeFirst();
    return Number(row?.bytes ?? 0);
  }

  async #largerThan(bytes: number): Promise<Topic[]> {
    const rows = await this.#access.db.selectFrom('topic').select('topic').where('history_bytes', '>', bytes).execute();
    return rows.map(({ topic }) => branded<'Topic'>(topic));
  }

  /** Keyframe by keyframe, oldest first, until the history fits or only its newest is left. */
  async #trimmed(topic: Topic, bound: number): Promise<number> {
    let gone = 0;
    const most = bound + (await markedBytes(this.#access.db, topic));
    for (let last: number | undefined; ; ) {
      const head = await this.#access.db
        .selectFrom('topic')
        .select('history_bytes')
        .where('topic', '=', topic)
        .executeTakeFirst();
      const to = (head?.history_bytes ?? 0) > most ? await this.#endOfOldest(topic) : undefined;
      // The same again: another server is at work.
      if (to === undefined || to === last) return gone;
      last = to;
      gone += await this.#access.write('trimHistory', { topic, to });
    }
  }

  /** The keyframe up to which versions go next: the first one after the oldest that no mark keeps. */
  async #endOfOldest(topic: Topic): Promise<number | undefined> {
    const { db } = this.#access;
    const oldest = (table: 'version' | 'keyframe') =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.min<number | null>('version').as('version'))
        .where('topic', '=', topic)
        .where((eb) => eb.not(isKeptByMark(table)))
        .executeTakeFirst();
    const ends = [(await oldest('version'))?.version, (await oldest('keyframe'))?.version];
    const least = Math.min(...ends.map((end) => Number(end ?? Number.POSITIVE_INFINITY)));
    if (!Number.isFinite(least)) return undefined;
    const own = db.selectFrom('keyframe').select('version').where('topic', '=', topic);
    return (await own.where('version', '>', least).orderBy('version').limit(1).executeTakeFirst())?.version;
  }

  /** Of all reports the one whose oldest keyframe that may go is the oldest, if it has a newer one. */
  async #oldestSegment(): Promise<{ topic: Topic; to: number } | undefined> {
    const row = await this.#access.db
      .selectFrom('keyframe')
      .select((eb) => ['topic', eb.fn.min('created_at').as('at')])
      .where(sql<boolean>`version < (select keyframe_version from topic where topic.topic = keyframe.topic)`)
      .where((eb) => eb.not(isKeptByMark('keyframe')))
      .groupBy('topic')
      .orderBy('at')
      .limit(1)
      .executeTakeFirst();
    const topic = row && branded<'Topic'>(row.topic);
    const to = topic && (await this.#endOfOldest(topic));
    return topic !== undefined && to !== undefined ? { topic, to } : undefined;
  }
}
