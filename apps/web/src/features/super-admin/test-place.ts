import type { LiveEvent } from '@sheetwire/client/live-event';
import type { StreamListener, StreamState } from '@sheetwire/client/live-stream';
import { TestClock } from '@sheetwire/client/test-clock';
import type { PollingPlace } from './hinted-polling.ts';

/** A visible page whose clock and stream the test moves. */
export function testPlace({ isMobile = false } = {}) {
  const clock = new TestClock();
  const listeners = new Set<StreamListener>();
  const place: PollingPlace = {
    clock,
    isMobile,
    isHidden: { subscribe: () => () => undefined, getSnapshot: () => false },
    live: {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  const stream = {
    tell(event: LiveEvent) {
      for (const listener of listeners) listener.onEvent(event);
    },
    becomes(state: StreamState) {
      for (const listener of listeners) listener.onState(state);
    },
  };
  return { clock, place, stream };
}
