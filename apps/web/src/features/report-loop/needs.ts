import { either, isNeeded, type Need, noNeed } from './need.ts';

/** A fetch that was started. */
export interface StartedFetch {
  readonly need: Need;
  /** False when only session and rights are checked. */
  readonly returnReport: boolean;
  /** How often the line had been lost when it was started. */
  readonly losses: number;
}

/** What a fetch is needed for, what the last one was started for, and since when the screen waits for one. */
export class Needs {
  #open: Need = noNeed;
  #started: StartedFetch = { need: noNeed, returnReport: false, losses: 0 };
  #since: number | undefined;

  /** What no fetch was started for yet. */
  get open(): Need {
    return this.#open;
  }

  /** The last fetch: a mere poll gives way to the stream, a check does not hold deltas up. */
  get started(): StartedFetch {
    return this.#started;
  }

  add(need: Partial<Need>): void {
    this.#open = either(this.#open, { ...noNeed, ...need });
  }

  /** Another report is asked for, or none. */
  begin(isAsked: boolean): void {
    this.#open = { ...noNeed, first: isAsked };
  }

  /** A fetch is made for all that is open. */
  start(returnReport: boolean, losses: number): StartedFetch {
    this.#started = { need: this.#open, returnReport, losses };
    this.#open = noNeed;
    return this.#started;
  }

  /** This version is shown: what is newer than it is needed still. */
  reached(version: number): void {
    if (this.#open.newer <= version) this.#open = { ...this.#open, newer: 0 };
  }

  /** Since when the screen waits for what is needed; undefined while it does not. */
  since(now: number, isFetching: boolean): number | undefined {
    const isWanting = isNeeded(this.#open) || (isFetching && isNeeded(this.#started.need));
    this.#since = isWanting ? (this.#since ?? now) : undefined;
    return this.#since;
  }
}
