import type { StreamListener, StreamState } from '@sheetwire/client/live-stream';
import type { LiveHub } from './live-hub.ts';
import type { LiveLine } from './live-line.ts';

/** Who hears one tab's line; what they hear is passed to all of them. */
export class Listeners implements StreamListener {
  readonly #all = new Set<StreamListener>();
  state: StreamState = 'connecting';

  add(listener: StreamListener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  onEvent(event: Parameters<StreamListener['onEvent']>[0]): void {
    for (const listener of this.#all) listener.onEvent(event);
  }

  onState(state: StreamState): void {
    if (this.state === state) return;
    this.state = state;
    for (const listener of this.#all) listener.onState(state);
  }

  onGap(): void {
    for (const listener of this.#all) listener.onGap();
  }

  onAlive(): void {
    for (const listener of this.#all) listener.onAlive?.();
  }
}

/** A line to a hub in the page itself, where there is no shared worker. */
export function pageLine(hub: LiveHub): LiveLine {
  const listeners = new Listeners();
  const tab = hub.join(listeners);
  return {
    get state() {
      return listeners.state;
    },
    watch: (topics) => tab.watch(topics),
    subscribe: (listener) => listeners.add(listener),
    retryNow: () => tab.retryNow(),
    close: () => tab.leave(),
  };
}
