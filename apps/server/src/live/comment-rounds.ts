import { limits } from '@sheetwire/contract/limits';
import type { LiveHub } from './hub.ts';

/** Streams are spread over this many rounds, so that ten thousand comments do not go out at once. */
const ROUNDS = 15;

/** Sends every stream a comment each 15 s, which keeps proxies from closing a quiet line (interfaces 7). */
export class CommentRounds {
  readonly #hub: LiveHub;
  #timer: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(hub: LiveHub) {
    this.#hub = hub;
  }

  start(): void {
    this.#timer = setInterval(() => this.#send(), limits.streamComment / ROUNDS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #send(): void {
    this.#round = (this.#round + 1) % ROUNDS;
    for (const stream of this.#hub.streams()) if (roundOf(stream.id) === this.#round) this.#hub.comment(stream);
  }
}

/** By the chance in a stream's id: its turn stays the same whoever comes and goes. */
function roundOf(id: string): number {
  return (id.charCodeAt(0) * 64 + id.charCodeAt(1)) % ROUNDS;
}
