import { limits } from '@sheetwire/contract/limits';
import { type SliceLength, Slices } from '#lib/slices.ts';
import type { LiveHub } from './hub.ts';
import { ROUNDS } from './stream-index.ts';

/** Looks of a stream's own without a byte after which it gets a comment: never more than a beat passes. */
const QUIET_LOOKS = limits.streamBeat / limits.streamLook;

/** So many are looked at between two looks at the clock. */
const LOT = 16;

/**
 * Sends every stream a comment that would be quiet for longer than its beat: a viewer tells by it a line that is dead
 * from a publisher that says nothing, and need not ask (interfaces 7; quality, Reliability).
 */
export class CommentRounds {
  readonly #hub: LiveHub;
  readonly #slices: Slices;
  /** Rounds that are not over yet. */
  readonly #underWay = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(hub: LiveHub, onFault: (fault: unknown) => void, slice: SliceLength = limits.tellSlice) {
    this.#hub = hub;
    this.#slices = new Slices(onFault, slice);
  }

  /** True when no round is under way. */
  get isIdle(): boolean {
    return this.#slices.isIdle;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), limits.streamLook / ROUNDS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#slices.stop();
  }

  /** One round: a fifth of the streams, a few at a time, as each comment is a call of the kernel. */
  look(): void {
    this.#round = (this.#round + 1) % ROUNDS;
    if (!this.#hub.mayVouch() || this.#underWay.has(this.#round)) return;
    this.#underWay.add(this.#round);
    this.#slices.add(this.#each(this.#round));
  }

  *#each(round: number): Generator<void> {
    let looked = 0;
    try {
      for (const stream of this.#hub.streamsOfRound(round)) {
        if (stream.look() >= QUIET_LOOKS && this.#hub.mayVouch()) this.#hub.comment(stream);
        if (++looked % LOT === 0) yield;
      }
    } finally {
      this.#underWay.delete(round);
    }
  }
}
