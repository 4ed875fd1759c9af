import type { LiveLine } from '#features/live/live-line.ts';
import type { ReportStatus } from '#features/viewer-ports.ts';
import type { Readable } from '#lib/observable.ts';
import type { DebugLog } from './debug-log.ts';
import { debugStatus, liveWords } from './live-words.ts';

export interface FollowedLoop {
  readonly live: Pick<LiveLine, 'state' | 'subscribe'>;
  readonly status: Readable<ReportStatus>;
}

/** Tells the log what the stream says and how current the screen is, from now on; the answer stops it. */
export function followLoop(log: DebugLog, { live, status }: FollowedLoop): () => void {
  log.note(`stream is ${live.state}`);
  log.note(debugStatus(status.getSnapshot()));
  const stops = [
    live.subscribe({
      onEvent: (event) => log.note(liveWords(event)),
      onState: (state) => log.note(`stream is ${state}`),
      onGap: () => log.note('stream left something out'),
    }),
    status.subscribe(() => log.note(debugStatus(status.getSnapshot()))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
