import type { StreamState } from '@sheetwire/client/live-stream';
import type { LineSense } from '#features/connection/line-sense.ts';
import type { LiveLine } from './live-line.ts';

/** All that the stream brings is a sign of the line, its cut is a loss, and while it is open it is never quiet for long. */
export function joinStream(live: LiveLine, line: LineSense): void {
  const onState = (state: StreamState) => {
    line.expect('stream', state === 'open');
    if (state === 'reconnecting') line.lost();
  };
  live.subscribe({
    onEvent: () => line.heard(),
    onAlive: () => line.heard(),
    onState,
    onGap: () => undefined,
  });
  onState(live.state);
}
