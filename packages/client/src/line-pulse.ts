import { limits } from '@sheetwire/contract/limits';
import type { Clock } from './clock.ts';

export interface PulseDeps {
  readonly clock: Clock;
  /** From 0 to 1: viewers of one server do not all ask in one moment. */
  readonly chance: () => number;
  /** Asks the other end to say something on the line. */
  ask(): void;
  /** The line is dead, whatever the system says of it. */
  onDead(): void;
}

const nothingToCancel = () => undefined;

/** A line that should say something now and then: who hears nothing asks once, and gives it up when no sign comes. */
export class LinePulse {
  readonly #deps: PulseDeps;
  #heardAt = 0;
  #cancel: () => void = nothingToCancel;

  constructor(deps: PulseDeps) {
    this.#deps = deps;
  }

  /** The other end promised something at least every `beat` ms; without a promise nobody asks, and silence may be long. */
  start(beat: number | undefined): void {
    this.stop();
    this.alive();
    const { chance } = this.#deps;
    if (beat === undefined) this.#wait(limits.streamSilent, false);
    else this.#wait(Math.max(limits.lineQuiet, 1.5 * beat) + chance() * limits.lineSpread, true);
  }

  /** Bytes came, comments included. */
  alive(): void {
    this.#heardAt = this.#deps.clock.now();
  }

  stop(): void {
    this.#cancel();
    this.#cancel = nothingToCancel;
  }

  #wait(quiet: number, mayAsk: boolean, left = quiet): void {
    const { clock, onDead } = this.#deps;
    this.#cancel = clock.after(left, () => {
      const now = clock.now();
      // Heard in a time to come: the clock was set back since, which says nothing of the line.
      this.#heardAt = Math.min(this.#heardAt, now);
      const rest = this.#heardAt + quiet - now;
      if (rest > 0) this.#wait(quiet, mayAsk, Math.min(rest, quiet));
      else if (mayAsk) this.#ask(quiet);
      else onDead();
    });
  }

  #ask(quiet: number): void {
    const { clock, ask, onDead } = this.#deps;
    const before = this.#heardAt;
    this.#cancel = clock.after(limits.lineAnswer, () => {
      if (this.#heardAt === before) onDead();
      else this.#wait(quiet, true);
    });
    ask();
  }
}
