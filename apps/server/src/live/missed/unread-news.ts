import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { Slices } from '#lib/slices.ts';
import type { Unread } from '#report/from-log/unread.ts';
import type { LiveHub } from '../hub.ts';

export interface UnreadNewsDeps {
  readonly unread: Pick<Unread, 'allFor'>;
  readonly hub: Pick<LiveHub, 'watchersOf' | 'tellChanged'>;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Tells who watches a topic of a version that is known here and was not read in time: what they see is not the newest, and
 * another server may have it (decision 90).
 */
export class UnreadNews {
  readonly #deps: UnreadNewsDeps;
  readonly #telling: Slices;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: UnreadNewsDeps) {
    this.#deps = deps;
    this.#telling = new Slices(deps.onFault, limits.tellSlice);
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), limits.unread.every).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#telling.stop();
  }

  /** Who came meanwhile is told too; while many are being told, the next look is the next. */
  look(): void {
    if (!this.#telling.isIdle) return;
    for (const [topic, version] of this.#deps.unread.allFor(limits.unread.told))
      this.#telling.add(this.#tellEach(topic, version));
  }

  *#tellEach(topic: Topic, version: number): Generator<void> {
    const { hub } = this.#deps;
    for (const watch of hub.watchersOf(topic)) {
      if (watch.version < version) hub.tellChanged(watch, version, 'unread');
      yield;
    }
  }
}
