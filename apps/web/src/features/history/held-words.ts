import type { ReportDetail } from '#features/publishing/publishing-model.ts';
import { momentWords } from '#lib/moment-words.ts';

/** A publish that waits for approval, as the Publishing page knows it. */
export type WaitingPublish = NonNullable<ReportDetail['waits']>;

/** `14:32`, or with the day when that is not today. */
export function sinceWords(at: Date, now: Date): string {
  return momentWords(at, now).replace('today ', '');
}

/** What became of a publish that waited, in a sentence, from what the report tells now. */
export function outcomeWords(seen: WaitingPublish, { versions, refused, version }: ReportDetail): string {
  const rejected = refused.find(({ code, timeUtc, message }) => isRejection(code, message) && timeUtc >= seen.sinceUtc);
  const came = versions.filter((one) => one.version > seen.liveVersion);
  const released = came.findLast(({ broken = [] }) => broken.some(({ action }) => action === 'hold'));
  if (released) return `The publish was released as version ${told(released.version)}.`;
  if (rejected) return `${rejected.message}. Viewers keep version ${told(version)}.`;
  if (came.length > 0) return `A newer publish took its place: version ${told(version)} is live.`;
  return 'The publish waits no more.';
}

/** Why a dialog about a publish can do nothing any more; undefined while that publish waits. */
export function overWords(number: number, now: WaitingPublish | undefined): string | undefined {
  if (now?.version === number) return undefined;
  return now
    ? 'A newer publish has taken its place and breaks other rules. Close this to see it.'
    : 'Somebody else has decided, or a newer publish took its place. Close this to see what is live.';
}

function isRejection(code: string, message: string): boolean {
  return code === 'guard_refused' && message.startsWith('Rejected by ');
}

function told(version: number): string {
  return version.toLocaleString('en-US');
}
