import { limits } from '@sheetwire/contract/limits';
import type { ReportStatus } from '#features/viewer-ports.ts';
import type { IconName } from '#ui/icon.tsx';
import type { Tone } from '#ui/message.tsx';

/** How a status looks and reads: the screen never looks current when it is not (quality, People). */
export interface StatusWords {
  readonly text: string;
  readonly icon: IconName;
  readonly tone: Tone | undefined;
  /** Versions that were published since a pause. */
  readonly behind?: number;
}

const heldWords = { picker: 'Waiting for a date', entry: 'Waiting for your entry' } as const;

/** The chip of a status at this moment. */
export function statusWords(status: ReportStatus, now: number): StatusWords {
  switch (status.state) {
    case 'waiting':
      return { text: 'Loading…', icon: 'clock', tone: undefined };
    case 'live':
      return { text: 'Live', icon: 'live', tone: 'green' };
    case 'paused':
      return { text: 'Paused', icon: 'pause', tone: 'amber', behind: status.behind };
    case 'held':
      return { text: heldWords[status.by], icon: 'pause', tone: 'amber', behind: status.behind };
    case 'reconnecting':
      return { text: 'Reconnecting…', icon: 'retry', tone: 'red' };
    case 'disconnected':
      return { text: 'Disconnected', icon: 'badge-off', tone: 'red' };
    case 'publisher-silent':
      return { text: `Publisher silent for ${silence(status.sinceUtc, now)}`, icon: 'silent', tone: 'amber' };
    case 'snapshot':
      return { text: status.date ? `Snapshot ${status.date}` : 'No snapshot', icon: 'history', tone: 'blue' };
  }
}

function silence(sinceUtc: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(sinceUtc)) / limits.silenceStep));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
