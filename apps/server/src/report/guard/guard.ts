import type { GuardRule } from '@sheetwire/contract/guard/rules';
import type { BrokenRule } from '@sheetwire/page/guard/judge';
import { type GuardPlan, planOf } from '@sheetwire/page/guard/plan';
import type { Standing } from '@sheetwire/page/guard/standing';
import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from '#ports/audit.ts';
import type {
  GuardSetting,
  GuardStore,
  HeldPublish,
  HeldStanding,
  Rejection,
  SeenHeld,
} from '#ports/guard/guard-store.ts';
import type { StoredReport } from '#ports/report-log.ts';
import type { ReportState } from '#report/report-state.ts';
import { type DayFacts, GuardMemory, type GuardMemoryDeps } from './guard-memory.ts';
import { GuardTurn } from './guard-turn.ts';
import { releasedAt } from './told-held.ts';

export interface GuardDeps extends GuardMemoryDeps {
  readonly store: GuardStore;
  /** No other node publishes: what this one knows to wait nowhere waits nowhere. */
  readonly isAlone: boolean;
  /** Told that something waits, waits no more, or is another one; here and, with `isOwn`, for the other nodes. */
  readonly onWaiting: (topic: Topic, change: WaitingChange) => void;
}

export interface WaitingChange {
  readonly before: HeldPublish | undefined;
  readonly held: HeldPublish | undefined;
  /** It came about on this node. */
  readonly isOwn: boolean;
}

interface Kept {
  readonly setting: GuardSetting;
  readonly plan: GuardPlan;
}

/** A publish to be held, as the engine knows it. */
export interface ToHold extends Pick<HeldPublish, 'sender' | 'source' | 'viewSecret' | 'publishSecret'> {
  readonly topic: Topic;
  readonly base: number;
  readonly report: StoredReport;
  readonly broken: readonly BrokenRule[];
  readonly before: HeldPublish | undefined;
}

/** A read of what waits that has no answer yet. */
interface ReadUnderWay {
  /** Reports that changed here meanwhile, or were read later. */
  readonly known: Set<Topic>;
  /** A look at all of them that began later has its answer. */
  isLate: boolean;
}

/** The rules of all reports and what waits for approval, in memory and as the store has it (time 5). */
export class Guard {
  readonly #deps: GuardDeps;
  readonly #memory: GuardMemory;
  readonly #settings = new Map<Topic, Kept>();
  /** Of reports of which nothing waits, where no other node holds publishes: the version of the last rejection. */
  readonly #idle = new Map<Topic, number>();
  readonly #reads = new Set<ReadUnderWay>();
  readonly #waiting = new Map<Topic, HeldPublish>();
  /** How often rules had been saved when they were read last. */
  #saved: number | undefined;
  #looks = 0;

  constructor(deps: GuardDeps) {
    this.#deps = deps;
    this.#memory = new GuardMemory(deps);
  }

  /** Epoch ms. */
  now(): number {
    return this.#deps.clock.now();
  }

  /** Reads rules and what waits: all at a start, and what is other to make good what no message told. */
  async read(): Promise<void> {
    const { store } = this.#deps;
    const { times, topics } = await store.savedSince(this.#saved ?? 0);
    await this.#readRules(this.#looks % LOOKS_AT_ALL === 0 ? 'any' : topics);
    this.#saved = times;
    this.#looks++;
    await this.#reading(
      'all',
      () => store.waiting(this.#waiting),
      (waiting) => {
        const now = new Map(waiting.map((held) => [held.topic, held]));
        return [...this.#waiting.keys(), ...now.keys()].map((topic) => ({ topic, held: now.get(topic) }));
      },
    );
  }

  async #readRules(topics: readonly Topic[] | 'any'): Promise<void> {
    const { store } = this.#deps;
    if (topics === 'any') {
      const known = new Map([...this.#settings].map(([topic, { setting }]) => [topic, setting.revision]));
      for (const setting of await store.settings(known)) this.#keep(setting);
      return;
    }
    for (const topic of topics) {
      const setting = await store.setting(topic);
      if (setting) this.#keep(setting);
    }
  }

  /** Rules or what waits changed, here or on another node. */
  async changed(topic: Topic): Promise<void> {
    const setting = await this.#deps.store.setting(topic);
    if (!setting) return;
    this.#keep(setting);
    await this.#reading(
      topic,
      () => this.#deps.store.held(topic),
      (held) => [{ topic, held }],
    );
  }

  /** A snapshot of a report was taken, here or on another node; of any when a message may have been lost. */
  snapshotTaken(topic?: Topic): void {
    this.#memory.snapshotTaken(topic);
  }

  /** What waits for approval, as far as this node has heard. */
  waiting(topic: Topic): HeldPublish | undefined {
    return this.#waiting.get(topic);
  }

  /** What waits as the store has it, as another node may have held it; nothing where no rule ever was. */
  async held(topic: Topic): Promise<HeldPublish | undefined> {
    return this.#settings.has(topic) ? this.#deps.store.held(topic) : undefined;
  }

  /** The same where another node may just have given a report its first rules. */
  heldNow(topic: Topic): Promise<HeldPublish | undefined> {
    return this.#deps.isAlone ? this.held(topic) : this.#deps.store.held(topic);
  }

  /** The publishes that are released by themselves by an epoch ms. */
  due(now: number): readonly HeldPublish[] {
    return [...this.#waiting.values()].filter((held) => {
      const minutes = this.setting(held.topic)?.releaseAfterMin ?? 0;
      return minutes > 0 && now >= releasedAt(held, minutes);
    });
  }

  setting(topic: Topic): GuardSetting | undefined {
    return this.#settings.get(topic)?.setting;
  }

  rules(topic: Topic): readonly GuardRule[] {
    return this.setting(topic)?.rules ?? [];
  }

  /** False when the rules are others by now. */
  async save(setting: GuardSetting, note: AuditNote): Promise<boolean> {
    const isSaved = await this.#deps.store.save(setting, note);
    if (isSaved) this.#keep({ ...setting, revision: setting.revision + 1 });
    return isSaved;
  }

  /** A publish of a report begins, at once where all is known, as with most; undefined where no rule ever was. */
  begin(topic: Topic, before: ReportState | undefined): GuardTurn | undefined | Promise<GuardTurn> {
    const kept = this.#settings.get(topic);
    if (!kept) return undefined;
    const { plan, setting } = kept;
    const begun = (waits: HeldStanding, facts: DayFacts, standing: Standing | undefined) => {
      const { held, rejectedAt } = waits;
      const isAhead = rejectedAt > 0 && (before?.ownVersion ?? 0) <= rejectedAt;
      const rules = setting.revision;
      return new GuardTurn({ plan, rules, standing, facts, held, isAhead, topic, memory: this.#memory });
    };
    const rejectedAt = this.#idle.get(topic);
    const waits = rejectedAt === undefined ? this.#standing(topic) : { held: undefined, rejectedAt };
    const facts = this.#memory.facts(topic, plan, before?.version ?? 0);
    const standing = this.#memory.standing(plan, before);
    const isKnown = !(waits instanceof Promise || facts instanceof Promise || standing instanceof Promise);
    if (isKnown) return begun(waits, facts, standing);
    return Promise.all([waits, facts, standing]).then((read) => begun(...read));
  }

  /** What waits is read anew where another node may have held it. */
  async #standing(topic: Topic): Promise<HeldStanding> {
    const standing = await this.#deps.store.standing(topic);
    if (this.#deps.isAlone && !standing.held) this.#idle.set(topic, standing.rejectedAt);
    return standing;
  }

  content(held: HeldPublish): Promise<StoredReport | undefined> {
    return this.#deps.store.content(held);
  }

  /** The same as its approver looked at it; undefined when nobody did, or it waits no more. */
  looked({ topic }: HeldPublish, revision: number): Promise<SeenHeld | undefined> {
    return this.#deps.store.looked(topic, revision);
  }

  /** Holds a publish; undefined when another one came in between. */
  async hold({ before, ...publish }: ToHold): Promise<HeldPublish | undefined> {
    const { topic, sender, broken } = publish;
    this.#idle.delete(topic);
    const keepsNumber = before !== undefined && breaksNothingNew(before.broken, broken);
    const at = this.now();
    const after = { rules: broken.map(({ words }) => words) };
    const note = { at, actor: sender, action: 'publish held', object: topic, after, address: '' };
    const held = await this.#deps.store.hold({ ...publish, over: before?.revision ?? 0, keepsNumber }, note);
    if (held) this.#wait(topic, held, true);
    return held;
  }

  /** Lets a held publish go; false when it does not wait any more. */
  async reject(held: Rejection, note: AuditNote): Promise<boolean> {
    const isGone = await this.#deps.store.reject(held, note);
    this.#idle.delete(held.topic);
    if (isGone) this.settled(held.topic);
    return isGone;
  }

  /** What waited waits no more. */
  settled(topic: Topic): void {
    this.#wait(topic, undefined, true);
  }

  #keep(setting: GuardSetting): void {
    const { topic, revision } = setting;
    if (this.#settings.get(topic)?.setting.revision === revision) return;
    this.#settings.set(topic, { setting, plan: planOf(setting.rules) });
  }

  /** Takes over what the store says; what was held or let go here meanwhile, or was read later, is known better. */
  async #reading<T>(
    of: Topic | 'all',
    read: () => Promise<T>,
    toldBy: (found: T) => readonly { readonly topic: Topic; readonly held: HeldPublish | undefined }[],
  ): Promise<void> {
    const earlier = [...this.#reads];
    const own: ReadUnderWay = { known: new Set(), isLate: false };
    this.#reads.add(own);
    try {
      const found = await read();
      for (const other of earlier) {
        if (of === 'all') other.isLate = true;
        else other.known.add(of);
      }
      for (const { topic, held } of toldBy(found)) {
        if (!(own.isLate || own.known.has(topic))) this.#wait(topic, held, false);
      }
    } finally {
      this.#reads.delete(own);
    }
  }

  #wait(topic: Topic, held: HeldPublish | undefined, isOwn: boolean): void {
    if (isOwn) for (const { known } of this.#reads) known.add(topic);
    const before = this.#waiting.get(topic);
    if (before?.revision === held?.revision && before?.number === held?.number) return;
    if (held) this.#waiting.set(topic, held);
    else this.#waiting.delete(topic);
    this.#deps.onWaiting(topic, { before, held, isOwn });
  }
}

/** Once in so many looks all revisions are compared: a server of an earlier version saves rules and counts nothing. */
const LOOKS_AT_ALL = 100;

/** Approvers have seen what the one before breaks; a rule that it did not break makes another one of it. */
function breaksNothingNew(before: readonly BrokenRule[], now: readonly BrokenRule[]): boolean {
  const known = new Set(before.map(({ rule }) => rule));
  return now.every(({ rule }) => known.has(rule));
}
