import { limits } from '@sheetwire/contract/limits';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { Topic } from '@sheetwire/rules/topic';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import { type Append, type ReportLog, RulesChanged, type TopicHead, VersionConflict } from '#ports/report-log.ts';
import { type Catalogue, headAfter } from './catalogue.ts';
import type { Cleaner } from './cleaner.ts';
import type { RawIndex } from './compare/raw-index.ts';
import { isWorthTelling } from './compare/worth-telling.ts';
import { areMany, controlsOf } from './from-log/follow-steps.ts';
import { type Ahead, isOfCleaner, loadReport, readAhead, readNewest, stateAhead } from './from-log/load-report.ts';
import { stepOf, stepsTo } from './from-log/logged-steps.ts';
import { headTold, loggedOf, type Told, toldSince } from './from-log/told-steps.ts';
import { heldChange } from './held/held-values.ts';
import { type Holding, standingOf } from './held/holding.ts';
import type { OwnVersion } from './own-version.ts';
import type { Computed } from './publish/computed.ts';
import type { Published } from './publish/publishes.ts';
import { nextTime, quietTime } from './publish-times.ts';
import type { VersionStep } from './recent-steps.ts';
import { type ReportState, storedForm } from './report-state.ts';
import type { TopicEntries, TopicEntry } from './topic-entry.ts';

/** What a publish changes, worked out on the version before. */
export interface Worked
  extends Pick<Append, 'viewSecret' | 'publishSecret' | 'source' | 'rollback' | 'guard' | 'rules'> {
  readonly before: ReportState | undefined;
  readonly step: Computed | undefined;
  readonly raw: RawIndex | undefined;
  readonly sender: string;
  readonly holding?: Holding | undefined;
}

export interface VersionsDeps {
  readonly log: ReportLog;
  readonly clock: Clock;
  readonly cleaner: Cleaner;
  /** Told of every version once it is kept: what a viewer has seen is never taken back (decision 54). What it gives is waited for. */
  readonly onVersion: (step: VersionStep, own: OwnVersion | undefined) => unknown;
  /** Whether somebody here hears of the topic's versions; of any other only the head is kept. All are when left out. */
  readonly isWatched?: (topic: Topic) => boolean;
  /** No other server makes versions. */
  readonly isAlone?: boolean;
  /** Told when the store did not say whether it kept a version: nobody else is told of one that it kept. */
  readonly onDoubt?: () => void;
  /** Told how many ms the store took to keep a version. */
  readonly onKept?: (ms: number) => void;
}

/** The versions of reports: read from the store, followed there, numbered, kept and then shown (architecture, decisions 4 and 5; decision 54). */
export class Versions {
  readonly #deps: VersionsDeps;
  readonly #entries: TopicEntries;
  readonly #heads: Catalogue;

  constructor(deps: VersionsDeps, entries: TopicEntries, heads: Catalogue) {
    this.#deps = deps;
    this.#entries = entries;
    this.#heads = heads;
  }

  /** In turn: the newest version, from the store when it is not in memory. */
  async load(entry: TopicEntry): Promise<ReportState | undefined> {
    while (!entry.isLoaded) {
      if (entry.state) await this.#goAhead(entry, entry.state);
      else await this.#fetch(entry);
    }
    return entry.state;
  }

  /**
   * In turn: what the store holds now, when it is newer. A report in memory takes the steps over; a topic that nobody here
   * watches keeps its head, and takes them over when it is asked for.
   */
  async catchUp(entry: TopicEntry, seen: TopicHead): Promise<void> {
    const { topic } = entry;
    if (seen.version <= this.#heads.versionOf(topic)) return;
    if (!this.isWatched(topic)) this.noteHead(seen);
    else if (!entry.state || !(await this.#goAhead(entry, entry.state, seen))) await this.#fetch(entry);
  }

  /**
   * In turn: that nothing changes is only true of the newest version, whichever server made it. A newer one is taken over
   * and told as a conflict, so that what was compared with the one before is worked out anew.
   */
  async assertNewest(entry: TopicEntry, version: number): Promise<void> {
    const seen = this.#deps.isAlone ? undefined : await this.#deps.log.head(entry.topic);
    if (!seen || seen.version <= version) return;
    await this.catchUp(entry, seen);
    throw new VersionConflict(seen.version);
  }

  /** In turn: what is answered where nothing changes. */
  async unchanged(entry: TopicEntry, before: ReportState | undefined): Promise<Published> {
    const { version, time } = before ?? { version: 0, time: 'no_time' };
    await this.assertNewest(entry, version);
    return { version, time, changed: false };
  }

  /** A topic is of a newer version than what is in memory of it. */
  noteHead(head: TopicHead): void {
    const entry = this.#entries.peek(head.topic);
    if (entry) entry.isLoaded = false;
    this.#heads.set(head.topic, head);
  }

  isWatched(topic: Topic): boolean {
    return this.#deps.isWatched?.(topic) ?? true;
  }

  /** Takes the steps since the state in memory over; false when the log does not tell them all, or one does not fit. */
  async #goAhead(entry: TopicEntry, state: ReportState, seen?: TopicHead): Promise<boolean> {
    const read = await readAhead(this.#deps.log, state, entry.topic, seen);
    const ahead = read?.ops.length === 0 || isOfCleaner(state, this.#deps.cleaner) ? read : undefined;
    if (ahead && (await this.#advance(entry, state, ahead))) return true;
    entry.forget();
    return false;
  }

  /**
   * In turn: takes over what another node told of its versions, without a read; false when the store has to say more. A
   * topic that nobody here watches keeps its head.
   */
  async follow(entry: TopicEntry, told: Told): Promise<boolean> {
    const { topic, state } = entry;
    const known = this.#heads.get(topic);
    if (told.version <= (known?.version ?? 0)) return true;
    const steps = toldSince(told, known?.version ?? 0);
    const head = steps && headTold(topic, known, steps);
    if (!steps || !head) return false;
    if (!this.isWatched(topic)) {
      this.noteHead(head);
      return true;
    }
    const isAt = entry.isLoaded && state !== undefined && state.version === known?.version && !state.holdControls;
    const isSame = isAt && isOfCleaner(state, this.#deps.cleaner) && told.steps?.cleaner === state.cleaner;
    const logged = isSame ? loggedOf(steps, state.version) : undefined;
    if (!isAt || !logged) return false;
    if (await this.#advance(entry, state, { head, ...logged, held: [] })) return true;
    entry.forget();
    return false;
  }

  /** Takes steps over into the pages in memory; false when they do not fit, and the pages are of no use then. */
  async #advance(entry: TopicEntry, state: ReportState, ahead: Ahead): Promise<boolean> {
    const { topic } = entry;
    const controls = areMany(ahead.ops) ? undefined : await controlsOf(this.#deps.cleaner, ahead.ops);
    const next = controls && this.#fitted(entry, () => stateAhead(state, ahead, controls));
    if (!next) return false;
    entry.raw = undefined;
    this.#take(entry, next);
    const shown = this.#heads.versionOf(topic);
    this.#heads.set(topic, ahead.head);
    let told: unknown;
    for (const logged of ahead.steps) {
      const step = stepOf(topic, logged);
      if (step.from < shown) entry.steps.add(step);
      else told = this.#tell(entry, step);
    }
    await told;
    return true;
  }

  /** What breaks off half-way leaves pages that are no version: they are forgotten. */
  #fitted<T>(entry: TopicEntry, work: () => T): T | undefined {
    try {
      return fitting(work);
    } catch (fault) {
      entry.forget();
      throw fault;
    }
  }

  /** The whole report, with the steps that lead to it where the log tells them. */
  async #fetch(entry: TopicEntry): Promise<void> {
    const { topic } = entry;
    const known = this.#heads.versionOf(topic);
    const { head, stored, held } = await readNewest(this.#deps.log, topic);
    const isNews = head !== undefined && head.version > known;
    const logged = isNews && known > 0 ? await this.#deps.log.since(topic, known) : undefined;
    const state = stored && (await loadReport(this.#deps.cleaner, stored, held));
    const times = state && (await this.#deps.log.times(topic, limits.publisherSilent.versions));
    const isOfHead = state?.version === head?.version;
    const steps = state && isOfHead && isOfCleaner(state, this.#deps.cleaner) ? logged : undefined;
    entry.forget();
    if (state && times) entry.steps.begin(times.filter((time) => time <= state.time));
    this.#take(entry, state);
    // Pages that are newer than the head say so: they are the newest once the head was read again.
    if (state && !isOfHead) entry.isLoaded = false;
    this.#heads.set(topic, head);
    if (isNews) for (const step of stepsTo(head, known, steps)) await this.#tell(entry, step);
  }

  #take(entry: TopicEntry, state: ReportState | undefined): void {
    entry.state = state;
    entry.isLoaded = true;
    if (state && state.time > (entry.lastTime ?? '')) entry.lastTime = state.time;
    this.#entries.weigh(entry);
  }

  /** The steps from a version to the newest one; undefined when the log does not hold them all. */
  async stepsSince(entry: TopicEntry, from: number): Promise<readonly VersionStep[] | undefined> {
    const { topic } = entry;
    if (!entry.isLoaded) await entry.inTurn(() => this.load(entry));
    const recent = entry.steps.since(from);
    if (recent) return recent;
    if (entry.state && !isOfCleaner(entry.state, this.#deps.cleaner)) return undefined;
    const logged = await this.#deps.log.since(topic, from);
    const newest = entry.state?.version ?? 0;
    return logged?.filter(({ version }) => version <= newest).map((step) => stepOf(topic, step));
  }

  /** In turn: numbers and keeps what was worked out on `before`, which must still be the newest, and then shows it. */
  async commit(entry: TopicEntry, worked: Worked): Promise<Published> {
    const { before, step, raw, sender, viewSecret, publishSecret, holding, source, rollback } = worked;
    const { topic } = entry;
    const base = before?.version ?? 0;
    const known = this.#heads.get(topic);
    if (entry.state !== before || base !== (known?.version ?? 0)) throw new VersionConflict(known?.version ?? 0);
    const hasSecrets = viewSecret !== undefined || publishSecret !== undefined;
    const content = step?.state ?? (hasSecrets ? before : undefined);
    if (!content) {
      const unchanged = await this.unchanged(entry, before);
      entry.raw = raw;
      return unchanged;
    }
    const version = entry.nextAfter(base);
    const time = (holding ? quietTime : nextTime)(this.#deps.clock, entry.lastTime);
    const { ops, cleaner } = this.#told(before, step);
    const standing = standingOf(content, holding, version);
    const state: ReportState = { ...content, version, time, sender, cleaner, ...standing };
    const change = ops ? ({ kind: 'delta', ops } as const) : ({ kind: 'whole', report: storedForm(state) } as const);
    const heldNow = before && heldChange(before.held, state.held, holding);
    const append: Append = {
      ...{ topic, base, version, time, sender, change, viewSecret, publishSecret, held: heldNow },
      ...{ source, rollback, guard: worked.guard, rules: worked.rules },
    };
    await entry.whileWriting(async () => {
      await this.#keep(entry, append);
      entry.raw = raw;
      this.#take(entry, state);
      this.#heads.set(topic, headAfter(known, append, state.pages.length > 0));
    });
    const changesHead = hasSecrets || rollback !== undefined;
    const own = { isLive: state.pages.length > 0, changesHead, cleaner, since: entry.since };
    await this.#tell(entry, { topic, from: base, to: version, time, sender, ops }, own);
    return { version, time, changed: true };
  }

  /**
   * The ops that are told and kept of a step, and the cleaner of the log's pages after it: a step that is too long, or
   * would go on from pages of another cleaner, is a whole report.
   */
  #told(before: ReportState | undefined, step: Computed | undefined): Pick<Computed, 'ops'> & { cleaner: number } {
    const { cleaner } = this.#deps;
    const made = step ? step.ops : [];
    const ops = made && isWorthTelling(made) ? made : undefined;
    const goesOn = before && (ops?.length === 0 || isOfCleaner(before, cleaner));
    return ops && goesOn ? { ops, cleaner: before.cleaner } : { ops: undefined, cleaner: cleaner.version };
  }

  #tell(entry: TopicEntry, step: VersionStep, own?: OwnVersion): unknown {
    entry.steps.add(step);
    return this.#deps.onVersion(step, own);
  }

  /**
   * Writes a version. What was worked out in the pages is of no use after a failure; the store is read again at once, as it
   * may have taken the version though its answer was lost, or hold another one.
   */
  async #keep(entry: TopicEntry, append: Append): Promise<void> {
    const from = steadyTime(this.#deps.clock);
    try {
      await this.#deps.log.append(append);
      this.#deps.onKept?.(steadyTime(this.#deps.clock) - from);
    } catch (error) {
      entry.forget();
      entry.inTurn(() => this.load(entry)).catch(() => undefined);
      if (!(error instanceof VersionConflict || error instanceof RulesChanged)) this.#deps.onDoubt?.();
      throw error;
    }
  }
}

/** Undefined when a step does not fit the pages. */
export function fitting<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof OpMismatch) return undefined;
    throw error;
  }
}
