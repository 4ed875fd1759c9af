import { limits } from '@sheetwire/contract/limits';
import { lineWords } from '#features/connection/connection.ts';
import type { ReportStatus } from '#features/viewer-ports.ts';
import type { IconName } from '#ui/icon.tsx';
import type { Tone } from '#ui/message.tsx';

/** How a status looks and reads: the screen never looks current when it is not (quality, People). */
export interface StatusWords {
  readonly text: string;
  /** What the text begins with, where the rest is how long it has been so. */
  readonly state?: string;
  readonly icon: IconName;
  readonly tone: Tone | undefined;
  /** Versions that were published since a pause. */
  readonly behind?: number;
}

const heldWords = { picker: 'Waiting for a date', entry: 'Waiting for your entry' } as const;

/** The chip of a line that is not up, beside what else is said of the report. */
export const wordsOfLine = {
  finding: { text: lineWords.finding, icon: 'retry', tone: 'red' },
  down: { text: lineWords.down, icon: 'badge-off', tone: 'red' },
} as const satisfies Record<string, StatusWords>;

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
      return wordsOfLine.finding;
    case 'disconnected':
      return wordsOfLine.down;
    case 'catching-up':
      return { text: 'Catching up…', icon: 'retry', tone: 'amber', behind: status.behind };
    case 'publisher-silent':
      return {
        ...{ state: 'Publisher silent', icon: 'silent', tone: 'amber' },
        text: `Publisher silent for ${silence(status.sinceUtc, now)}`,
      };
    case 'published':
      return {
        ...{ text: publishedWords(status.atUtc, now), icon: 'clock', tone: undefined },
        ...(status.atUtc !== undefined && { state: 'Published' }),
      };
    case 'snapshot':
      return { text: status.date ? `Snapshot ${status.date}` : 'No snapshot', icon: 'history', tone: 'blue' };
  }
}

/** Why what is shown is not live, for a file that is made of it; undefined where it is the newest that there is. */
export function notLiveWords(status: ReportStatus): string | undefined {
  switch (status.state) {
    case 'paused':
      return `paused${newer(status.behind)}`;
    case 'held':
      return status.behind === 0 ? undefined : `paused${newer(status.behind)}`;
    case 'catching-up':
      return `not live${newer(status.behind)}`;
    case 'reconnecting':
    case 'disconnected':
      return 'not live, disconnected';
    case 'waiting':
    case 'live':
    case 'publisher-silent':
    case 'published':
    case 'snapshot':
      return undefined;
  }
}

function newer(behind: number): string {
  return behind === 0 ? '' : `, ${count(behind, 'newer version')}`;
}

/** How old what is shown is: `Published 3 days ago`. Both instants are of this page's clock. */
export function publishedWords(atUtc: string | undefined, now: number): string {
  if (atUtc === undefined) return 'Not published';
  const minutes = Math.floor((now - Date.parse(atUtc)) / limits.silenceStep);
  if (minutes < 1) return 'Published just now';
  if (minutes < 60) return `Published ${count(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  return `Published ${hours < 24 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day')} ago`;
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

function silence(sinceUtc: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(sinceUtc)) / limits.silenceStep));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
