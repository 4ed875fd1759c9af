import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#lib/clock.ts';

interface LateTurnsDeps {
  readonly clock: Clock;
  /** The next delta is on its way: what waits would be written once more. */
  isMoving(): boolean;
  /** How long a cell may wait at most, ms. */
  longest(): number;
  /** From the first cell again. */
  rewind(): void;
  /** Writes as many cells as fit into a turn; true when the last of them is behind. */
  turn(): boolean;
}

/**
 * When cells that wait are written: once the hand rests, unless it moves on, and after the longest wait however it moves.
 * The browser answers between two turns.
 */
export class LateTurns {
  readonly #deps: LateTurnsDeps;
  #cancelRest: (() => void) | undefined;
  /** Of the cell that waits longest. */
  #cancelLongest: (() => void) | undefined;
  #cancelTurn: (() => void) | undefined;
  /** The pass that goes on is for cells that have waited for the longest time; others became so meanwhile. */
  #isDue = false;
  #isDueAgain = false;

  constructor(deps: LateTurnsDeps) {
    this.#deps = deps;
  }

  /** A delta left cells waiting. */
  wait(): void {
    this.#awaitRest();
    this.#cancelLongest ??= this.#deps.clock.after(this.#deps.longest(), () => this.#fallDue());
  }

  /** Nothing waits any more. */
  stop(): void {
    this.#cancelRest?.();
    this.#cancelLongest?.();
    this.#cancelTurn?.();
    this.#cancelRest = undefined;
    this.#cancelLongest = undefined;
    this.#cancelTurn = undefined;
    this.#isDue = false;
    this.#isDueAgain = false;
  }

  #awaitRest(): void {
    this.#cancelRest?.();
    this.#cancelRest = this.#deps.clock.after(limits.past.rest, () => this.#rested());
  }

  #rested(): void {
    this.#cancelRest = undefined;
    if (this.#cancelTurn || this.#deps.isMoving()) this.#awaitRest();
    else this.#begin();
  }

  /** A pass for cells that became due before goes to its end first: begun anew each time, it would never reach it. */
  #fallDue(): void {
    this.#cancelLongest = undefined;
    if (this.#isDue) {
      this.#isDueAgain = true;
      return;
    }
    this.#isDue = true;
    this.#begin();
  }

  #begin(): void {
    this.#cancelTurn?.();
    this.#deps.rewind();
    this.#turn();
  }

  #turn(): void {
    this.#cancelTurn = undefined;
    if (!this.#isDue && this.#deps.isMoving()) {
      this.#awaitRest();
      return;
    }
    if (!this.#deps.turn()) {
      this.#cancelTurn = this.#deps.clock.after(0, () => this.#turn());
      return;
    }
    this.#isDue = this.#isDueAgain;
    this.#isDueAgain = false;
    if (this.#isDue) this.#begin();
  }
}
