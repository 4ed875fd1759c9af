import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { steadyTime } from '#lib/steady-time.ts';
import { RulesChanged, type TopicHead, VersionConflict } from '#ports/report-log.ts';
import type { Tracing } from '#ports/tracing.ts';
import { Catalogue, changedSecrets, type OnStanding } from './catalogue.ts';
import type { ReportLimits } from './clean-report.ts';
import { Following } from './from-log/following.ts';
import { restored } from './from-log/restored.ts';
import type { Told } from './from-log/told-steps.ts';
import { Unread } from './from-log/unread.ts';
import type { Guard } from './guard/guard.ts';
import { GuardedVersions, type HeldRelease } from './guard/guarded-versions.ts';
import { commitOf, type Held, wordOf } from './held/holding.ts';
import { cutAside, namedAside } from './known-pages.ts';
import { type AddresseesOf, isAddressed } from './publish/addressed.ts';
import { publishSteps } from './publish/publish-steps.ts';
import { publishByBytes, publishContent } from './publish/publish-whole.ts';
import type { CellsPublish, Published, Restore, StepsPublish, StillMay, WholePublish } from './publish/publishes.ts';
import type { VersionStep } from './recent-steps.ts';
import { emptied, type ReportState } from './report-state.ts';
import { refusalOf } from './store-fault.ts';
import { rawAfter, TopicEntries, type TopicEntry } from './topic-entry.ts';
import { fitting, Versions, type VersionsDeps } from './versions.ts';

export interface EngineDeps extends VersionsDeps {
  readonly limits: ReportLimits;
  readonly addresseesOf: AddresseesOf;
  /** Bytes of reports kept in memory; the least recently used go first. */
  readonly cacheBytes: number;
  readonly onStanding: OnStanding;
  /** Rules that publishes are held against; none when left out. */
  readonly guard?: Guard;
  /** Told of the steps of a publish; left out nobody is. */
  readonly steps?: Pick<Tracing, 'step' | 'begin'> | undefined;
}

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
  readonly #guarded: GuardedVersions;
  readonly #following: Following;
  readonly #step: Tracing['step'];
  /** What is known to be newer than what is in memory. */
  readonly unread: Unread;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#step = deps.steps?.step ?? ((_, work) => work());
    this.#entries = new TopicEntries(deps.cacheBytes);
    this.#heads = new Catalogue(deps.onStanding);
    this.#versions = new Versions(deps, this.#entries, this.#heads);
    this.#guarded = new GuardedVersions(deps, this.#versions);
    this.unread = new Unread(deps.clock, (topic) => this.#heads.versionOf(topic));
    const parts = { entries: this.#entries, heads: this.#heads, versions: this.#versions, unread: this.unread };
    this.#following = new Following(deps.log, parts);
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

  /** The times of the last versions of a report in memory, oldest first (semantics 4). */
  recentTimes(topic: Topic): readonly string[] {
    return this.#entries.peek(topic)?.steps.times ?? [];
  }

  /** Publishes a whole report; resolves when it is durable. */
  publish(topic: Topic, input: WholePublish): Promise<Published> {
    return this.#retried(topic, async (entry) => {
      const before = await this.#prepare(entry);
      const isSame = before && entry.raw && (await isAddressed(this.#deps.addresseesOf, before.pages));
      const raw = isSame ? entry.raw : undefined;
      const turn = await this.#guarded.begin(topic, before);
      input.stillMay?.();
      input.follows?.(before, turn?.held);
      const byBytes = before && raw && this.#step('work out', () => publishByBytes(this.#deps, { before, raw, input }));
      const { sender, source = 'report' } = input;
      if (byBytes) return this.#guarded.commit(entry, { before, ...byBytes, sender, source }, turn);
      const { secrets, outcome } = await this.#step('work out', () => publishContent(this.#deps, before, input));
      input.stillMay?.();
      const changed = changedSecrets(this.#heads.get(topic), secrets);
      return this.#guarded.commit(entry, { before, ...outcome, ...changed, sender, source }, turn);
    });
  }

  /**
   * Publishes changed cells on top of a known version; resolves when they are durable. What is still being read has its
   * turn already, and the version that it names is looked at once it was read.
   */
  async patch(topic: Topic, given: CellsPublish | Promise<CellsPublish>): Promise<Published> {
    try {
      return await this.#judged(topic, async (entry) => {
        const input = await given;
        const before = await this.#preparedFor(entry, input.baseVersion);
        if (before) await namedAside(this.#deps.cleaner, before.pages, input);
        const turn = await this.#guarded.begin(topic, before);
        const patched = this.#step('work out', () => this.#guarded.patched(entry, { before, input, turn }));
        // Pages that were changed in place are committed before anybody can read them.
        return this.#guarded.commit(entry, patched instanceof Promise ? await patched : patched, turn);
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /**
   * Publishes the steps between two renderings of the server; resolves when they are durable, undefined where only the
   * whole report can say what changes.
   */
  step(topic: Topic, input: StepsPublish): Promise<Published | undefined> {
    return this.#retried(topic, async (entry) => {
      const before = await this.#prepare(entry);
      const turn = await this.#guarded.begin(topic, before);
      input.stillMay();
      input.follows(before, turn?.held);
      // What waits for approval is not what the steps begin at.
      const stepped = turn?.held ? 'whole' : before && fitting(() => publishSteps(this.#deps, before, input));
      if (!stepped) entry.forget();
      if (!stepped || stepped === 'whole') return undefined;
      const { step } = stepped;
      const worked = { before, step, raw: rawAfter(entry, step), sender: input.sender, source: 'values' } as const;
      return this.#guarded.commit(entry, worked, turn);
    });
  }

  /** Publishes an earlier version again and holds the publisher; nothing when that is what the report shows and does. */
  restore(topic: Topic, { stored, sender, stillMay, ...asked }: Restore): Promise<Published> {
    return this.#retried(topic, async (entry) => {
      const before = await this.#prepare(entry);
      if (!before) return this.#versions.unchanged(entry, before);
      await this.#guarded.numberPastHeld(entry);
      const { step, isSame } = await restored(this.#deps.cleaner, before, { stored, sender });
      stillMay();
      if (isSame && this.#heads.get(topic)?.heldVersion === before.version)
        return this.#versions.unchanged(entry, before);
      const rollback = { ...asked, restored: stored.version };
      return this.#versions.commit(entry, { before, step, raw: undefined, sender, source: 'rollback', rollback });
    });
  }

  /** The publisher that was held after a rollback goes on. */
  released(topic: Topic, version: number): void {
    const head = this.#heads.get(topic);
    if (head?.heldVersion === version) this.#heads.set(topic, { ...head, heldVersion: undefined });
  }

  /** Takes the pages away; answers false when there was nothing to remove (interfaces 4, publish/remove). */
  async remove(topic: Topic, sender: User, stillMay?: StillMay): Promise<boolean> {
    // Another server may have published what this one has not heard of.
    if (!this.#heads.get(topic)?.isLive) await this.refresh(topic);
    if (!this.#heads.get(topic)?.isLive && !(await this.#deps.guard?.heldNow(topic))) return false;
    const removed = await this.#retried(topic, async (entry) => {
      const before = await this.#prepare(entry);
      const held = await this.#deps.guard?.heldNow(topic);
      stillMay?.();
      const step = before && before.pages.length > 0 ? { state: emptied(before), ops: undefined } : undefined;
      const worked = { before, step, raw: undefined, sender, source: 'remove' } as const;
      return step || !held ? this.#guarded.settle(entry, worked, held) : this.#guarded.drop(held, sender);
    });
    return removed.changed;
  }

  /** Makes a held publish a version; undefined when another one, or none, waits by now (time 5). */
  release(topic: Topic, ask: HeldRelease): Promise<Published | undefined> {
    return this.#retried(topic, async (entry) => {
      return this.#guarded.release(entry, await this.#prepare(entry), ask);
    });
  }

  /** Holds a control's value or lets one go; resolves when that is durable (semantics 5, holdControls). */
  hold(topic: Topic, work: (state: ReportState, cap: number) => Held): Promise<'held' | 'gone' | 'too_large'> {
    return this.#retried(topic, async (entry) => {
      const before = await this.#prepare(entry);
      const worked = before ? work(before, this.#deps.limits.bytes) : 'gone';
      if (typeof worked !== 'string') await cutAside(this.#deps.cleaner, worked.step.state.pages);
      const { raw } = entry;
      const sender = before?.sender ?? '';
      await this.#versions.commit(entry, { before, raw, sender, source: 'control', ...commitOf(worked) });
      return wordOf(worked);
    });
  }

  /** The steps from a version to the newest one; undefined when the log does not hold them all. */
  stepsSince(topic: Topic, from: number): Promise<readonly VersionStep[] | undefined> {
    return this.#versions.stepsSince(this.#entries.get(topic), from);
  }

  /** Takes over what another node published, or what a lost message hid; `head` where it was read already. */
  refresh(topic: Topic, head?: TopicHead): Promise<void> {
    return this.#following.refresh(topic, head);
  }

  /** Takes over what another node told of its version; the store is read only for what it did not say. */
  follow(topic: Topic, told: Told): Promise<void> {
    return this.#following.follow(topic, told);
  }

  /** Waits for every write under way. */
  close(): Promise<void> {
    return this.#entries.settle();
  }

  /** As `#run`; what met another node's version is worked out anew. */
  async #retried<T>(topic: Topic, work: (entry: TopicEntry) => Promise<T>): Promise<T> {
    for (let retry = 0; ; retry++) {
      try {
        return await this.#judged(topic, work);
      } catch (error) {
        if (!(error instanceof VersionConflict) || retry === MAX_RETRIES) throw refusalOf(error);
      }
    }
  }

  /** As `#run`; what was judged by rules that another node changed since is worked out by those of now. */
  async #judged<T>(topic: Topic, work: (entry: TopicEntry) => Promise<T>): Promise<T> {
    try {
      return await this.#run(topic, work);
    } catch (error) {
      if (!(error instanceof RulesChanged)) throw error;
      await this.#deps.guard?.changed(topic);
      return this.#run(topic, work);
    }
  }

  #run<T>(topic: Topic, work: (entry: TopicEntry) => Promise<T>): Promise<T> {
    const since = steadyTime(this.#deps.clock);
    const begun = this.#deps.steps?.begin('wait for turn');
    return this.#entries.get(topic).inTurn(() => {
      begun?.();
      const entry = this.#entries.get(topic);
      entry.since = since;
      return work(entry);
    });
  }

  /** The newest version with a number for the next one at hand, so that what follows happens in one go. */
  async #prepare(entry: TopicEntry): Promise<ReportState | undefined> {
    entry.floor ??= await this.#deps.log.lastNumber(entry.topic);
    return this.#versions.load(entry);
  }

  /** As `#prepare`; a base that was not heard of here yet may be another node's version. */
  async #preparedFor(entry: TopicEntry, base: number): Promise<ReportState | undefined> {
    const before = await this.#prepare(entry);
    if (base <= (before?.version ?? 0)) return before;
    const seen = await this.#deps.log.head(entry.topic);
    if (seen && seen.version > (before?.version ?? 0)) {
      await this.#versions.catchUp(entry, seen);
      return this.#versions.load(entry);
    }
    return before;
  }
}
