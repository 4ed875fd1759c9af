import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { FairMap } from '#lib/maps/fair-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';

/** Which refusals the audit log was told of lately: a publisher that keeps trying would fill it (semantics 8). */
export class RefusalNotes {
  readonly #clock: Clock;
  readonly #noted = new FairMap<string, number>(limits.audit.refusalsKept);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when this refusal of a user is to be noted; beyond a bound the oldest of whoever has the most are forgotten. */
  isDue(user: User, what: string): boolean {
    const refusal = `${user} ${what}`;
    const now = steadyTime(this.#clock);
    const last = this.#noted.get(refusal);
    if (last !== undefined && Math.abs(now - last) < limits.audit.refusalEvery) return false;
    this.#noted.set(refusal, now, user);
    return true;
  }
}
