import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import { Refusal } from '#lib/refusal.ts';
import { steadyTime } from '#lib/steady-time.ts';
import { type Append, type TopicHead, VersionConflict } from '#ports/report-log.ts';
import { Catalogue, type OnStanding } from './catalogue.ts';
import type { ReportLimits } from './clean-report.ts';
import { isOfCleaner } from './from-log/load-report.ts';
import { stepOf } from './from-log/logged-steps.ts';
import { headTold, type Told, toldSince } from './from-log/told-steps.ts';
import { commitOf, type Held, wordOf } from './held/holding.ts';
import { patchCells } from './patch-cells.ts';
import { publishSteps } from './publish-steps.ts';
import { publishByBytes, publishContent } from './publish-whole.ts';
import type { CellsPublish, Published, StepsPublish, StillMay, WholeContent, WholePublish } from './publishes.ts';
import type { VersionStep } from './recent-steps.ts';
import { emptied, type ReportState } from './report-state.ts';
import { refusalOf } from './store-fault.ts';
import { TopicEntries, type TopicEntry } from './topic-entry.ts';
import { fitting, Versions, type VersionsDeps } from './versions.ts';

export interface EngineDeps extends VersionsDeps {
  readonly limits: ReportLimits;
  /** Bytes of reports kept in memory; the least recently used go first. */
  readonly cacheBytes: number;
  readonly onStanding: OnStanding;
}

type Secrets = Pick<WholeContent, 'viewSecret' | 'publishSecret'>;

const unchanged: Published = { version: 0, time: 'no_time', changed: false };

/** A publish that met another node's version is worked out anew this often. */
const MAX_RETRIES = 3;

/**
 * The newest version of every report and the one place where versions are made: decode, clean, compare, number, store, tell the
 * viewers, acknowledge (architecture, decisions 4 and 5; decision 54).
 */
export class ReportEngine {
  readonly #deps: EngineDeps;
  readonly #entries: TopicEntries;
  readonly #heads: Catalogue;
  readonly #versions: Versions;
  readonly #refreshes = new Map<Topic, OneAtATime>();

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#entries = new TopicEntries(deps.cacheBytes);
    this.#heads = new Catalogue(deps.onStanding);
    this.#versions = new Versions(deps, this.#entries, this.#heads);
  }

  /** Reads the catalogue; call once before serving. */
  async start(): Promise<void> {
    for (const head of await this.#deps.log.heads()) {
      if (head.version > this.#heads.versionOf(head.topic)) this.#heads.set(head.topic, head);
    }
  }

  /** Everything known of a topic without its pages. */
  head(topic: Topic): TopicHead | undefined {
    return this.#heads.get(topic);
  }

  heads(): ReadonlyMap<Topic, TopicHead> {
    return this.#heads.all;
  }

  /**
   * Reads the newest version, undefined for a topic that was never published. Pages change in place, so `read` must take
   * all it wants before it waits for anything, and waits itself for the write under way: what it shows is kept.
   */
  async read<T>(topic: Topic, read: (state: ReportState | undefined) => T): Promise<T> {
    const entry = this.#heads.get(topic) ? this.#entries.get(topic) : undefined;
    while (entry?.writing) await entry.writing;
    if (!entry || entry.isLoaded) return read(entry?.state);
    return entry.inTurn(async () => {
      await this.#versions.load(entry);
      return read(entry.state);
    });
  }

  /** Who the pages of the version in memory are addressed to; undefined when the report is not in memory. */
  pagesNow(topic: Topic): ReportState['pages'] | undefined {
    return this.#entries.peek(topic)?.state?.pages;
  }

  /** The version whose pages are in memory. */
  versionNow(topic: Topic): number | undefined {
    const entry = this.#entries.peek(topic);
    return entry?.isLoaded ? entry.state?.version : undefined;
  }

  /** The times of the last versions that are in memory, oldest first. */
  recentTimes(topic: Topic): readonly string[] {
    return this.#entries.peek(topic)?.steps.times ?? [];
  }

  /** Publishes a whole report; resolves when it is durable. */
  publish(topic: Topic, input: WholePublish): Promise<Published> {
    return this.#retried(topic, async (entry) => {
      const before = await this.#versions.load(entry);
      await this.#numberReady(entry);
      input.stillMay?.();
      input.follows?.(before);
      const byBytes = before && entry.raw && publishByBytes(this.#deps, { before, raw: entry.raw, input });
      if (byBytes) return this.#versions.commit(entry, { before, ...byBytes, sender: input.sender });
      const { secrets, outcome } = await publishContent(this.#deps, before, input);
      input.stillMay?.();
      const changed = this.#changedSecrets(topic, secrets);
      return this.#versions.commit(entry, { before, ...outcome, ...changed, sender: input.sender });
    });
  }

  /**
   * Publishes changed cells on top of a known version; resolves when they are durable. What is still being read has its
   * turn already, and the version that it names is looked at once it was read.
   */
  async patch(topic: Topic, given: CellsPublish | Promise<CellsPublish>): Promise<Published> {
    try {
      return await this.#run(topic, async (entry) => {
        const input = await given;
        const before = await this.#prepare(entry);
        if (!before || ![before.version, before.ownVersion].includes(input.baseVersion)) {
          throw new Refusal('wrong_base_version', { have: before?.version ?? 0 });
        }
        input.stillMay?.();
        const step = patchCells(this.#deps, before, input);
        return this.#versions.commit(entry, { before, step, raw: step ? undefined : entry.raw, sender: input.sender });
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /**
   * Publishes the steps between two renderings of the server; resolves when they are durable, undefined where only the
   * whole report can say what changes.
   */
  async step(topic: Topic, input: StepsPublish): Promise<Published | undefined> {
    let isWhole = false;
    const published = await this.#retried(topic, async (entry) => {
      const before = await this.#prepare(entry);
      input.stillMay();
      input.follows(before);
      const stepped = before && fitting(() => publishSteps(this.#deps, before, input));
      if (!stepped) entry.forget();
      isWhole = !stepped || stepped === 'whole';
      if (!stepped || stepped === 'whole') return unchanged;
      const { step } = stepped;
      return this.#versions.commit(entry, { before, step, raw: step ? undefined : entry.raw, sender: input.sender });
    });
    return isWhole ? undefined : published;
  }

  /** Takes the pages away; answers false when there was nothing to remove (interfaces 4, publish/remove). */
  async remove(topic: Topic, sender: User, stillMay?: StillMay): Promise<boolean> {
    if (!this.#heads.get(topic)?.isLive) return false;
    try {
      const { changed } = await this.#run(topic, async (entry) => {
        const before = await this.#prepare(entry);
        stillMay?.();
        const step = before && before.pages.length > 0 ? { state: emptied(before), ops: undefined } : undefined;
        return this.#versions.commit(entry, { before, step, raw: undefined, sender });
      });
      return changed;
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Holds a control's value or lets one go; resolves when that is durable (semantics 5, holdControls). */
  async hold(topic: Topic, work: (state: ReportState, cap: number) => Held): Promise<'held' | 'gone' | 'too_large'> {
    for (let retry = 0; ; retry++) {
      try {
        let worked: Held = 'gone';
        await this.#run(topic, async (entry) => {
          const before = await this.#prepare(entry);
          if (before) worked = work(before, this.#deps.limits.bytes);
          return this.#versions.commit(entry, {
            before,
            raw: entry.raw,
            sender: before?.sender ?? '',
            ...commitOf(worked),
          });
        });
        return wordOf(worked);
      } catch (error) {
        if (!(error instanceof VersionConflict) || retry === MAX_RETRIES) throw refusalOf(error);
      }
    }
  }

  /** The steps from a version to the newest one; undefined when the log does not hold them all. */
  async stepsSince(topic: Topic, from: number): Promise<readonly VersionStep[] | undefined> {
    const entry = this.#entries.get(topic);
    if (!entry.isLoaded) await entry.inTurn(() => this.#versions.load(entry));
    const recent = entry.steps.since(from);
    if (recent) return recent;
    if (entry.state && !isOfCleaner(entry.state, this.#deps.cleaner)) return undefined;
    const logged = await this.#deps.log.since(topic, from);
    const newest = entry.state?.version ?? 0;
    return logged?.filter(({ version }) => version <= newest).map((step) => stepOf(topic, step));
  }

  /**
   * Takes over what another node published, or what a lost message hid; `head` where it was read already. However many
   * ask at once, the store is read for the one under way and once more.
   */
  async refresh(topic: Topic, head?: TopicHead): Promise<void> {
    if (head && this.#isHeadAlone(topic)) {
      if (head.version > this.#heads.versionOf(topic)) this.#versions.noteHead(head);
      return;
    }
    const turn = this.#refreshes.get(topic) ?? new OneAtATime(() => this.#refreshNow(topic));
    this.#refreshes.set(topic, turn);
    try {
      await turn.run();
    } finally {
      if (turn.isIdle) this.#refreshes.delete(topic);
    }
  }

  /** Takes over what another node told of its version; the store is read only for what it did not say. */
  async follow(topic: Topic, told: Told): Promise<void> {
    const known = this.#heads.get(topic);
    if (told.version <= (known?.version ?? 0)) return;
    if (this.#isHeadAlone(topic)) {
      const steps = toldSince(told, known?.version ?? 0);
      const head = steps && headTold(topic, known, steps);
      if (head) this.#versions.noteHead(head);
      else await this.refresh(topic);
      return;
    }
    const entry = this.#entries.get(topic);
    if (!(await entry.inTurn(() => this.#versions.follow(entry, told)))) await this.refresh(topic);
  }

  async #refreshNow(topic: Topic): Promise<void> {
    const seen = await this.#deps.log.head(topic);
    if (!seen || seen.version <= this.#heads.versionOf(topic)) return;
    if (this.#isHeadAlone(topic)) {
      this.#versions.noteHead(seen);
      return;
    }
    const entry = this.#entries.get(topic);
    await entry.inTurn(() => this.#versions.catchUp(entry, seen));
  }

  /** Nothing of the topic is in memory but its head, and nobody here waits for more. */
  #isHeadAlone(topic: Topic): boolean {
    return !this.#entries.peek(topic) && !this.#versions.isWatched(topic);
  }

  /** Waits for every write under way. */
  close(): Promise<void> {
    return this.#entries.settle();
  }

  /** As `#run`; what met another node's version is worked out anew. */
  async #retried(topic: Topic, work: (entry: TopicEntry) => Promise<Published>): Promise<Published> {
    for (let retry = 0; ; retry++) {
      try {
        return await this.#run(topic, work);
      } catch (error) {
        if (!(error instanceof VersionConflict) || retry === MAX_RETRIES) throw refusalOf(error);
      }
    }
  }

  #run(topic: Topic, work: (entry: TopicEntry) => Promise<Published>): Promise<Published> {
    const since = steadyTime(this.#deps.clock);
    return this.#entries.get(topic).inTurn(() => {
      const entry = this.#entries.get(topic);
      entry.since = since;
      return work(entry);
    });
  }

  /** The newest version with a number for the next one at hand, so that what follows happens in one go. */
  async #prepare(entry: TopicEntry): Promise<ReportState | undefined> {
    await this.#numberReady(entry);
    return this.#versions.load(entry);
  }

  async #numberReady(entry: TopicEntry): Promise<void> {
    entry.floor ??= await this.#deps.log.lastNumber(entry.topic);
  }

  #changedSecrets(topic: Topic, input: Secrets): Pick<Append, 'viewSecret' | 'publishSecret'> {
    const head = this.#heads.get(topic);
    return {
      viewSecret: input.viewSecret === (head?.viewSecret ?? null) ? undefined : input.viewSecret,
      publishSecret: input.publishSecret === (head?.publishSecret ?? null) ? undefined : input.publishSecret,
    };
  }
}
