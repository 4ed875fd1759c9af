import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#ports/clock.ts';

interface Bucket {
  left: number;
  at: number;
}

const second = 1000;

/** A bucket of calls for each session or bearer (interfaces 4: 200 publishes a second for one credential). */
export class CallRate {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when one more call fits; a bucket holds one second's worth. */
  takes(caller: string, perSecond: number): boolean {
    const now = this.#clock.now();
    const key = `${perSecond} ${caller}`;
    const bucket = this.#buckets.get(key) ?? { left: perSecond, at: now };
    const refilled = bucket.left + (Math.max(0, now - bucket.at) * perSecond) / second;
    bucket.left = Math.min(perSecond, refilled) - 1;
    bucket.at = now;
    this.#keep(key, bucket);
    if (bucket.left >= 0) return true;
    bucket.left = Math.max(-1, bucket.left) + 1;
    return false;
  }

  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size <= limits.maxKnownCallers) return;
    const oldest = this.#buckets.keys().next().value;
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
