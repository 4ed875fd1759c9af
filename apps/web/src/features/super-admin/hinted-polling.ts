import type { LiveEvent } from '@sheetwire/client/live-event';
import type { StreamListener, StreamState } from '@sheetwire/client/live-stream';
import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#lib/clock.ts';
import { type Hidden, Polling } from '#lib/polling.ts';

export interface PollingPlace {
  readonly clock: Clock;
  readonly isMobile: boolean;
  readonly isHidden: Hidden;
  /** The stream that tells of changes; polling alone does too. */
  readonly live: { subscribe(listener: StreamListener): () => void };
}

/** What is known of changes that no id in the question names: one was told, none was, or nobody would tell. */
export type Hint = 'told' | 'quiet' | 'blind';

interface HintedPollingDeps extends PollingPlace {
  readonly ask: (signal: AbortSignal, hint: Hint) => Promise<void>;
}

/** Asks for the lists of users or groups as often as spec 9 says, and at once when the stream tells of a change. */
export class HintedPolling {
  readonly #live: PollingPlace['live'];
  readonly #polling: Polling;
  #isHinted = false;
  #state: StreamState = 'idle';
  #unsubscribe: (() => void) | undefined;

  constructor({ clock, isMobile, isHidden, live, ask }: HintedPollingDeps) {
    this.#live = live;
    this.#polling = new Polling({
      clock,
      isHidden,
      every: limits.usersPoll[isMobile ? 'mobile' : 'desktop'],
      ask: (signal) => this.#ask(ask, signal),
    });
  }

  start(): void {
    this.#unsubscribe ??= this.#live.subscribe({
      onEvent: (event) => this.#hear(event),
      onState: (state) => {
        this.#state = state;
      },
      onGap: () => this.hint(),
    });
    this.#polling.start();
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#polling.stop();
  }

  /** Asks now. */
  now(): void {
    this.#polling.now();
  }

  /** Asks now, for what no id names too. */
  hint(): void {
    this.#isHinted = true;
    this.#polling.now();
  }

  #hear({ name }: LiveEvent): void {
    if (name === 'admin') this.hint();
  }

  async #ask(ask: HintedPollingDeps['ask'], signal: AbortSignal): Promise<void> {
    const wasHinted = this.#isHinted;
    this.#isHinted = false;
    try {
      await ask(signal, this.#hint(wasHinted));
    } catch (error) {
      this.#isHinted ||= wasHinted;
      throw error;
    }
  }

  #hint(wasHinted: boolean): Hint {
    if (wasHinted) return 'told';
    return this.#state === 'open' ? 'quiet' : 'blind';
  }
}
