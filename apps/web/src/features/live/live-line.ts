import type { StreamListener, StreamState } from '@sheetwire/client/live-stream';
import type { Watched } from '@sheetwire/client/watch-list';

/** One tab's end of the stream that all tabs of a browser share. */
export interface LiveLine {
  readonly state: StreamState;
  /** Replaces what this tab watches. */
  watch(topics: readonly Watched[]): void;
  subscribe(listener: StreamListener): () => void;
  /** The line seems to be back: does not wait for the next attempt. */
  retryNow(): void;
  close(): void;
}
