import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { HistoryBounds } from '#ports/past/report-past.ts';
import type { Access } from '../../access.ts';
import { headsIn, topicPages } from '../topic-pages.ts';
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

  /** The oldest versions go first, until it is told to stop; answers how many went. */
  async bound({ report, server }: HistoryBounds, signal?: AbortSignal): Promise<number> {
    let gone = 0;
    for (const topic of await this.#largerThan(report)) gone += await this.#trimmed(topic, report, signal);
    const bytes = await this.bytes();
    const most = bytes > server ? server + (await markedBytes(this.#access.db)) : server;
    return gone + (await this.#trimmedAll(bytes - most, signal));
  }

  /** Of all histories the oldest segments, until so many bytes are gone or nothing is left that may go. */
  async #trimmedAll(bytes: number, signal: AbortSignal | undefined): Promise<number> {
    let gone = 0;
    let over = bytes;
    for (let after: Place | undefined = beginning; after && over > 0; ) {
      const { segments, next }: Segments = await this.#oldestSegments(after);
      for (const { topic, to } of segments) {
        if (signal?.aborted) return gone;
        const before = await this.bytes(topic);
        const count = await this.#access.write('trimHistory', { topic, to });
        const freed = before - (await this.bytes(topic));
        // Another server is at work.
        if (count === 0 && freed <= 0) return gone;
        [gone, over] = [gone + count, over - freed];
        if (over <= 0) return gone;
      }
      after = next;
    }
    return gone;
  }

  /** What all histories take, or that of one report, with what marks keep. */
  async bytes(topic?: Topic): Promise<number> {
    const { db } = this.#access;
    if (topic !== undefined) {
      const own = db.selectFrom('topic').select('history_bytes').where('topic', '=', topic);
      return Number((await own.executeTakeFirst())?.history_bytes ?? 0);
    }
    let bytes = 0;
    for await (const page of topicPages(db)) {
      const sum = headsIn(db, page).select(sql<number | null>`sum(history_bytes)`.as('bytes'));
      bytes += Number((await sum.executeTakeFirst())?.bytes ?? 0);
    }
    return bytes;
  }

  async #largerThan(bytes: number): Promise<Topic[]> {
    const { db } = this.#access;
    const found: Topic[] = [];
    for await (const page of topicPages(db)) {
      const rows = await headsIn(db, page).select('topic').where('history_bytes', '>', bytes).execute();
      found.push(...rows.map(({ topic }) => branded<'Topic'>(topic)));
    }
    return found;
  }

  /** Keyframe by keyframe, oldest first, until the history fits or only its newest is left. */
  async #trimmed(topic: Topic, bound: number, signal: AbortSignal | undefined): Promise<number> {
    let gone = 0;
    const most = bound + (await markedBytes(this.#access.db, topic));
    for (let last: number | undefined; !signal?.aborted; ) {
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
    return gone;
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

  /**
   * What lies between a keyframe and the next one of its report, the oldest first: those that may go, of so many keyframes by
   * their age. An index has all that is asked of them, so none of their bodies is passed.
   */
  async #oldestSegments({ at, topic, version }: Place): Promise<Segments> {
    const { db } = this.#access;
    const most = limits.log.segmentsAtOnce;
    const oldest = db
      .selectFrom('keyframe')
      .select(['topic', 'version', 'created_at'])
      .where(sql<boolean>`(created_at, topic, version) > (${at}, ${topic}, ${version})`)
      .orderBy('created_at')
      .orderBy('topic')
      .orderBy('version')
      .limit(most);
    const isNewest = sql<boolean>`keyframe.version >= (select keyframe_version from topic where topic.topic = keyframe.topic)`;
    const rows = await db
      .selectFrom(oldest.as('keyframe'))
      .select(['keyframe.topic', 'keyframe.version', 'keyframe.created_at'])
      .select(sql<number>`case when ${isNewest} or ${isKeptByMark('keyframe')} then 1 else 0 end`.as('stays'))
      .select(
        sql<number | null>`(select min(later.version) from keyframe as later
          where later.topic = keyframe.topic and later.version > keyframe.version)`.as('end'),
      )
      .orderBy('keyframe.created_at')
      .orderBy('keyframe.topic')
      .orderBy('keyframe.version')
      .execute();
    const segments = rows.flatMap(({ topic: of, stays, end }) =>
      Number(stays) === 1 || end === null ? [] : [{ topic: branded<'Topic'>(of), to: Number(end) }],
    );
    const last = rows.length < most ? undefined : rows.at(-1);
    return { segments, next: last && { at: last.created_at, topic: last.topic, version: last.version } };
  }
}

/** A keyframe in the order of their ages. */
interface Place {
  readonly at: number;
  readonly topic: string;
  readonly version: number;
}

const beginning: Place = { at: -1, topic: '', version: 0 };

interface Segments {
  readonly segments: readonly { readonly topic: Topic; readonly to: number }[];
  /** Undefined after the last one. */
  readonly next: Place | undefined;
}
