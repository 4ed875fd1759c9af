import type { Clock } from './clock.ts';

interface Waiting {
  at: number;
  readonly run: () => void;
}

/** A clock that moves only when told; between two timers every pending promise settles. */
export class TestClock implements Clock {
  #now: number;
  readonly #waiting = new Set<Waiting>();

  constructor(start = 0) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const entry = { at: this.#now + ms, run };
    this.#waiting.add(entry);
    return () => this.#waiting.delete(entry);
  }

  /** The machine sleeps, or its clock is set: time goes by, and what waits has as long to wait as before. */
  sleep(ms: number): void {
    this.#now += ms;
    for (const entry of this.#waiting) entry.at += ms;
  }

  /** Moves on by `ms`, running what falls due in its order. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#waiting.delete(next);
      this.#now = next.at;
      next.run();
      await settle();
    }
    this.#now = end;
  }

  #next(end: number): Waiting | undefined {
    return [...this.#waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Lets chains of resolved promises run to their end. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
