import type { Timers } from '#controls/timers.ts';
import type { Clock } from '#ports/clock.ts';

/** Time that passes when the test says so. */
export class ManualTimers implements Timers, Clock {
  #now = Date.UTC(2026, 0, 1);
  readonly #due = new Map<() => void, number>();

  now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const own = () => work();
    this.#due.set(own, this.#now + ms);
    return () => void this.#due.delete(own);
  }

  /** Lets time pass; what becomes due on the way happens at its time. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = next.at;
      this.#due.delete(next.work);
      next.work();
    }
    this.#now = end;
  }

  #next(end: number): { work: () => void; at: number } | undefined {
    const [first] = [...this.#due].filter(([, at]) => at <= end).toSorted(([, a], [, b]) => a - b);
    return first && { work: first[0], at: first[1] };
  }
}
