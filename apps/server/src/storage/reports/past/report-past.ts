import type { Topic } from '@sheetwire/rules/topic';
import type {
  BucketAsk,
  CellAsk,
  CellsOf,
  CellValues,
  HistoryBounds,
  HistoryTier,
  KeptVersion,
  Moment,
  NextVersion,
  PastOps,
  PastStep,
  ReportPast,
  ShownCell,
  StepsAsk,
  VersionBucket,
  VersionProof,
} from '#ports/past/report-past.ts';
import type { Page, StoredReport } from '#ports/report-log.ts';
import type { Access } from '../../access.ts';
import type { CellIndexes } from '../cells/cell-indexes.ts';
import { SegmentsRead } from '../cells/segments-read.ts';
import { pagesInFrame } from '../frame.ts';
import type { KeyframeMaker } from '../keyframe-maker.ts';
import { someSteps } from '../logged-steps.ts';
import { unpack } from '../packing.ts';
import type { RowSeals } from '../sealed/row-seals.ts';
import { newerVersions } from '../sums/newer-versions.ts';
import { summedBuckets } from '../sums/summed-buckets.ts';
import type { VersionSums } from '../sums/version-sums.ts';
import { Bounding } from './bounding.ts';
import { cellValues } from './cell-values.ts';
import { readChainTo, readDeltas, readFrame, readKeyframe } from './past-chain.ts';
import { Proofs } from './proofs.ts';
import { isShortWay } from './short-way.ts';
import { Thinning } from './thinning.ts';

type Replayer = Pick<KeyframeMaker, 'replay' | 'steps' | 'pages' | 'walk' | 'texts' | 'textsOf' | 'contents'>;

/** Where the past is worked out: what goes on in the background holds up nobody who looks. */
export interface PastThreads {
  readonly viewers: Replayer;
  readonly indexes: Pick<CellIndexes, 'due'>;
  readonly sums: Pick<VersionSums, 'all'>;
  readonly background: Pick<KeyframeMaker, 'make' | 'merged' | 'isSame'>;
}

/** The kept versions of reports in SQL: each is read from a keyframe and the deltas after it (decision 63). */
export class SqlReportPast implements ReportPast {
  readonly #access: Access;
  readonly #replayer: Replayer;
  readonly #indexes: PastThreads['indexes'];
  readonly #sums: PastThreads['sums'];
  readonly #segments: SegmentsRead;
  readonly #thinning: Thinning;
  readonly #bounding: Bounding;
  readonly #proofs: Proofs;

  constructor(access: Access, { viewers, background, indexes, sums }: PastThreads, seals?: RowSeals) {
    this.#access = access;
    this.#replayer = viewers;
    this.#indexes = indexes;
    this.#sums = sums;
    this.#segments = new SegmentsRead(access.db);
    this.#proofs = new Proofs(access, viewers, seals);
    this.#bounding = new Bounding(access);
    this.#thinning = new Thinning(access, background, seals);
  }

  /** Times rise with versions, so the version at a time is found by halving: no index is kept up for it. */
  async at(topic: Topic, moment: Moment): Promise<KeptVersion | undefined> {
    const oldest = await this.oldest(topic);
    if (!oldest) return undefined;
    if ('version' in moment) {
      return moment.version < oldest.version ? undefined : this.#newestUpTo(topic, moment.version);
    }
    if (oldest.time > moment.time) return undefined;
    let newest = await this.#newestUpTo(topic, Number.MAX_SAFE_INTEGER);
    if (!newest || newest.time <= moment.time) return newest;
    let found: KeptVersion = oldest;
    let from = oldest.version;
    while (newest.version - from > 1) {
      const middle: number = from + Math.floor((newest.version - from) / 2);
      const row: KeptVersion | undefined = await this.#newestUpTo(topic, middle);
      if (!row || row.time > moment.time) newest = row ?? { ...newest, version: middle };
      else [found, from] = [row, middle];
    }
    return found;
  }

  async oldest(topic: Topic): Promise<KeptVersion | undefined> {
    const first = this.#access.db
      .selectFrom('keyframe')
      .select((eb) => eb.fn.min('version').as('version'))
      .where('topic', '=', topic);
    return this.#versions(topic).where('version', '>=', first).orderBy('version').limit(1).executeTakeFirst();
  }

  next(topic: Topic, version: number): Promise<NextVersion | undefined> {
    const later = this.#versions(topic).select('from_version as from').where('version', '>', version);
    return later.orderBy('version').limit(1).executeTakeFirst();
  }

  async senders(topic: Topic, version: number, most: number): Promise<readonly string[]> {
    const rows = this.#access.db.selectFrom('version').select('sender').where('topic', '=', topic);
    const last = await rows.where('version', '<=', version).orderBy('version', 'desc').limit(most).execute();
    return last.map(({ sender }) => sender);
  }

  async steps(topic: Topic, { after, upTo, most }: StepsAsk): Promise<readonly PastStep[]> {
    const rows = this.#access.db.selectFrom('version').selectAll().where('topic', '=', topic);
    const some = rows.where('version', '>', after).where('version', '<=', upTo).orderBy('version').limit(most);
    return someSteps(await some.execute());
  }

  newer(topic: Topic, version: number): Promise<number> {
    return newerVersions(this.#access.db, topic, version);
  }

  proof(topic: Topic, version: number, cells?: CellsOf): Promise<VersionProof | undefined> {
    return this.#proofs.proof(topic, version, cells);
  }

  shown(topic: Topic, version: number, cells: CellsOf): Promise<readonly (ShownCell | undefined)[]> {
    return this.#proofs.shown(topic, version, cells);
  }

  async read(topic: Topic, version: number): Promise<StoredReport | undefined> {
    const chain = await readChainTo(this.#access.db, topic, version);
    return chain && this.#replayer.replay(chain);
  }

  async ops(topic: Topic, from: number, to: number): Promise<PastOps | undefined> {
    const { db } = this.#access;
    const way = { from: Math.min(from, to), to: Math.max(from, to) };
    if (!(await isShortWay(this.#access.db, topic, way))) return undefined;
    const steps = await readDeltas(db, topic, way);
    if (!steps) return undefined;
    const isForward = from < to;
    // Forward only the pages of the keyframe are told: the steps say what they make of what the caller has.
    const chain = await (isForward ? readFrame(db, topic, way.from) : readChainTo(db, topic, way.from));
    if (!chain) return undefined;
    const { cleaner } = chain;
    const walked = await this.#replayer.steps({ chain, steps, way: isForward ? 'forward' : 'back' });
    return walked && { ...walked, cleaner };
  }

  buckets(topic: Topic, ask: BucketAsk): Promise<readonly VersionBucket[]> {
    return summedBuckets(this.#access.db, topic, ask);
  }

  sum(least: number, signal?: AbortSignal): Promise<void> {
    return this.#sums.all(least, signal);
  }

  /** Those of its keyframe: steps change no page for another. */
  async pages(topic: Topic, version: number): Promise<readonly Pick<Page, 'name' | 'user'>[] | undefined> {
    const keyframe = await readKeyframe(this.#access.db, topic, version);
    return keyframe && pagesInFrame(await unpack(keyframe.body));
  }

  cell(topic: Topic, ask: CellAsk): Promise<CellValues | undefined> {
    return cellValues(this.#access.db, topic, ask, {
      read: this.#segments,
      pages: (keyframe) => this.#replayer.pages(keyframe),
      walk: (one) => this.#replayer.walk(one),
      contents: (one) => this.#replayer.contents(one),
      missing: (segment) => this.#indexes.due(segment),
    });
  }

  thin(tier: HistoryTier, signal?: AbortSignal): Promise<number> {
    return this.#thinning.thin(tier, signal);
  }

  bound(bounds: HistoryBounds, signal?: AbortSignal): Promise<number> {
    return this.#bounding.bound(bounds, signal);
  }

  bytes(topic?: Topic): Promise<number> {
    return this.#bounding.bytes(topic);
  }

  #newestUpTo(topic: Topic, version: number): Promise<KeptVersion | undefined> {
    return this.#versions(topic).where('version', '<=', version).orderBy('version', 'desc').limit(1).executeTakeFirst();
  }

  #versions(topic: Topic) {
    return this.#access.db.selectFrom('version').select(['version', 'time', 'sender']).where('topic', '=', topic);
  }
}
