import { limits } from '@sheetwire/contract/limits';
import type { GuardPlan } from '@sheetwire/page/guard/plan';
import { type GuardedPage, type Standing, standingSteps } from '@sheetwire/page/guard/standing';
import { snapshotDateAt } from '@sheetwire/rules/snapshot-due';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { inSlices } from '#lib/slices.ts';
import type { Clock } from '#ports/clock.ts';
import type { ReportPast } from '#ports/past/report-past.ts';
import type { ReportState } from '#report/report-state.ts';
import { type BaseDeps, endsOf, openOf, type SnapshotBase, snapshotOf } from './bases.ts';
import { UsualSenders } from './usual-senders.ts';

export interface GuardMemoryDeps extends BaseDeps {
  readonly clock: Clock;
  readonly past: BaseDeps['past'] & Pick<ReportPast, 'senders'>;
}

interface Bases {
  readonly open: Standing | undefined;
  readonly snapshot: Standing | undefined;
}

/** What rules compare a publish with beside the version before. */
export interface DayFacts {
  readonly today: string;
  readonly usual: ReadonlySet<string>;
  readonly bases: Bases;
}

interface Known {
  readonly plan: GuardPlan;
  readonly version: number;
  readonly standing: Standing;
}

interface Day {
  readonly plan: GuardPlan;
  readonly zone: string;
  readonly today: string;
  readonly open: Standing | undefined;
  readonly snapshot: SnapshotBase | undefined;
  /** Epoch ms at which the snapshot was known to be the newest. */
  readonly at: number;
}

/** yyyy-mm-dd in a zone. */
interface DayOf {
  readonly today: string;
  readonly zone: string;
}

/** The day of a report at an epoch ms. */
interface Today extends DayOf {
  readonly at: number;
  readonly from: number;
  readonly until: number;
}

/** What was read of reports for their rules, so that a publish reads what it changes and no more. */
export class GuardMemory {
  readonly #deps: GuardMemoryDeps;
  /** By the first page of the version, so that no page is kept in memory for its rules alone. */
  readonly #standings = new WeakMap<GuardedPage, Known>();
  readonly #days = new BoundedMap<Topic, Day>(limits.guard.remembered);
  readonly #todays = new BoundedMap<Topic, Today>(limits.guard.remembered);
  readonly #senders: UsualSenders;
  /** Moves with each snapshot: what was read of a day before it is not kept. */
  #captures = 0;

  constructor(deps: GuardMemoryDeps) {
    this.#deps = deps;
    this.#senders = new UsualSenders(deps.past);
  }

  /** How the version before a publish stands; what is known of it holds while its pages are those that were read. */
  standing(plan: GuardPlan, before: ReportState | undefined): Standing | undefined | Promise<Standing> {
    if (!before) return undefined;
    const [first] = before.pages;
    const known = first && this.#standings.get(first);
    const isKnown =
      known?.plan === plan &&
      known.version === before.version &&
      known.standing.pages.length === before.pages.length &&
      known.standing.pages.every(({ page }, n) => page === before.pages[n]);
    return isKnown ? known.standing : inSlices(standingSteps(plan, undefined, before.pages));
  }

  /** A version was kept that stands so. */
  note(topic: Topic, { sender, ...known }: Known & { readonly sender: string }): void {
    const [first] = known.standing.pages;
    if (first) this.#standings.set(first.page, known);
    this.#senders.note(topic, known.version, sender);
  }

  /** A snapshot was taken, of a day before as well: what it replaces is compared with no more. Of any report when left out. */
  snapshotTaken(topic?: Topic): void {
    this.#captures++;
    if (topic === undefined) this.#days.clear();
    else this.#days.delete(topic);
  }

  /** With most publishes all of it is known. */
  facts(topic: Topic, plan: GuardPlan, version: number): DayFacts | Promise<DayFacts> {
    const { needs } = plan;
    const today = needs.day ? this.#knownToday(topic) : noDay;
    const usual = needs.usual ? this.#senders.known(topic, version) : none;
    const bases = needs.bases && today ? this.#knownBases(topic, plan, today) : noBases;
    return today && usual && bases ? { today: today.today, usual, bases } : this.#readFacts(topic, plan, version);
  }

  async #readFacts(topic: Topic, plan: GuardPlan, version: number): Promise<DayFacts> {
    const { needs } = plan;
    const { today, zone } = needs.day ? await this.#today(topic) : noDay;
    const usual = needs.usual ? await this.#senders.read(topic, version) : none;
    const bases = needs.bases ? await this.#bases(topic, plan, { today, zone }) : noBases;
    return { today, usual, bases };
  }

  #knownToday(topic: Topic): Today | undefined {
    const known = this.#todays.get(topic);
    if (!known) return undefined;
    const at = this.#deps.clock.now();
    return at >= known.from && at < known.until && this.#isFresh(known.at) ? known : undefined;
  }

  #knownBases(topic: Topic, plan: GuardPlan, day: DayOf): Bases | undefined {
    const known = this.#knownDay(topic, plan, day);
    return known?.open && this.#isFresh(known.at) ? basesOf(known) : undefined;
  }

  #knownDay(topic: Topic, plan: GuardPlan, { today, zone }: DayOf): Day | undefined {
    const known = this.#days.get(topic);
    return known?.plan === plan && known.today === today && known.zone === zone ? known : undefined;
  }

  #isFresh(at: number): boolean {
    return Math.abs(this.#deps.clock.now() - at) < limits.guard.look;
  }

  /** The zone may be set anew at any time, and is asked for now and then. */
  async #today(topic: Topic): Promise<Today> {
    const known = this.#knownToday(topic);
    if (known) return known;
    const at = this.#deps.clock.now();
    const zone = await this.#deps.zoneOf(topic);
    const today = snapshotDateAt(at, { zone, backdates: false });
    const now = { at, zone, today, ...endsOf(today, zone) };
    this.#todays.set(topic, now);
    return now;
  }

  /**
   * The first version of the day is read once; until there is one it is looked for with each publish. What told of a
   * snapshot may be lost, with the server that took it: the newest is looked for now and then.
   */
  async #bases(topic: Topic, plan: GuardPlan, { today, zone }: DayOf): Promise<Bases> {
    const known = this.#knownDay(topic, plan, { today, zone });
    if (known?.open && this.#isFresh(known.at)) return basesOf(known);
    const ask = { topic, plan, today, zone };
    const at = this.#deps.clock.now();
    const captures = this.#captures;
    const isNewest = known && this.#isFresh(known.at);
    const snapshot = isNewest ? known.snapshot : await snapshotOf(this.#deps, ask, known?.snapshot);
    const open = known?.open ?? (await openOf(this.#deps, ask))?.standing;
    const day = { plan, zone, today, snapshot, open, at: isNewest ? known.at : at };
    if (captures === this.#captures) this.#days.set(topic, day);
    return basesOf(day);
  }
}

function basesOf({ open, snapshot }: Pick<Day, 'open' | 'snapshot'>): Bases {
  return { open, snapshot: snapshot?.standing };
}

const none: ReadonlySet<string> = new Set();
const noDay = { today: '', zone: 'UTC' };
const noBases = { open: undefined, snapshot: undefined };
