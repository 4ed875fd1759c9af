import type { LiveEvent } from '@sheetwire/client/live-event';
import { LiveStream, type LiveStreamDeps, type StreamListener, type StreamState } from '@sheetwire/client/live-stream';
import type { Watched } from '@sheetwire/client/watch-list';
import { limits } from '@sheetwire/contract/limits';

interface Tab {
  readonly listener: StreamListener;
  watched: readonly Watched[];
  /** What the tab was told last. */
  state: StreamState;
}

/** A tab's hold on the shared stream. */
export interface HubTab {
  watch(topics: readonly Watched[]): void;
  retryNow(): void;
  leave(): void;
}

/**
 * One stream for all tabs of a browser: it carries the topics of all of them, is opened by the first and closed after
 * the last. A tab whose topics do not fit on the stream, or that comes when the hub is full, polls.
 */
export class LiveHub {
  readonly #stream: LiveStream;
  readonly #tabs = new Set<Tab>();
  readonly #clock: LiveStreamDeps['clock'];
  #toldAliveAt = Number.NEGATIVE_INFINITY;

  constructor(deps: LiveStreamDeps) {
    this.#clock = deps.clock;
    this.#stream = new LiveStream(deps, {
      onEvent: (event) => this.#pass(event),
      onState: () => this.#tellStates(),
      onGap: () => {
        for (const { listener } of this.#tabs) listener.onGap();
      },
      onAlive: () => this.#tellAlive(),
    });
  }

  get tabCount(): number {
    return this.#tabs.size;
  }

  join(listener: StreamListener): HubTab {
    const tab: Tab = { listener, watched: [], state: 'idle' };
    if (this.#tabs.size >= limits.maxStreamTabs) {
      listener.onState('unavailable');
      return { watch: () => undefined, retryNow: () => undefined, leave: () => undefined };
    }
    this.#tabs.add(tab);
    if (this.#stream.state === 'idle') this.#stream.start();
    else this.#stream.retryAnyway();
    this.#tellStates();
    return {
      watch: (topics) => this.#watch(tab, topics),
      retryNow: () => this.#stream.retryNow(),
      leave: () => this.#leave(tab),
    };
  }

  #watch(tab: Tab, topics: readonly Watched[]): void {
    if (!this.#tabs.has(tab)) return;
    tab.watched = topics;
    this.#carry(tab);
  }

  #leave(tab: Tab): void {
    if (!this.#tabs.delete(tab)) return;
    if (this.#tabs.size === 0) this.#stream.stop();
    this.#carry(undefined);
  }

  /** The versions of the tab that asks count; those of others are as far as the stream has told them. */
  #carry(asking: Tab | undefined): void {
    const carried = new Map<string, Watched>();
    for (const tab of this.#tabs) {
      for (const each of tab.watched) {
        const known = carried.get(each.topic);
        const version = tab === asking ? each.version : known?.version;
        if (known || carried.size < limits.maxWatched) {
          carried.set(each.topic, { ...known, ...each, version });
        }
      }
    }
    this.#stream.watch([...carried.values()]);
    this.#tellStates();
  }

  #pass(event: LiveEvent): void {
    const topic = 'topic' in event.data ? event.data.topic : undefined;
    for (const { listener, watched } of this.#tabs) {
      if (topic === undefined || watched.some((each) => each.topic === topic)) listener.onEvent(event);
    }
  }

  #tellAlive(): void {
    const now = this.#clock.now();
    if (Math.abs(now - this.#toldAliveAt) < limits.lineTold) return;
    this.#toldAliveAt = now;
    for (const { listener } of this.#tabs) listener.onAlive?.();
  }

  #tellStates(): void {
    for (const tab of this.#tabs) {
      const isCarried = tab.watched.every(({ topic }) => this.#stream.versionOf(topic) !== undefined);
      const state = isCarried ? this.#stream.state : 'unavailable';
      if (tab.state === state) continue;
      tab.state = state;
      tab.listener.onState(state);
    }
  }
}
