import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { type Selectable, sql } from 'kysely';
import { Gathered } from '#lib/gathered.ts';
import type { HeldValue } from '#ports/controls.ts';
import {
  type Append,
  type LastVersion,
  type LoggedVersion,
  type ReportLog,
  RulesChanged,
  type StoredReport,
  type TopicHead,
  VersionConflict,
} from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';
import type { Access } from '../access.ts';
import { heldOf } from '../controls/held-rows.ts';
import { isAmong } from '../given-rows.ts';
import type { TopicTable } from '../tables/report-tables.ts';
import type { AppendOutcome } from './append-all.ts';
import { CellIndexes, type Segment } from './cells/cell-indexes.ts';
import { readChain } from './chain.ts';
import { encodeAppend } from './encode-append.ts';
import { KeyframeMaker } from './keyframe-maker.ts';
import { Keyframes } from './keyframes.ts';
import { stepsOf } from './logged-steps.ts';
import { LastVersions } from './past/last-versions.ts';
import type { Chain } from './replay.ts';
import { numbersBeforeRestore } from './restored-numbers.ts';
import { AppendSealer } from './sealed/append-sealer.ts';
import type { RowSeals, SealedAppend } from './sealed/row-seals.ts';
import { VersionSums } from './sums/version-sums.ts';
import { TopicOrder } from './topic-order.ts';

/** The log of versions in SQL: heads, steps, and one keyframe a topic from which `newest` is replayed. */
export class SqlReportLog implements ReportLog {
  readonly #access: Access;
  readonly #order = new TopicOrder();
  readonly #keyframes: Keyframes;
  readonly #sealer: AppendSealer;
  readonly #last: LastVersions;
  #numbersBefore: Promise<number> | undefined;
  readonly #headsAsked = new Gathered<Topic, TopicHead>({
    read: (topics) => this.#headsOf(topics),
    most: limits.store.headsAsked,
    atOnce: 1,
  });
  /** Apart from the one of keyframes: who reads a report waits for none. Tags and rollbacks are made on it too. */
  readonly urgent = new KeyframeMaker();
  /** For who looks at the past: who reads the newest version does not wait for them. */
  readonly viewers = new KeyframeMaker();
  /** For thinning, and for all else that nobody waits for. */
  readonly background = new KeyframeMaker();
  /** Of cells that steps changed. */
  readonly indexes: CellIndexes;
  /** Of versions by the minute. */
  readonly sums: VersionSums;

  constructor(access: Access, onFault: (error: unknown) => void, seals?: RowSeals) {
    this.#access = access;
    this.indexes = new CellIndexes(access, this.background, onFault);
    this.sums = new VersionSums(access, onFault);
    const onSegment = (segment: Segment) => this.indexes.due(segment);
    this.#keyframes = new Keyframes(access, { seals, onFault, onSegment });
    this.#sealer = new AppendSealer(access.db, seals);
    this.#last = new LastVersions(access, this.viewers);
  }

  /** Versions of a topic reach the database in the order of the calls, though a large one takes time to compress. */
  async append(entry: Append): Promise<void> {
    const writing = await this.#order.run(entry.topic, () => encodeAppend(entry), {
      place: (encoded) => this.#sealer.sealed(encoded),
      write: (sealed) => this.#write(sealed),
    });
    await writing.done;
  }

  async lastNumber(topic: Topic): Promise<number> {
    const query = this.#access.db.selectFrom('topic').select('reserved_to').where('topic', '=', topic);
    const number = (await query.executeTakeFirst())?.reserved_to ?? 0;
    return number > 0 ? number : this.#beforeRestore();
  }

  /** A store is restored while no server runs, so it is asked once: the log in which it is found may be long. */
  #beforeRestore(): Promise<number> {
    this.#numbersBefore ??= numbersBeforeRestore(this.#access.db).catch((error: unknown) => {
      this.#numbersBefore = undefined;
      throw error;
    });
    return this.#numbersBefore;
  }

  async newest(topic: Topic): Promise<StoredReport | undefined> {
    const chain = await readChain(this.#access.db, topic);
    return chain && this.replay(chain);
  }

  /** The report at the end of a chain, off the main thread when there is much to replay. */
  replay(chain: Chain): Promise<StoredReport> {
    return this.urgent.replay(chain);
  }

  async held(topic: Topic): Promise<readonly HeldValue[]> {
    const query = this.#access.db.selectFrom('control_held').selectAll().where('topic', '=', topic);
    return (await query.execute()).map(heldOf);
  }

  async since(topic: Topic, from: number): Promise<readonly LoggedVersion[] | undefined> {
    const steps = this.#steps(topic, from);
    const size = await this.#access.db
      .selectFrom(steps.select(sql<number>`length(body)`.as('bytes')).as('step'))
      .select((eb) => [eb.fn.countAll<number>().as('count'), sql<number | null>`sum(bytes)`.as('bytes')])
      .executeTakeFirstOrThrow();
    if (size.count === 0) return (await this.#newestNumber(topic)) === from ? [] : undefined;
    if (size.count > limits.store.maxSteps || Number(size.bytes) > limits.store.maxStepBytes) return undefined;
    const rows = await steps.selectAll().execute();
    if (rows[0]?.from_version !== from) return undefined;
    return stepsOf(rows);
  }

  last(topic: Topic, most: number): Promise<readonly LastVersion[]> {
    return this.#last.last(topic, most);
  }

  times(topic: Topic, most: number): Promise<readonly string[]> {
    return this.#last.times(topic, most);
  }

  async head(topic: Topic): Promise<TopicHead | undefined> {
    return this.#headsAsked.get(topic);
  }

  /** On the line of looks: who publishes what changes nothing waits for no report that is read. */
  async #headsOf(topics: readonly Topic[]): Promise<ReadonlyMap<Topic, TopicHead>> {
    const rows = await this.#heads(this.#looks).where('topic', 'in', topics).execute();
    return new Map(rows.map(headOf).map((head) => [head.topic, head]));
  }

  get #looks() {
    const { db, looks = db } = this.#access;
    return looks;
  }

  async heads(): Promise<readonly TopicHead[]> {
    return (await this.#heads().orderBy('topic').execute()).map(headOf);
  }

  /**
   * By the versions that came: a head that moves with each of them is in no index. Each version is looked at once and each
   * head read once, and the embedded store answers for no more than some of them in one turn of the event loop.
   */
  async headsSince(at: number, beside?: 'reading'): Promise<readonly TopicHead[]> {
    const { db, dialect } = this.#access;
    const looks = beside ? db : this.#looks;
    const topics = [...(await topicsSince({ db: looks, dialect }, at))];
    const heads: TopicHead[] = [];
    for (let n = 0; n < topics.length; n += limits.store.headsAsked) {
      if (n > 0) await nextTurn();
      const some = isAmong(sql.ref('topic'), topics.slice(n, n + limits.store.headsAsked), dialect);
      heads.push(...(await this.#heads(looks).where(some).execute()).map(headOf));
    }
    return heads;
  }

  /** In small steps, so that publishers never wait for it. */
  async prune(before: number, topic?: Topic, signal?: AbortSignal): Promise<number> {
    let all = 0;
    let from: number | undefined = 0;
    while (from !== undefined && !signal?.aborted) {
      const { pruned, next }: { pruned: number; next: number | undefined } = await this.#access.write('pruneVersions', {
        from,
        before,
        topic,
      });
      all += pruned;
      from = next;
    }
    return all;
  }

  /** Waits for the keyframes, indexes of cells and sums that are due. */
  async idle(): Promise<void> {
    await this.#keyframes.idle();
    await this.indexes.idle();
    await this.sums.idle();
  }

  async close(): Promise<void> {
    const threads = [this.urgent, this.viewers, this.background];
    await Promise.all([this.#keyframes.close(), this.indexes.close(), this.sums.close()]);
    await Promise.all(threads.map((thread) => thread.close()));
  }

  #heads(db = this.#access.db) {
    return db.selectFrom('topic').select(HEAD).where('version', '>', 0);
  }

  #steps(topic: Topic, from: number) {
    return this.#access.db
      .selectFrom('version')
      .where('topic', '=', topic)
      .where('version', '>', from)
      .orderBy('version')
      .limit(limits.store.maxSteps + 1);
  }

  async #newestNumber(topic: Topic): Promise<number> {
    const { db } = this.#access;
    const row = await db.selectFrom('topic').select('version').where('topic', '=', topic).executeTakeFirst();
    return row?.version ?? 0;
  }

  async #write(entry: SealedAppend): Promise<void> {
    const outcome = await this.#written(entry);
    switch (outcome.kind) {
      case 'done':
        this.sums.came(entry.topic);
        if (outcome.isKeyframeDue) this.#keyframes.due(entry.topic);
        return;
      case 'conflict':
        throw new VersionConflict(outcome.have);
      case 'other rules':
        throw new RulesChanged();
      case 'refused':
        throw new StoreFault(outcome.reason);
    }
  }

  async #written(entry: SealedAppend): Promise<AppendOutcome> {
    try {
      const outcome = await this.#access.append(entry);
      if (outcome.kind !== 'done') this.#sealer.forget(entry.topic);
      return outcome;
    } catch (error) {
      this.#sealer.forget(entry.topic);
      throw error;
    }
  }
}

/** The topics of all versions from a time on, found so many versions at a time. */
async function topicsSince({ db, dialect }: Pick<Access, 'db' | 'dialect'>, at: number): Promise<ReadonlySet<string>> {
  const topics = new Set<string>();
  for (let from = at; ; await nextTurn()) {
    const last = await lastOfSome(db, from, limits.store.versionsAsked[dialect]);
    const all = db.selectFrom('version').select('topic').where('created_at', '>=', from);
    // For topics that are told apart SQLite looks through every version, in the order of the reports.
    const came = dialect === 'sqlite' ? all : all.distinct();
    const rows = await (last === undefined ? came : came.where('created_at', '<=', last)).execute();
    for (const { topic } of rows) topics.add(topic);
    if (last === undefined) return topics;
    from = last + 1;
  }
}

/** When the last of the next versions from a time on came; undefined when there are fewer. */
async function lastOfSome(db: Access['db'], from: number, most: number): Promise<number | undefined> {
  const times = db.selectFrom('version').select('created_at').where('created_at', '>=', from).orderBy('created_at');
  const last = await times
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return last && Number(last.created_at);
}

const HEAD = [
  ...(['topic', 'version', 'time', 'sender', 'is_live'] as const),
  ...(['view_secret', 'publish_secret', 'held_version'] as const),
] as const;

function headOf(row: Pick<Selectable<TopicTable>, (typeof HEAD)[number]>): TopicHead {
  return {
    topic: branded<'Topic'>(row.topic),
    version: row.version,
    time: row.time,
    sender: row.sender,
    isLive: row.is_live === 1,
    viewSecret: row.view_secret,
    publishSecret: row.publish_secret,
    ...(row.held_version > 0 && { heldVersion: row.held_version }),
  };
}
