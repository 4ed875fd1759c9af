import { limits } from '@sheetwire/contract/limits';
import type { GuardPlan } from '@sheetwire/page/guard/plan';
import { type GuardedPage, type Standing, standingSteps } from '@sheetwire/page/guard/standing';
import { snapshotDateAt } from '@sheetwire/rules/snapshot-due';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/bounded-map.ts';
import { inSlices } from '#lib/slices.ts';
import type { Clock } from '#ports/clock.ts';
import type { ReportPast } from '#ports/past/report-past.ts';
import type { ReportState } from '#report/report-state.ts';
import { type BaseDeps, endsOf, openOf, snapshotOf } from './bases.ts';

export interface GuardMemoryDeps extends BaseDeps {
  readonly clock: Clock;
  readonly past: BaseDeps['past'] & Pick<ReportPast, 'senders'>;
}

/** What rules compare a publish with beside the version before. */
export interface DayFacts {
  readonly today: string;
  readonly usual: ReadonlySet<string>;
  readonly bases: { readonly open: Standing | undefined; readonly snapshot: Standing | undefined };
}

interface Known {
  readonly plan: GuardPlan;
  readonly version: number;
  readonly standing: Standing;
}

interface Day {
  readonly plan: GuardPlan;
  readonly today: string;
  readonly open: Standing | undefined;
  readonly snapshot: Standing | undefined;
}

/** The day of a report at an epoch ms. */
interface Today {
  readonly at: number;
  readonly zone: string;
  readonly today: string;
  readonly from: number;
  readonly until: number;
}

/** Who published the last versions, newest first. */
interface Senders {
  readonly version: number;
  readonly last: readonly string[];
  readonly names: ReadonlySet<string>;
}

function sendersAfter({ last, names }: Senders, version: number, sender: string): Senders {
  // As a rule it is always the same one.
  if (names.size === 1 && names.has(sender) && last.length === limits.guard.usual) return { version, last, names };
  const now = [sender, ...last].slice(0, limits.guard.usual);
  return { version, last: now, names: new Set(now) };
}

/** What was read of reports for their rules, so that a publish reads what it changes and no more. */
export class GuardMemory {
  readonly #deps: GuardMemoryDeps;
  /** By the first page of the version, so that no page is kept in memory for its rules alone. */
  readonly #standings = new WeakMap<GuardedPage, Known>();
  readonly #days = new BoundedMap<Topic, Day>(limits.guard.remembered);
  readonly #todays = new BoundedMap<Topic, Today>(limits.guard.remembered);
  readonly #senders = new BoundedMap<Topic, Senders>(limits.guard.remembered);
  /** Moves with each snapshot: what was read of a day before it is not kept. */
  #captures = 0;

  constructor(deps: GuardMemoryDeps) {
    this.#deps = deps;
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
    const senders = this.#senders.get(topic);
    if (senders) this.#senders.set(topic, sendersAfter(senders, known.version, sender));
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
    const usual = needs.usual ? this.#knownUsual(topic, version) : none;
    const bases = needs.bases && today ? this.#knownBases(topic, plan, today.today) : noBases;
    return today && usual && bases ? { today: today.today, usual, bases } : this.#readFacts(topic, plan, version);
  }

  async #readFacts(topic: Topic, plan: GuardPlan, version: number): Promise<DayFacts> {
    const { needs } = plan;
    const { today, zone } = needs.day ? await this.#today(topic) : noDay;
    const usual = needs.usual ? await this.#usual(topic, version) : none;
    const bases = needs.bases ? await this.#bases(topic, plan, { today, zone }) : noBases;
    return { today, usual, bases };
  }

  #knownToday(topic: Topic): Today | undefined {
    const known = this.#todays.get(topic);
    if (!known) return undefined;
    const at = this.#deps.clock.now();
    const isToday = at >= known.from && at < known.until;
    return isToday && Math.abs(at - known.at) < limits.guard.look ? known : undefined;
  }

  #knownUsual(topic: Topic, version: number): ReadonlySet<string> | undefined {
    const known = this.#senders.get(topic);
    return known?.version === version ? known.names : undefined;
  }

  #knownBases(topic: Topic, plan: GuardPlan, today: string): Day | undefined {
    const known = this.#days.get(topic);
    return known?.plan === plan && known.today === today && known.open ? known : undefined;
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

  async #usual(topic: Topic, version: number): Promise<ReadonlySet<string>> {
    const known = this.#knownUsual(topic, version);
    if (known) return known;
    const last = await this.#deps.past.senders(topic, version, limits.guard.usual);
    const names = new Set(last);
    this.#senders.set(topic, { version, last, names });
    return names;
  }

  /** Read once a day; until the day has a version it is looked for with each publish. */
  async #bases(topic: Topic, plan: GuardPlan, { today, zone }: { readonly today: string; readonly zone: string }) {
    const whole = this.#knownBases(topic, plan, today);
    if (whole) return whole;
    const known = this.#days.get(topic);
    const isDay = known?.plan === plan && known.today === today;
    const ask = { topic, plan, today, zone };
    const captures = this.#captures;
    const snapshot = isDay ? known.snapshot : await snapshotOf(this.#deps, ask);
    const day = { plan, today, snapshot, open: (await openOf(this.#deps, ask))?.standing };
    if (captures === this.#captures) this.#days.set(topic, day);
    return day;
  }
}

const none: ReadonlySet<string> = new Set();
const noDay = { today: '', zone: 'UTC' };
const noBases = { open: undefined, snapshot: undefined };
