import { changedCells, comparedSteps } from '@sheetwire/page/guard/changed-cells';
import { type BrokenRule, judge, severest } from '@sheetwire/page/guard/judge';
import type { GuardPlan } from '@sheetwire/page/guard/plan';
import { type Standing, standingAfter, standingAfterSteps, standingSteps } from '@sheetwire/page/guard/standing';
import type { Topic } from '@sheetwire/rules/topic';
import { inSlices } from '#lib/slices.ts';
import type { HeldPublish } from '#ports/guard/guard-store.ts';
import type { Computed } from '#report/publish/computed.ts';
import type { DayFacts, GuardMemory } from './guard-memory.ts';

interface TurnFacts {
  readonly topic: Topic;
  readonly plan: GuardPlan;
  /** Their revision. */
  readonly rules: number;
  readonly standing: Standing | undefined;
  readonly facts: DayFacts;
  readonly held: HeldPublish | undefined;
  /** What its publisher has was rejected since the last version. */
  readonly isAhead: boolean;
  readonly memory: GuardMemory;
}

/** What becomes of a publish, and the rules that say so. */
export interface Judged {
  readonly action: 'publish' | 'hold' | 'refuse';
  readonly broken: readonly BrokenRule[];
  readonly standing: Standing;
}

/** One publish of a report that has rules: what it is judged by was read before its first cell is set. */
export class GuardTurn {
  readonly #facts: TurnFacts;

  constructor(facts: TurnFacts) {
    this.#facts = facts;
  }

  /** The revision of the rules. */
  get rules(): number {
    return this.#facts.rules;
  }

  /** What waits for approval as the publish begins. */
  get held(): HeldPublish | undefined {
    return this.#facts.held;
  }

  /** True when cells alone would leave out what was rejected: the whole report has to come. */
  get needsWhole(): boolean {
    return this.#facts.isAhead && this.#facts.held === undefined;
  }

  /** Waits for nothing: pages that were changed in place are kept or let go before anybody sees them. */
  judge({ state: { pages }, ops, made }: Computed, sender: string): Judged {
    const { plan, standing: before } = this.#facts;
    const set = ops ?? made;
    const standing = standingAfter(plan, before, { pages, ops: set });
    return this.#judged(standing, changedCells(plan, { before, pages, ops: set }), sender);
  }

  /** The same of pages that nobody sees yet: of a large report a little at a time. */
  async judgeInSlices({ state: { pages }, ops, made }: Computed, sender: string): Promise<Judged> {
    const { plan, standing: before } = this.#facts;
    const set = ops ?? made;
    const standing = set
      ? await inSlices(standingAfterSteps(plan, before, { pages, ops: set }))
      : await inSlices(standingSteps(plan, before, pages));
    const changes = set
      ? changedCells(plan, { before, pages, ops: set })
      : await inSlices(comparedSteps(plan, before, pages));
    return this.#judged(standing, changes, sender);
  }

  #judged(after: Standing, changes: ReturnType<typeof changedCells>, sender: string): Judged {
    const { plan, standing: before, facts } = this.#facts;
    const { today, usual, bases } = facts;
    const { changed, moved } = changes;
    const broken = judge(plan, { before, after, changed, moved, sender, usual, today, bases });
    const action = severest(broken);
    return { action: action === undefined || action === 'warn' ? 'publish' : action, broken, standing: after };
  }

  /** The version was kept. */
  kept(version: number, standing: Standing, sender: string): void {
    const { memory, topic, plan } = this.#facts;
    memory.note(topic, { plan, version, standing, sender });
  }
}
