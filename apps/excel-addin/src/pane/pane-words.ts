import { BookBusy } from '@sheetwire/live-book/live-book';
import type { LiveState } from '@sheetwire/live-book/publish/live-state';
import type { ReportDetail } from './pane-state.ts';

interface PublishedOnce {
  readonly version: number;
  readonly changed: boolean;
  /** Set where it waits for approval. */
  readonly held?: { readonly version: number } | undefined;
}

export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'none';

interface Words {
  readonly words: string;
  readonly tone: Tone;
}

/** What the portal said of a report, and of which waiting publish it knew when it was asked. */
interface Heard extends Pick<ReportDetail, 'version' | 'waits' | 'held'> {
  readonly of: number | undefined;
}

/** The state line: what viewers have, and what waits, unless the portal says since that it was decided. */
export function wordsOfLive(live: LiveState | undefined, heard?: Heard): Words {
  if (!live) return { words: 'Not live', tone: 'none' };
  switch (live.state) {
    case 'connecting':
      return { words: 'Connecting…', tone: 'blue' };
    case 'standby':
      return { words: 'Standing by: another session is publishing. This one takes over when it stops', tone: 'blue' };
    case 'live':
      return heard && !heard.waits && heard.of === live.waits
        ? liveWords({ ...live, waits: undefined })
        : liveWords(live);
    case 'queued':
      return { words: `Offline, ${waiting(live.waiting)}: ${live.why}`, tone: 'amber' };
    case 'busy':
      return { words: `Waiting: ${live.why}. Changes are sent afterwards`, tone: 'amber' };
    case 'held':
      // The notice beneath says who holds it and why.
      return { words: `On hold, ${waiting(live.waiting)}${heard?.held ? '' : `: ${live.why}`}`, tone: 'amber' };
    case 'paused':
      return { words: 'Paused: changes are sent when you resume', tone: 'amber' };
    case 'refused':
      return { words: `Not published: ${live.why}`, tone: 'red' };
    case 'lost':
      return { words: 'Live ended: another session now publishes this report', tone: 'red' };
    case 'ended':
      return live.why === 'stopped'
        ? { words: 'Not live', tone: 'none' }
        : { words: `Live ended: ${live.why}`, tone: 'red' };
  }
}

function liveWords({ version, waits }: Extract<LiveState, { state: 'live' }>): Words {
  if (waits !== undefined) return { words: `On hold: ${waitingPublish(waits, version)}`, tone: 'amber' };
  return { words: version === undefined ? 'Live' : `Live: version ${version}`, tone: 'green' };
}

/** What becomes of a publish that is held: viewers have what was there before. */
function waitingPublish(number: number, version: number | undefined): string {
  const viewers = version ? `; viewers keep version ${version.toLocaleString('en-US')}` : '';
  return `publish ${number.toLocaleString('en-US')} is waiting for approval${viewers}`;
}

/** What went wrong, and what to do. */
export function wordsOfFault(fault: unknown): string {
  if (fault instanceof BookBusy) return `${fault.message}. Finish the edit or close the dialog, then try again`;
  return fault instanceof Error ? fault.message : String(fault);
}

/** What a publish came to. */
export function wordsOfPublished({ version, changed, held }: PublishedOnce): string {
  if (held) return `On hold: ${waitingPublish(held.version, version)}`;
  return changed ? `Published version ${version}` : `No changes: version ${version} is still the latest`;
}

/** What waits for approval, whoever published it, and which rules it broke. */
export function wordsOfWaiting(waits: NonNullable<ReportDetail['waits']>): string {
  const { version, by, liveVersion, rules, sinceUtc } = waits;
  const why = rules.map(({ words }) => words).join('; ');
  const what = `Publish ${version.toLocaleString('en-US')} by ${by} has been waiting for approval since ${momentOf(sinceUtc)}`;
  const viewers = liveVersion === 0 ? '' : `; viewers keep version ${liveVersion.toLocaleString('en-US')}`;
  return `${what}${viewers}${why === '' ? '' : ` (${why})`}`;
}

function waiting(what: number | 'workbook'): string {
  if (what === 'workbook') return 'workbook waiting';
  if (what === 0) return 'nothing waiting';
  return what === 1 ? '1 cell waiting' : `${what.toLocaleString('en-US')} cells waiting`;
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

/** A moment on the clock of this computer: 2026-11-23 13:05. */
export function momentOf(utc: string): string {
  const moment = new Date(utc);
  return moment.toLocaleString('en-CA', { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' }).replace(',', '');
}
