import { createStore } from 'zustand/vanilla';
import { errorText } from './api.ts';

/** What is known of something asked of the server. */
export type Answer<T> =
  | { readonly state: 'asking' }
  /** With a fault when it was asked again and not answered: what is known may be old. */
  | { readonly state: 'known'; readonly value: T; readonly fault?: string }
  | { readonly state: 'failed'; readonly text: string };

/** One question that can be asked again; the newest asking counts, and what is known stays until it is answered. */
export class Question<T> {
  readonly store = createStore<Answer<T>>(() => ({ state: 'asking' }));
  readonly #ask: (signal: AbortSignal) => Promise<T>;
  #round = new AbortController();
  #newest: Promise<void> = Promise.resolve();

  constructor(ask: (signal: AbortSignal) => Promise<T>) {
    this.#ask = ask;
  }

  /** Asks now, or again; resolves when this asking is over, or the one that took its place. */
  refresh(): Promise<void> {
    const asking: Promise<void> = this.#askAnew().then(() => (asking === this.#newest ? undefined : this.#newest));
    this.#newest = asking;
    return asking;
  }

  async #askAnew(): Promise<void> {
    this.stop();
    const round = this.#round;
    if (this.store.getState().state === 'failed') this.store.setState({ state: 'asking' }, true);
    const answer = await this.#ask(round.signal).then(known, failed);
    if (this.#round === round) this.store.setState(kept(this.store.getState(), answer), true);
  }

  /** An answer that is still due is dropped. */
  stop(): void {
    this.#round.abort();
    this.#round = new AbortController();
  }
}

/** A failure takes nothing away from the screen, and from what is typed into it. */
function kept<T>(before: Answer<T>, answer: Answer<T>): Answer<T> {
  if (before.state !== 'known' || answer.state !== 'failed') return answer;
  return { state: 'known', value: before.value, fault: answer.text };
}

function known<T>(value: T): Answer<T> {
  return { state: 'known', value };
}

function failed(error: unknown): { readonly state: 'failed'; readonly text: string } {
  return { state: 'failed', text: errorText(error) };
}
