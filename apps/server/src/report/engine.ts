import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { Refusal } from '#http/refusal.ts';
import type { Clock } from '#ports/clock.ts';
import { type Append, type LoggedChange, type ReportLog, type TopicHead, VersionConflict } from '#ports/report-log.ts';
import type { ReportLimits } from './clean-report.ts';
import type { Cleaner } from './cleaner.ts';
import { loadReport } from './load-report.ts';
import { patchCells } from './patch-cells.ts';
import { type Computed, publishByBytes, publishByContent } from './publish-whole.ts';
import type { CellsPublish, Published, WholeContent, WholePublish } from './publishes.ts';
import type { VersionStep } from './recent-steps.ts';
import { type ReportState, storedForm } from './report-state.ts';
import { StoreFault } from './store-fault.ts';
import { TopicEntries, type TopicEntry } from './topic-entry.ts';
import { nextTime } from './version-numbers.ts';

export interface EngineDeps {
  readonly log: ReportLog;
  readonly clock: Clock;
  readonly cleaner: Cleaner;
  readonly limits: ReportLimits;
  /** Bytes of reports kept in memory; the least recently used go first. */
  readonly cacheBytes: number;
  /** Told of every version before it is durable: viewers do not wait for the disk. */
  readonly onVersion: (step: VersionStep, isOwn: boolean) => void;
}

/** A publish that met another node's version is worked out anew this often. */
const MAX_RETRIES = 3;

interface Committed {
  readonly result: Published;
  readonly durable: Promise<void>;
}

/**
 * The newest version of every report and the one place where versions are made: decode, clean, compare, number, tell the
 * viewers, store, acknowledge (architecture, decisions 4 and 5).
 */
export class ReportEngine {
  readonly #deps: EngineDeps;
  readonly #entries: TopicEntries;
  readonly #heads = new Map<Topic, TopicHead>();

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#entries = new TopicEntries(deps.log, deps.cacheBytes);
  }

  /** Reads the catalogue; call once before serving. */
  async start(): Promise<void> {
    for (const head of await this.#deps.log.heads()) this.#heads.set(head.topic, head);
  }

  /** Everything known of a topic without its pages. */
  head(topic: Topic): TopicHead | undefined {
    return this.#heads.get(topic);
  }

  heads(): IterableIterator<TopicHead> {
    return this.#heads.values();
  }

  /**
   * Reads the newest version, undefined for a topic that was never published. Pages change in place, so `read` must take
   * all it wants before it waits for anything.
   */
  async read<T>(topic: Topic, read: (state: ReportState | undefined) => T): Promise<T> {
    const entry = this.#heads.has(topic) ? this.#entries.get(topic) : undefined;
    if (!entry || entry.isLoaded) return read(entry?.state);
    return entry.inTurn(async () => {
      await this.#load(entry);
      return read(entry.state);
    });
  }

  /** Who the pages of the version in memory are addressed to; undefined when the report is not in memory. */
  pagesNow(topic: Topic): ReportState['pages'] | undefined {
    return this.#entries.peek(topic)?.state?.pages;
  }

  /** Publishes a whole report; resolves when it is durable. */
  async publish(topic: Topic, input: WholePublish): Promise<Published> {
    for (let retry = 0; ; retry++) {
      try {
        return await this.#run(topic, async (entry) => {
          const before = await this.#prepare(entry);
          const byBytes = before && entry.raw && publishByBytes(this.#deps.cleaner, { before, raw: entry.raw, input });
          if (byBytes) {
            entry.raw = byBytes.raw;
            return this.#commit(entry, byBytes.step, {}, input.sender);
          }
          const content = input.parse();
          const outcome = await publishByContent(this.#deps, before, { ...input, content });
          entry.raw = outcome.raw;
          return this.#commit(entry, outcome.step, this.#changedSecrets(topic, content), input.sender);
        });
      } catch (error) {
        if (!(error instanceof VersionConflict) || retry === MAX_RETRIES) throw refusalOf(error);
      }
    }
  }

  /** Publishes changed cells on top of a known version; resolves when they are durable. */
  async patch(topic: Topic, input: CellsPublish): Promise<Published> {
    try {
      return await this.#run(topic, async (entry) => {
        const before = await this.#prepare(entry);
        if (!before || before.version !== input.baseVersion) {
          throw new Refusal('wrong_base_version', { have: before?.version ?? 0 });
        }
        const step = patchCells(this.#deps.cleaner, before, input);
        if (step) entry.raw = undefined;
        return this.#commit(entry, step, {}, input.sender);
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Takes the pages away; answers false when there was nothing to remove (interfaces 4, publish/remove). */
  async remove(topic: Topic, sender: User): Promise<boolean> {
    if (!this.#heads.get(topic)?.isLive) return false;
    try {
      const { changed } = await this.#run(topic, async (entry) => {
        const before = await this.#prepare(entry);
        entry.raw = undefined;
        const step = before && before.pages.length > 0 ? { state: emptied(before), ops: undefined } : undefined;
        return this.#commit(entry, step, {}, sender);
      });
      return changed;
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** The steps from a version to the newest one; undefined when the log does not hold them all. */
  async stepsSince(topic: Topic, from: number): Promise<readonly VersionStep[] | undefined> {
    const entry = this.#entries.get(topic);
    const recent = entry.steps.since(from);
    if (recent) return recent;
    await entry.durable.catch(() => undefined);
    const logged = await this.#deps.log.since(topic, from);
    return logged?.map(({ from: base, version, time, sender, change }) => ({
      topic,
      from: base,
      to: version,
      time,
      sender,
      ops: change.kind === 'delta' ? change.ops : undefined,
    }));
  }

  /** Takes over what another node published, or what a lost message hid. */
  async refresh(topic: Topic): Promise<void> {
    const head = await this.#deps.log.head(topic);
    if (!head || head.version <= (this.#heads.get(topic)?.version ?? -1)) return;
    const entry = this.#entries.get(topic);
    await entry.inTurn(async () => {
      const known = this.#heads.get(topic)?.version ?? 0;
      const steps = await this.#deps.log.since(topic, known);
      entry.forget();
      this.#heads.set(topic, head);
      await this.#load(entry);
      const isWhole = steps === undefined || steps.some((step) => step.change.kind === 'whole');
      if (isWhole) this.#tell(entry, { ...head, from: known, to: head.version, ops: undefined });
      else for (const step of steps) this.#tell(entry, { topic, ...step, to: step.version, ops: opsOf(step.change) });
    });
  }

  /** Waits for every write under way and gives unused version numbers back. */
  close(): Promise<void> {
    return this.#entries.settle();
  }

  async #run(topic: Topic, work: (entry: TopicEntry) => Promise<Committed>): Promise<Published> {
    const { result, durable } = await this.#entries.get(topic).inTurn(() => work(this.#entries.get(topic)));
    await durable;
    return result;
  }

  /** The newest version with a number for the next one at hand, so that what follows happens in one go. */
  async #prepare(entry: TopicEntry): Promise<ReportState | undefined> {
    await this.#load(entry);
    await entry.numbers.ready(entry.state?.version ?? 0);
    return this.#load(entry);
  }

  async #load(entry: TopicEntry): Promise<ReportState | undefined> {
    if (entry.isLoaded) return entry.state;
    const stored = await this.#deps.log.newest(entry.topic);
    entry.state = stored && (await loadReport(this.#deps.cleaner, stored));
    entry.isLoaded = true;
    this.#entries.weigh(entry);
    return entry.state;
  }

  #changedSecrets(topic: Topic, input: WholeContent): Pick<Append, 'viewSecret' | 'publishSecret'> {
    const head = this.#heads.get(topic);
    return {
      viewSecret: input.viewSecret === (head?.viewSecret ?? null) ? undefined : input.viewSecret,
      publishSecret: input.publishSecret === (head?.publishSecret ?? null) ? undefined : input.publishSecret,
    };
  }

  #commit(
    entry: TopicEntry,
    step: Computed | undefined,
    secrets: Pick<Append, 'viewSecret' | 'publishSecret'>,
    sender: User,
  ): Committed {
    const before = entry.state;
    const hasSecrets = secrets.viewSecret !== undefined || secrets.publishSecret !== undefined;
    if (!step && !(hasSecrets && before)) {
      const { version, time } = before ?? { version: 0, time: 'no_time' };
      return { result: { version, time, changed: false }, durable: entry.durable };
    }
    const version = entry.numbers.take();
    const time = nextTime(this.#deps.clock, before?.time);
    const content = step?.state ?? before;
    if (!content) throw new Refusal('failed');
    const state: ReportState = { ...content, version, time, sender };
    const ops = step ? step.ops : [];
    entry.state = state;
    this.#entries.weigh(entry);
    const base = before?.version ?? 0;
    const change = ops ? ({ kind: 'delta', ops } as const) : ({ kind: 'whole', report: storedForm(state) } as const);
    const append: Append = { topic: entry.topic, base, version, time, sender, change, ...secrets };
    this.#note(append, state);
    this.#tell(entry, { topic: entry.topic, from: base, to: version, time, sender, ops }, true);
    const durable = this.#append(entry, append);
    entry.durable = durable;
    durable.catch(() => undefined);
    return { result: { version, time, changed: step !== undefined }, durable };
  }

  #note({ topic, version, time, sender, viewSecret, publishSecret }: Append, state: ReportState): void {
    const known = this.#heads.get(topic);
    this.#heads.set(topic, {
      topic,
      version,
      time,
      sender,
      isLive: state.pages.length > 0,
      viewSecret: viewSecret === undefined ? (known?.viewSecret ?? null) : viewSecret,
      publishSecret: publishSecret === undefined ? (known?.publishSecret ?? null) : publishSecret,
    });
  }

  #tell(entry: TopicEntry, step: VersionStep, isOwn = false): void {
    entry.steps.add(step);
    this.#deps.onVersion(step, isOwn);
  }

  /** A write that failed is a failed write: what was shown of it is taken back and viewers are told to fetch. */
  async #append(entry: TopicEntry, append: Append): Promise<void> {
    const epoch = entry.epoch;
    try {
      await this.#deps.log.append(append);
    } catch (error) {
      if (entry.epoch === epoch) await this.#takeBack(entry, append);
      throw error;
    }
  }

  async #takeBack(entry: TopicEntry, append: Append): Promise<void> {
    entry.forget();
    const head = await this.#deps.log.head(entry.topic).catch(() => undefined);
    if (head) this.#heads.set(entry.topic, head);
    else this.#heads.delete(entry.topic);
    const to = head?.version ?? 0;
    const { topic, sender } = append;
    this.#tell(entry, { topic, from: append.version, to, time: head?.time ?? 'no_time', sender, ops: undefined });
  }
}

function opsOf(change: LoggedChange): VersionStep['ops'] {
  return change.kind === 'delta' ? change.ops : undefined;
}

function emptied(state: ReportState): ReportState {
  return { ...state, pages: [], metadata: {}, holdControls: false };
}

/** What a publisher is told when its write failed. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof VersionConflict) return new Refusal('wrong_base_version', { have: error.have });
  return new StoreFault(error);
}
