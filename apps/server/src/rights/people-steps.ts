import type { Principal } from '@sheetwire/rules/principal';

/** Changes that what is remembered is held against one by one; what was not asked for since is worked out again. */
const MAX_STEPS = 100;

/** What a change of people touched. */
export interface PeopleMoved {
  /** From whom on upwards somebody's groups may be others. */
  readonly touched: ReadonlySet<Principal>;
  /** Whose own members may be others. */
  readonly refilled: ReadonlySet<Principal>;
}

/** The last changes of people, so that what none of them touched need not be worked out again. */
export class PeopleSteps {
  /** The newest last. */
  #steps: (PeopleMoved & { readonly stamp: number })[] = [];
  #at: number;
  /** The newest change that is not known one by one any more. */
  #unknownAt = -1;

  constructor(stamp: number) {
    this.#at = stamp;
  }

  /** The stamp of the newest change. */
  get at(): number {
    return this.#at;
  }

  note(stamp: number, { touched, refilled }: PeopleMoved): void {
    this.#at = stamp;
    this.#steps.push({ stamp, touched, refilled });
    if (this.#steps.length <= MAX_STEPS) return;
    const kept = this.#steps.slice(-MAX_STEPS / 2);
    this.#unknownAt = this.#steps.at(-kept.length - 1)?.stamp ?? stamp;
    this.#steps = kept;
  }

  /** True when no change since this stamp is one that matters; of one that is not known any more that is not known. */
  isCalmSince(stamp: number, matters: (step: PeopleMoved) => boolean): boolean {
    if (stamp === this.#at) return true;
    if (stamp < this.#unknownAt) return false;
    for (let n = this.#steps.length - 1; n >= 0; n--) {
      const step = this.#steps[n];
      if (step === undefined || step.stamp <= stamp) return true;
      if (matters(step)) return false;
    }
    return true;
  }
}
