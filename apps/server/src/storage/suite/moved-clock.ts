import type { Clock } from '#ports/clock.ts';

/** A clock that moves when the test says so. */
export class MovedClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  now(): number {
    return this.#now;
  }
  move(by: number): void {
    this.#now += by;
  }
}
