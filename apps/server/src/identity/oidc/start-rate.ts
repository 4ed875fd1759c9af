import { limits } from '@sheetwire/contract/limits';
import { clientNetwork } from '#identity/sign-in/client-network.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Clock } from '#ports/clock.ts';

const second = 1000;

/** Sign-ins that an address may begin or end in a window: each is a row of the store that a stranger asks for. */
export class StartRate {
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  #since = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one; refuses with 429 beyond the limit. What is counted is forgotten with its window. */
  take(address: string): void {
    const { most, within } = limits.sso.starts;
    const now = this.#clock.now();
    if (Math.abs(now - this.#since) >= within) {
      this.#counts.clear();
      this.#since = now;
    }
    const network = clientNetwork(address);
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#keep(network, count);
    if (count > most) throw new Refusal('too_many', { retryAfter: Math.ceil((this.#since + within - now) / second) });
  }

  /** Whoever came last stands last, and the first go when there are too many. */
  #keep(network: string, count: number): void {
    this.#counts.delete(network);
    this.#counts.set(network, count);
    const [first] = this.#counts.keys();
    if (this.#counts.size > limits.maxKnownCallers && first !== undefined) this.#counts.delete(first);
  }
}
