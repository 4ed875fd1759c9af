import { limits } from '@sheetwire/contract/limits';
import type { LiveHub } from './hub.ts';
import { ROUNDS } from './stream-index.ts';

/** Looks of a stream's own without a byte after which it gets a comment: never more than a beat passes. */
const QUIET_LOOKS = limits.streamBeat / limits.streamLook;

/**
 * Sends every stream a comment that would be quiet for longer than its beat: a viewer tells by it a line that is dead
 * from a publisher that says nothing, and need not ask (interfaces 7; quality, Reliability).
 */
export class CommentRounds {
  readonly #hub: LiveHub;
  #timer: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(hub: LiveHub) {
    this.#hub = hub;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), limits.streamLook / ROUNDS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** One round: a fifth of the streams, so that ten thousand comments do not go out at once. */
  look(): void {
    this.#round = (this.#round + 1) % ROUNDS;
    if (!this.#hub.mayVouch()) return;
    for (const stream of this.#hub.streamsOfRound(this.#round)) {
      if (stream.look() >= QUIET_LOOKS) this.#hub.comment(stream);
    }
  }
}
