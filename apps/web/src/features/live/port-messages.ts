import type { LiveEvent } from '@sheetwire/client/live-event';
import type { StreamState } from '@sheetwire/client/live-stream';
import type { Watched } from '@sheetwire/client/watch-list';

/** What a tab says to the shared worker. */
export type TabMessage =
  /** The tab holds the lock of this name for as long as it lives. */
  | { readonly kind: 'join'; readonly lock: string; readonly browserId: string }
  | { readonly kind: 'watch'; readonly topics: readonly Watched[] }
  | { readonly kind: 'retry' }
  | { readonly kind: 'leave' };

/** What the shared worker says to a tab; `joined` is the first. */
export type WorkerMessage =
  | { readonly kind: 'joined' }
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'state'; readonly state: StreamState }
  | { readonly kind: 'gap' }
  /** Bytes came on the stream. */
  | { readonly kind: 'alive' };

/** One end of a channel with typed messages. */
export interface Port<Out, In> {
  post(message: Out): void;
  listen(hear: (message: In) => void): void;
}

/** A message port of the browser, on which both ends speak these types. */
export function portOf<Out, In>(port: MessagePort): Port<Out, In> {
  return {
    post: (message) => port.postMessage(message),
    listen(hear) {
      port.onmessage = ({ data }) => hear(data);
    },
  };
}

/** The part of Web Locks that tells when a tab is gone. */
export interface Locks {
  request<T>(name: string, hold: () => Promise<T> | T): Promise<T>;
}
