import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { SealState } from '#ports/past/figure-seals.ts';
import type { HistoryTier } from '#ports/past/report-past.ts';
import type { Access } from '../../access.ts';
import type { KeyframeMaker } from '../keyframe-maker.ts';
import { followsUnsealed, type RowSeals, type SealedStep } from '../sealed/row-seals.ts';
import { SealTurns } from '../sealed/seal-turns.ts';
import {
  chainOf,
  holdsTogether,
  isSealed,
  proofOf,
  readSealedChain,
  type SealedChain,
  worstOf,
} from '../sealed/sealed-chain.ts';
import { wholeStep } from '../thin-commands.ts';

import { SealedSnapshots } from './sealed-snapshots.ts';

type Maker = Pick<KeyframeMaker, 'make' | 'merged' | 'isSame'>;

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
  readonly #snapshots: SealedSnapshots | undefined;

  constructor(access: Access, maker: Maker, seals: RowSeals | undefined) {
    this.#access = access;
    this.#maker = maker;
    this.#seals = seals;
    this.#snapshots = seals && new SealedSnapshots(access, maker, seals);
  }

  /**
   * Keeps of each report the last version of each part of a time; answers how many versions went. A snapshot or a report
   * that cannot be read is told once all others had their turn. Told to stop, it ends with the versions that it is at.
   */
  async thin(tier: HistoryTier, signal?: AbortSignal): Promise<number> {
    const { topic } = tier;
    const faults = topic === undefined ? [...((await this.#snapshots?.sealDue(signal)) ?? [])] : [];
    let gone = 0;
    const crowds = topic === undefined ? this.#crowdsOfAll(tier, signal) : this.#crowdsOf(topic, tier, signal);
    for await (const crowd of crowds) {
      if (signal?.aborted) break;
      gone += await this.#thin(crowd, tier, signal).catch((cause: unknown) => {
        faults.push(new Error(`versions of ${crowd.topic} cannot be thinned out`, { cause }));
        return 0;
      });
    }
    if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
    return gone;
  }

  /** The embedded store answers at once: without a turn in between nobody else would be heard. */
  async *#crowdsOfAll({ from, to, width }: HistoryTier, signal?: AbortSignal): AsyncGenerator<Crowd> {
    const slice = width * limits.log.partsAtOnce;
    const first = Math.floor((await this.#oldestAt(from)) / slice) * slice;
    for (let at = first, end = first; at < to && !signal?.aborted; at = end) {
      await nextTurn();
      end = await this.#endOfLook({ from: at, to: Math.min(at + slice, to), width });
      yield* await this.#crowds({ from: Math.max(at, from), to: end, width });
    }
  }

  /** Of one report, whose versions are found by their numbers: those of a time in between are in no order of theirs. */
  async *#crowdsOf(topic: Topic, { from, to, width }: HistoryTier, signal?: AbortSignal): AsyncGenerator<Crowd> {
    const { thinnedAtOnce: most } = limits.log;
    const parts = new Map<number, Omit<Crowd, 'topic'>>();
    for (let last = 0; !signal?.aborted; await nextTurn()) {
      const rows = await this.#versionsAfter(topic, last, most);
      for (const { version, created_at } of rows) {
        const at = Number(created_at);
        if (at < from || at >= to) continue;
        const part = Math.floor(at / width);
        parts.set(part, { first: parts.get(part)?.first ?? version, keep: version });
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < most) break;
      last = end.version;
    }
    for (const part of parts.values()) if (part.first < part.keep) yield { topic, ...part };
  }

  /** What the newest version is read from is left alone. */
  #versionsAfter(topic: Topic, version: number, most: number) {
    return this.#access.db
      .selectFrom('version')
      .select(['version', 'created_at'])
      .where('topic', '=', topic)
      .where('version', '>', version)
      .where('version', '<', (eb) => eb.selectFrom('topic').select('keyframe_version').where('topic', '=', topic))
      .orderBy('version')
      .limit(most)
      .execute();
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

  /** Where parts end that have no more versions than are looked at at once; the first one is looked at whole. */
  async #endOfLook({ from, to, width }: HistoryTier): Promise<number> {
    const row = await this.#access.db
      .selectFrom('version')
      .select('created_at')
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .orderBy('created_at')
      .offset(limits.log.thinnedAtOnce)
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return to;
    return Math.min(to, Math.max(from + width, Math.floor(Number(row.created_at) / width) * width));
  }

  /** Parts of a time with more than one version of a report. What the newest version is read from is left alone. */
  async #crowds({ from, to, width }: HistoryTier): Promise<Crowd[]> {
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
  async #thin({ topic, first, keep }: Crowd, tier: HistoryTier, signal: AbortSignal | undefined): Promise<number> {
    if (signal?.aborted) return 0;
    const { db } = this.#access;
    const steps = await db
      .selectFrom('version')
      .select(['version', 'created_at'])
      .where('topic', '=', topic)
      .where('version', '>=', first)
      .where('version', '<=', keep)
      .orderBy('version')
      .execute();
    const own = db.selectFrom('version_mark').select('version').where('topic', '=', topic);
    const marks = await own.where('version', '>=', first).where('version', '<', keep).execute();
    let gone = 0;
    for (const run of runsOf(steps, tier, new Set(marks.map(({ version }) => version)))) {
      if (signal?.aborted) break;
      gone += await this.#merge(topic, await this.#read(topic, run));
    }
    return gone;
  }

  #read(topic: Topic, { first, keep }: Run): Promise<SealedStep[]> {
    return this.#access.db
      .selectFrom('version')
      .select(['topic', 'version', 'from_version', 'time', 'sender', 'is_packed', 'is_whole', 'body'])
      .select(['hash', 'previous', 'seal'])
      .where('topic', '=', topic)
      .where('version', '>=', first)
      .where('version', '<=', keep)
      .orderBy('version')
      .execute();
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
      const seal = await this.#sealOf({ ...last, ...step, from_version: from }, steps);
      return this.#access.write('thinVersions', { ...range, step, seal, keyframe: undefined });
    }
    const isThere = frames.some(({ version }) => version === keep);
    const chain = isThere ? undefined : await readSealedChain(db, topic, keep);
    if (!isThere && chain?.steps.at(-1)?.version !== keep) return 0;
    const keyframe = chain && (await this.#keyframe(topic, chain));
    const seal = await this.#sealOf({ ...last, ...wholeStep, from_version: from }, [last], begin);
    return this.#access.write('thinVersions', { ...range, step: undefined, seal, keyframe });
  }

  async #keyframe(topic: Topic, chain: SealedChain) {
    const keyframe = await this.#maker.make(chainOf(chain));
    const seal = this.#seals?.frame({ topic, ...keyframe }, await proofOf(this.#seals, chain)) ?? '';
    return { ...keyframe, seal };
  }

  /** Of a step that takes the place of others: it says that of them what their own seals say. */
  async #sealOf(row: Omit<SealedStep, 'seal'>, steps: readonly SealedStep[], begin = steps[0]): Promise<string> {
    if (row.hash === '' || !this.#seals || !begin) return '';
    if (!holdsTogether(steps[0]?.from_version ?? 0, steps)) return this.#seals.step(row, 'changed');
    // That the row before the first one had no seal is told by the one that stays.
    const states: (SealState | 'none')[] = begin.version !== row.version && isAfterUnsealed(begin) ? ['none'] : [];
    const turns = new SealTurns();
    for (const step of steps) {
      await turns.before(step.body.length);
      states.push(isSealed(step) ? this.#seals.checkStep(step) : 'none');
    }
    return this.#seals.step(row, worstOf(states));
  }
}

function isAfterUnsealed(step: SealedStep): boolean {
  return isSealed(step) && followsUnsealed(step);
}

const none = { version: 0 };

/** Versions that follow each other and become one. */
interface Run {
  readonly first: number;
  /** The last of them, which is kept. */
  readonly keep: number;
}

/**
 * Runs of versions of one part of the time each, cut after those that have a mark: where the clock was set back, versions
 * of another part, or of a time that is not thinned, lie between those of one.
 */
function runsOf(
  steps: readonly { readonly version: number; readonly created_at: number }[],
  { from, to, width }: HistoryTier,
  marked: ReadonlySet<number>,
): Run[] {
  const runs: Run[] = [];
  let before: { readonly part: number; readonly isEnd: boolean } | undefined;
  for (const { version, created_at: at } of steps) {
    const part = at >= from && at < to ? Math.floor(at / width) : Number.NaN;
    const last = runs.at(-1);
    if (last && before?.part === part && !before.isEnd) runs[runs.length - 1] = { ...last, keep: version };
    else runs.push({ first: version, keep: version });
    before = { part, isEnd: marked.has(version) };
  }
  return runs.filter(({ first, keep }) => first < keep);
}
