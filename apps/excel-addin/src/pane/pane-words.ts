import type { LiveState } from '@sheetwire/live-book/publish/live-state';
import type { ReportDetail } from './pane-state.ts';

export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'none';

/** The state line: what viewers have, and what waits. */
export function wordsOfLive(live: LiveState | undefined): { readonly words: string; readonly tone: Tone } {
  if (!live) return { words: 'Not live', tone: 'none' };
  switch (live.state) {
    case 'connecting':
      return { words: 'Connecting…', tone: 'blue' };
    case 'standby':
      return { words: 'Standing by: another session publishes. This one takes over when it is gone', tone: 'blue' };
    case 'live':
      return { words: live.version === undefined ? 'Live' : `Live: version ${live.version}`, tone: 'green' };
    case 'queued':
      return { words: `Offline, ${waiting(live.waiting)}: ${live.why}`, tone: 'amber' };
    case 'held':
      return { words: `On hold, ${waiting(live.waiting)}: ${live.why}`, tone: 'amber' };
    case 'paused':
      return { words: 'Paused: changes are sent when you resume', tone: 'amber' };
    case 'refused':
      return { words: `Not published: ${live.why}`, tone: 'red' };
    case 'lost':
      return { words: 'Live ended: another session publishes this report', tone: 'red' };
    case 'ended':
      return live.why === 'stopped'
        ? { words: 'Not live', tone: 'none' }
        : { words: `Live ended: ${live.why}`, tone: 'red' };
  }
}

function waiting(what: number | 'workbook'): string {
  if (what === 'workbook') return 'the workbook waits';
  if (what === 0) return 'nothing waits';
  return what === 1 ? '1 cell waits' : `${what.toLocaleString('en-US')} cells wait`;
}

/** Who has the report open now. */
export function wordsOfViewers({ viewers }: Pick<ReportDetail, 'viewers'>): string {
  if (viewers === 0) return 'No one is watching';
  return viewers === 1 ? '1 person is watching' : `${viewers.toLocaleString('en-US')} people are watching`;
}

/** Why nothing gets through after a rollback, and who did it. */
export function wordsOfHold({ by, restored, reason }: NonNullable<ReportDetail['held']>): string {
  return `Publishing is on hold: ${by} rolled back to version ${restored} (${reason})`;
}
