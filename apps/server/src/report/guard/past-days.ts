import type { GuardPlan } from '@sheetwire/page/guard/plan';
import type { Standing } from '@sheetwire/page/guard/standing';
import { snapshotDateAt } from '@sheetwire/rules/snapshot-due';
import type { Topic } from '@sheetwire/rules/topic';
import type { KeptVersion } from '#ports/past/report-past.ts';
import { timeOfDigits } from '#report/publish-times.ts';
import { type BaseDeps, openOf, snapshotOf } from './bases.ts';

interface Day {
  readonly today: string;
  readonly open: { readonly version: number; readonly standing: Standing } | undefined;
  readonly snapshot: Standing | undefined;
}

/** What rules compared with on the days of a rehearsal, read once a day. */
export class PastDays {
  readonly #deps: BaseDeps;
  readonly #topic: Topic;
  readonly #plan: GuardPlan;
  #zone: string | undefined;
  #day: Day | undefined;

  constructor(deps: BaseDeps, topic: Topic, plan: GuardPlan) {
    this.#deps = deps;
    this.#topic = topic;
    this.#plan = plan;
  }

  /** The day of a version; the first of a day is compared with none. */
  async at({ version, time }: Pick<KeptVersion, 'version' | 'time'>) {
    this.#zone ??= await this.#deps.zoneOf(this.#topic);
    const zone = this.#zone;
    const today = snapshotDateAt(timeOfDigits(time), { zone, backdates: false });
    if (this.#day?.today !== today) this.#day = await this.#read(today, zone);
    const { open, snapshot } = this.#day;
    return { today, bases: { open: open && open.version < version ? open.standing : undefined, snapshot } };
  }

  async #read(today: string, zone: string): Promise<Day> {
    const since = new Set(this.#plan.rules.map(({ rule }) => rule.since));
    const ask = { topic: this.#topic, plan: this.#plan, today, zone };
    return {
      today,
      open: since.has('open') ? await openOf(this.#deps, ask) : undefined,
      snapshot: since.has('snapshot') ? (await snapshotOf(this.#deps, ask))?.standing : undefined,
    };
  }
}
