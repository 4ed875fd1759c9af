import type { Caller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import { topicsDetails } from '@sheetwire/contract/viewtopics';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LiveLine } from '#features/live/live-line.ts';
import { errorText } from '#lib/api.ts';

/** The topics that the user may view, as far as they are known. */
export type KnownTopics =
  | { readonly state: 'loading' }
  | { readonly state: 'known'; readonly topics: readonly string[] }
  | { readonly state: 'failed'; readonly words: string };

export interface OwnTopicsDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly isMobile: boolean;
  readonly live: Pick<LiveLine, 'subscribe' | 'state'>;
  /** Whose they must be; another's mean that the session is another's (spec 4, Topic refresh). */
  readonly user: string;
  readonly onOtherUser: () => void;
}

/**
 * The topic list while the palette is open on a page that keeps none: asked for at once and whenever it changes, without
 * a stream in the rhythm of spec 9.
 */
export class OwnTopics {
  readonly store: StoreApi<KnownTopics> = createStore<KnownTopics>(() => ({ state: 'loading' }));
  readonly #deps: OwnTopicsDeps;
  #asked = new AbortController();
  #cancelNext: () => void = () => undefined;
  /** The last question was not answered: it is asked again soon, and what is known stays meanwhile. */
  #isFailed = false;

  constructor(deps: OwnTopicsDeps) {
    this.#deps = deps;
  }

  /** The answer stops it. */
  start(): () => void {
    const unsubscribe = this.#deps.live.subscribe({
      onEvent: ({ name }) => {
        if (name === 'topics') this.#ask();
      },
      onState: () => undefined,
      onGap: () => this.#ask(),
    });
    this.#ask();
    this.#waitForNext();
    return () => {
      unsubscribe();
      this.#cancelNext();
      this.#asked.abort();
    };
  }

  #waitForNext(): void {
    const { clock, isMobile, live } = this.#deps;
    this.#cancelNext = clock.after(limits.topicRefresh[isMobile ? 'mobile' : 'desktop'], () => {
      if (live.state !== 'open' || this.#isFailed) this.#ask();
      this.#waitForNext();
    });
  }

  /** The last question counts: what it answers is the newest. */
  #ask(): void {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.#deps.call(topicsDetails, { currnumtopics: 0 }, { signal }).then(
      ({ user, topics = [] }) => {
        if (signal.aborted) return;
        this.#isFailed = false;
        if (user !== this.#deps.user) this.#deps.onOtherUser();
        else this.store.setState({ state: 'known', topics }, true);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        this.#isFailed = true;
        if (this.store.getState().state !== 'known')
          this.store.setState({ state: 'failed', words: errorText(error) }, true);
      },
    );
  }
}
