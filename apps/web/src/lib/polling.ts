import type { Clock } from './clock.ts';
import { noteFault } from './faults.ts';
import { giveUpLate } from './give-up-late.ts';

/** Whether the page is hidden, and when that changes. */
export interface Hidden {
  subscribe(listener: () => void): () => void;
  getSnapshot(): boolean;
}

export interface PollingDeps {
  readonly clock: Clock;
  readonly isHidden: Hidden;
  /** From an answer to the next question. */
  readonly every: number;
  /** Asks once; a call that fails is its own matter, and the next question comes all the same. */
  readonly ask: (signal: AbortSignal) => Promise<void>;
}

const nothingToCancel = () => undefined;

/** Asks again and again while the page is visible, one question at a time, and at once when told to. */
export class Polling {
  readonly #deps: PollingDeps;
  #cancel: () => void = nothingToCancel;
  #unsubscribe: (() => void) | undefined;
  #current: AbortController | undefined;
  #isDue = false;

  constructor(deps: PollingDeps) {
    this.#deps = deps;
  }

  start(): void {
    if (this.#unsubscribe) return;
    this.#unsubscribe = this.#deps.isHidden.subscribe(() => this.now());
    this.now();
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#cancel();
    this.#current?.abort();
    this.#current = undefined;
    this.#isDue = false;
  }

  /** Something changed: asks now, or as soon as the question under way is answered, since that may be too old. */
  now(): void {
    if (!this.#unsubscribe || this.#deps.isHidden.getSnapshot()) return;
    this.#cancel();
    if (this.#current) this.#isDue = true;
    else void this.#ask();
  }

  async #ask(): Promise<void> {
    const { clock, ask, every } = this.#deps;
    const current = new AbortController();
    this.#current = current;
    this.#isDue = false;
    const cancelLimit = giveUpLate(current, clock);
    await ask(current.signal).catch(noteFault);
    cancelLimit();
    if (this.#current !== current) return;
    this.#current = undefined;
    if (this.#isDue) this.now();
    else this.#cancel = clock.after(every, () => this.now());
  }
}
