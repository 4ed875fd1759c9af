import { limits } from '@sheetwire/contract/limits';
import { BoundedMap } from '#lib/bounded-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';

/** Which refusals the audit log was told of lately: a publisher that keeps trying would fill it (semantics 8). */
export class RefusalNotes {
  readonly #clock: Clock;
  readonly #noted = new BoundedMap<string, number>(limits.audit.refusalsKept);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when this refusal is to be noted; the oldest are forgotten beyond a bound. */
  isDue(refusal: string): boolean {
    const now = steadyTime(this.#clock);
    const last = this.#noted.get(refusal);
    if (last !== undefined && Math.abs(now - last) < limits.audit.refusalEvery) return false;
    this.#noted.set(refusal, now);
    return true;
  }
}
