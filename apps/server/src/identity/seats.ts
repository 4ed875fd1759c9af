import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import type { Clock } from '#ports/clock.ts';

/** License seats (semantics 3). */
export interface Seats {
  /** True when the user holds a seat now, having taken a free one if need be; each call keeps it. */
  take(user: User): boolean;
  release(user: User): void;
  /** How many are held. */
  taken(): number;
}

/** The seats of one node; 0 is as many as come. A waiting user who stops asking loses the place in line. */
export class LocalSeats implements Seats {
  readonly #clock: Clock;
  readonly #count: number;
  readonly #holders = new Map<User, number>();
  readonly #line = new Map<User, number>();

  constructor(clock: Clock, count: number) {
    this.#clock = clock;
    this.#count = count;
  }

  take(user: User): boolean {
    const now = this.#clock.now();
    if (!this.#holders.has(user) && !this.#mayTake(user, now)) return false;
    this.#line.delete(user);
    this.#holders.delete(user);
    this.#holders.set(user, now);
    this.#dropIdle(now);
    return true;
  }

  release(user: User): void {
    this.#holders.delete(user);
    this.#line.delete(user);
  }

  taken(): number {
    this.#dropIdle(this.#clock.now());
    return this.#holders.size;
  }

  #mayTake(user: User, now: number): boolean {
    if (this.#count === 0) return true;
    this.#dropIdle(now);
    for (const [waiting, askedAt] of this.#line) if (now - askedAt > limits.seatPlaceKept) this.#line.delete(waiting);
    this.#line.set(user, now);
    const ahead = [...this.#line.keys()].indexOf(user);
    return this.#count - this.#holders.size > ahead;
  }

  /** Holders stand in the order of their last call, so the idle ones come first. */
  #dropIdle(now: number): void {
    for (const [user, seenAt] of this.#holders) {
      if (now - seenAt <= limits.seatIdle) return;
      this.#holders.delete(user);
    }
  }
}
