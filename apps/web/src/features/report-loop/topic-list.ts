import type { Caller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { CallError } from '@sheetwire/client/failures';
import type { LiveEvent } from '@sheetwire/client/live-event';
import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { topicsDetails } from '@sheetwire/contract/viewtopics';
import type { LiveLine } from '#features/live/live-line.ts';
import type { DriverEvents, TopicDriver, TopicLists } from '#features/viewer-ports.ts';
import { Observable, type Readable } from '#lib/observable.ts';
import { SingleFlight } from './single-flight.ts';
import { withNews } from './topic-news.ts';

export interface TopicListDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly live: LiveLine;
  readonly events: DriverEvents;
  /** Undefined while there is no user. */
  session(): { readonly user: string; readonly hasLicense: boolean } | undefined;
  readonly isMobile: boolean;
  /** From 0 to 1. */
  readonly chance: () => number;
}

const noLists: TopicLists = { isReady: false, entities: [], groups: [], topics: [] };

/** Keeps the topic lists: by the stream's news, or by the refresh of spec 4 where there is no stream. */
export class TopicList implements TopicDriver {
  readonly #deps: TopicListDeps;
  readonly #lists = new Observable<TopicLists>(noLists);
  readonly #flight: SingleFlight;
  #startedAt = 0;
  #fullAt = Number.NEGATIVE_INFINITY;
  /** Names the list as it was told in full; news of the stream make another of it. */
  #id: string | undefined;
  #hasAnswer = false;
  /** News came while an answer was due that may be older. */
  #isStale = false;
  #cancelNext: () => void = () => undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(deps: TopicListDeps) {
    this.#deps = deps;
    this.#flight = new SingleFlight(deps.clock);
  }

  get lists(): Readable<TopicLists> {
    return this.#lists;
  }

  start(): void {
    if (this.#unsubscribe) return;
    const { clock, live } = this.#deps;
    this.#startedAt = clock.now();
    this.#unsubscribe = live.subscribe({
      onEvent: (event) => this.#hear(event),
      onState: (state) => {
        if (state === 'open') this.refresh();
      },
      onGap: () => this.refresh(),
    });
    this.refresh();
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#cancelNext();
    this.#flight.drop();
  }

  /** Asks now; the rhythm goes on from here. */
  refresh(): void {
    if (!this.#unsubscribe) return;
    this.#cancelNext();
    if (this.#flight.isBusy) {
      this.#isStale = true;
    } else if (this.#deps.session()?.hasLicense) {
      this.#ask();
    } else this.#next(limits.authWait);
  }

  /** Everybody in a group hears in one moment that much came: they do not all ask in it. */
  #askSoon(): void {
    this.#cancelNext();
    if (this.#flight.isBusy) this.#isStale = true;
    else this.#next(limits.topicsTold.within * this.#deps.chance());
  }

  /** The count is 0, which asks for everything, when the last full answer is older than 150 s (spec 4), or news came since. */
  #ask(): void {
    const id = this.#deps.clock.now() - this.#fullAt > limits.topicFullRefresh ? undefined : this.#id;
    const input =
      id === undefined
        ? { currnumtopics: 0 }
        : { currnumtopics: this.#lists.getSnapshot().topics.length, topicsId: id };
    this.#isStale = false;
    void this.#flight.start(
      (signal) => this.#deps.call(topicsDetails, input, { signal }),
      (landing) => {
        if ('error' in landing) this.#failed(landing.error);
        else this.#answered(landing.value);
        if (this.#isStale) this.refresh();
        else this.#next(this.#wait());
      },
    );
  }

  #answered(answer: Output<typeof topicsDetails>): void {
    const user = this.#deps.session()?.user;
    if (user !== undefined && answer.user !== user) {
      this.#deps.events.onOtherUser();
      return;
    }
    if (answer.hasLicense === false) this.#deps.events.onLicenseLost();
    this.#hasAnswer = true;
    const { topics, groups = [], entities = [], topicsId } = answer;
    if (!answer.sameNumTopics && topics) {
      this.#id = topicsId;
      this.#fullAt = this.#deps.clock.now();
      this.#lists.set({ isReady: this.#isReady(topics), topics, groups, entities });
    } else this.#noteReady();
  }

  #failed(error: unknown): void {
    const { events } = this.#deps;
    if (error instanceof CallError && error.status === 401) events.onLoggedOut();
    if (error instanceof CallError && error.code === 'no_license') events.onLicenseLost();
  }

  /** Topics are ready once the call has finished and either 1.5 s have passed or there are reports (spec 4). */
  #isReady(topics: readonly string[]): boolean {
    const hasWaited = this.#deps.clock.now() - this.#startedAt >= limits.topicGrace;
    return this.#hasAnswer && (hasWaited || topics.length > 0);
  }

  #noteReady(): void {
    const lists = this.#lists.getSnapshot();
    const isReady = this.#isReady(lists.topics);
    if (isReady !== lists.isReady) this.#lists.set({ ...lists, isReady });
  }

  #next(wait: number): void {
    this.#cancelNext = this.#deps.clock.after(wait, () => this.refresh());
  }

  /** With a stream only the full refresh is left, against news that were lost. */
  #wait(): number {
    const device = this.#deps.isMobile ? 'mobile' : 'desktop';
    if (!this.#lists.getSnapshot().isReady) return limits.topicRetry[device];
    return this.#deps.live.state === 'open' ? limits.topicFullRefresh : limits.topicRefresh[device];
  }

  #hear(event: LiveEvent): void {
    if (event.name === 'topics' && event.data.more) this.#askSoon();
    else if (event.name === 'topics') {
      if (this.#flight.isBusy) this.#isStale = true;
      this.#id = undefined;
      const own = this.#deps.session()?.user.split('/')[0]?.trim().toUpperCase() ?? '';
      this.#lists.set(withNews(this.#lists.getSnapshot(), event.data, own));
      this.#noteReady();
    } else if (event.name === 'session') {
      if (event.data.reason === 'license') this.#deps.events.onLicenseLost();
      else this.refresh();
    }
  }
}
