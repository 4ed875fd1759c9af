import { Refusal } from '#lib/refusal.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import { BoundedMap } from './maps/bounded-map.ts';

const SECOND = 1000;
const MAX_CREDENTIALS = 100_000;

interface Bucket {
  left: number;
  at: number;
}

/** At most `perSecond` publishes of one credential in a second, evened out over time (interfaces 4, Limits). */
export class PublishRate {
  readonly #clock: Clock;
  readonly #perSecond: number;
  /** Beyond them the one that was used longest ago goes: within a second so many are more than a server can serve. */
  readonly #buckets = new BoundedMap<string, Bucket>(MAX_CREDENTIALS);

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /** Counts one publish; refuses with 429 and Retry-After when the credential is over its rate. */
  take(credential: string): void {
    const now = steadyTime(this.#clock);
    const known = this.#buckets.get(credential);
    // Where the time of day serves, one that is set back must not lock anybody out (safety 3).
    if (known && known.at > now) known.at = now;
    const gained = known ? ((now - known.at) / SECOND) * this.#perSecond : this.#perSecond;
    const left = Math.min(this.#perSecond, (known?.left ?? 0) + gained) - 1;
    if (left < 0) throw new Refusal('too_many', { retryAfter: 1 });
    this.#buckets.set(credential, { left, at: now });
  }
}
