import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import { nextCount, type PollFacts } from './poll-counter.ts';

/** The tick of the polling loop, every 250 ms, and the counter that says at which of them a poll is due (spec 4). */
export class Rhythm {
  readonly #clock: Clock;
  #counter = 0;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isPollDue(): boolean {
    return this.#counter === 0;
  }

  /** Calls `tick` until it is stopped. */
  start(tick: () => void): void {
    this.#cancel = this.#clock.after(limits.reportPollTick, () => {
      this.start(tick);
      tick();
    });
  }

  stop(): void {
    this.#cancel();
  }

  /** A poll is due with the next tick. */
  restart(): void {
    this.#counter = 0;
  }

  /** A tick is over, and the loop did not wait. */
  count(facts: PollFacts): void {
    this.#counter = nextCount(this.#counter, facts);
  }
}
