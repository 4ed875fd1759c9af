import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { HistoryBounds, HistoryTier } from '#ports/past/report-past.ts';
import type { Access } from '../../access.ts';
import type { KeyframeMaker } from '../keyframe-maker.ts';
import type { RowSeals, SealedStep } from '../sealed/row-seals.ts';
import { chainOf, proofOf, readSealedChain, type SealedChain } from '../sealed/sealed-chain.ts';
import { wholeStep } from '../thin-commands.ts';
import { isKeptByMark } from './kept-marks.ts';

type Maker = Pick<KeyframeMaker, 'make' | 'merged'>;

interface Crowd {
  readonly topic: Topic;
  /** The last of its versions, which is kept. */
  readonly keep: number;
  readonly first: number;
}

/** Lets go of versions in the background, a few at a time, so that no publish waits (time 1). */
export class Thinning {
  readonly #access: Access;
  readonly #maker: Maker;
  readonly #seals: RowSeals | undefined;

  constructor(access: Access, maker: Maker, seals: RowSeals | undefined) {
    this.#access = access;
    this.#maker = maker;
    this.#seals = seals;
  }

  /** Keeps of each report the last version of each part of a time; answers how many versions went. */
  async thin({ from, to, width }: HistoryTier): Promise<number> {
    let gone = 0;
    const slice = width * limits.past.partsAtOnce;
    const first = Math.floor((await this.#oldestAt(from)) / slice) * slice;
    for (let at = first; at < to; at += slice) {
      for (const crowd of await this.#crowds(Math.max(at, from), Math.min(at + slice, to), width))
        gone += await this.#thin(crowd);
    }
    return gone;
  }

  /** Keeps histories within what they may take, the oldest versions first; answers how many went. */
  async bound({ report, server }: HistoryBounds): Promise<number> {
    let gone = 0;
    for (const topic of await this.#largerThan(report)) gone += await this.#trimmed(topic, report);
    for (let last = ''; (await this.bytes()) > server; ) {
      const next = await this.#oldestSegment();
      const place = next ? `${next.topic} ${next.to}` : last;
      if (!next || place === last) return gone;
      last = place;
      gone += await this.#access.write('trimHistory', next);
    }
    return gone;
  }

  /** What all histories take. */
  async bytes(): Promise<number> {
    const sum = sql<number | null>`sum(history_bytes)`.as('bytes');
    const row = await this.#access.db.selectFrom('topic').select(sum).executeTakeFirst();
    return Number(row?.bytes ?? 0);
  }

  /** No step begins before the oldest version. */
  async #oldestAt(from: number): Promise<number> {
    const row = await this.#access.db
      .selectFrom('version')
      .select((eb) => eb.fn.min<number | null>('created_at').as('at'))
      .where('created_at', '>=', from)
      .executeTakeFirst();
    return Number(row?.at ?? Number.MAX_SAFE_INTEGER);
  }

  /** Parts of a time with more than one version of a report. What the newest version is read from is left alone. */
  async #crowds(from: number, to: number, width: number): Promise<Crowd[]> {
    const rows = await this.#access.db
      .selectFrom('version')
      .select((eb) => [
        'version.topic',
        sql<number>`created_at / ${sql.lit(width)}`.as('part'),
        eb.fn.min('version.version').as('first'),
        eb.fn.max('version.version').as('keep'),
      ])
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .where(sql<boolean>`version < (select keyframe_version from topic where topic.topic = version.topic)`)
      .groupBy(['version.topic', 'part'])
      .having((eb) => eb.fn.countAll(), '>', 1)
      .execute();
    return rows.map(({ topic, first, keep }) => ({
      topic: branded<'Topic'>(topic),
      first: Number(first),
      keep: Number(keep),
    }));
  }

  /** A version that has a mark stays, and those before it are merged into it (time 1). */
  async #thin({ topic, first, keep }: Crowd): Promise<number> {
    const { db } = this.#access;
    const steps = await db
      .selectFrom('version')
      .select(['topic', 'version', 'from_version', 'time', 'sender', 'is_packed', 'is_whole', 'body'])
      .select(['hash', 'previous', 'seal'])
      .where('topic', '=', topic)
      .where('version', '>=', first)
      .where('version', '<=', keep)
      .orderBy('version')
      .execute();
    const own = db.selectFrom('version_mark').select('version').where('topic', '=', topic);
    const marks = await own.where('version', '>=', first).where('version', '<', keep).execute();
    let gone = 0;
    for (const some of upToMarks(steps, new Set(marks.map(({ version }) => version)))) {
      gone += await this.#merge(topic, some);
    }
    return gone;
  }

  async #merge(topic: Topic, steps: readonly SealedStep[]): Promise<number> {
    const [{ version: first } = none, { version: keep } = none] = [steps[0], steps.at(-1)];
    if (first === keep) return 0;
    const { db } = this.#access;
    const frames = await db
      .selectFrom('keyframe')
      .select('version')
      .where('topic', '=', topic)
      .where('version', '>=', first)
      .where('version', '<=', keep)
      .execute();
    const last = steps.at(-1);
    const [begin] = steps;
    if (!begin || last?.version !== keep) return 0;
    const bytes = steps.reduce((sum, { body }) => sum + body.length, 0);
    const from = begin.from_version;
    const range = { topic, first, keep, from };
    const isPlain = frames.length === 0 && steps.every(({ is_whole }) => is_whole === 0);
    if (isPlain && bytes <= limits.store.maxStepBytes) {
      const step = await this.#maker.merged(steps);
      const seal = this.#sealOf({ ...last, ...step, from_version: from }, steps);
      return this.#access.write('thinVersions', { ...range, step, seal, keyframe: undefined });
    }
    const isThere = frames.some(({ version }) => version === keep);
    const chain = isThere ? undefined : await readSealedChain(db, topic, keep);
    if (!isThere && chain?.steps.at(-1)?.version !== keep) return 0;
    const keyframe = chain && (await this.#keyframe(topic, chain));
    const seal = this.#sealOf({ ...last, ...wholeStep, from_version: from }, [last]);
    return this.#access.write('thinVersions', { ...range, step: undefined, seal, keyframe });
  }

  async #keyframe(topic: Topic, chain: SealedChain) {
    const keyframe = await this.#maker.make(chainOf(chain));
    const seal = this.#seals?.frame({ topic, ...keyframe }, await proofOf(this.#seals, chain)) ?? '';
    return { ...keyframe, seal };
  }

  /** Of a step that takes the place of others: it says that of them what their own seals say. */
  #sealOf(row: Omit<SealedStep, 'seal'>, steps: readonly SealedStep[]): string {
    if (row.hash === '' || !this.#seals) return '';
    const states = steps
      .filter(({ seal, hash }) => seal !== '' || hash !== '')
      .map((step) => this.#seals?.checkStep(step));
    const isKnown = !states.includes('other key');
    return this.#seals.step(row, states.includes('broken') ? 'changed' : isKnown ? 'signed' : 'other key');
  }

  async #largerThan(bytes: number): Promise<Topic[]> {
    const rows = await this.#access.db.selectFrom('topic').select('topic').where('history_bytes', '>', bytes).execute();
    return rows.map(({ topic }) => branded<'Topic'>(topic));
  }

  /** Keyframe by keyframe, oldest first, until the history fits or only its newest is left. */
  async #trimmed(topic: Topic, most: number): Promise<number> {
    let gone = 0;
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

const none = { version: 0 };

/** The steps cut after each version that has a mark. */
function upToMarks(steps: readonly SealedStep[], marked: ReadonlySet<number>): SealedStep[][] {
  const cut: SealedStep[][] = [[]];
  for (const step of steps) {
    cut.at(-1)?.push(step);
    if (marked.has(step.version)) cut.push([]);
  }
  return cut;
}
