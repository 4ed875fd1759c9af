import { limits } from '@sheetwire/contract/limits';
import { clientNetwork } from '#http/client-network.ts';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { Refusal } from '#lib/refusal.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';

const second = 1000;

/** Sign-ins that an address may begin or end in a window: each is a row of the store that a stranger asks for. */
export class StartRate {
  readonly #clock: Clock;
  readonly #counts = new BoundedMap<string, number>(limits.maxKnownCallers);
  #since = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one; refuses with 429 beyond the limit. What is counted is forgotten with its window. */
  take(address: string): void {
    const { most, within } = limits.sso.starts;
    const now = steadyTime(this.#clock);
    if (Math.abs(now - this.#since) >= within) {
      this.#counts.clear();
      this.#since = now;
    }
    const network = clientNetwork(address);
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#counts.set(network, count);
    if (count > most) throw new Refusal('too_many', { retryAfter: Math.ceil((this.#since + within - now) / second) });
  }
}
