import { guardLimits } from '@sheetwire/contract/limits/time/guard';
import type { ReportDetail } from './publishing-model.ts';

/** A publish that waits for approval, as the Publishing page knows it. */
export type WaitingPublish = NonNullable<ReportDetail['waits']>;

/** What became of a publish that waited, in a sentence, from what the report tells now. */
export function outcomeWords(seen: WaitingPublish, { versions, refused, version, waits }: ReportDetail): string {
  const rejected = refused.find(({ code, timeUtc, message }) => isRejection(code, message) && timeUtc >= seen.sinceUtc);
  const came = versions.filter((one) => one.version > seen.liveVersion);
  const released = came.findLast(({ broken = [] }) => broken.some(({ action }) => action === 'hold'));
  if (released) return `The publish was released as version ${told(released.version)}.`;
  if (rejected) return `${sentence(rejected.message)} ${keepWords(version)}`;
  if (came.length > 0) return `A newer publish replaced it: version ${told(version)} is live.`;
  return waits ? 'A newer publish replaced it and is waiting now.' : 'The publish is no longer waiting.';
}

/** What viewers have while nothing newer goes live; 0 is no version. */
export function keepWords(version: number): string {
  return version === 0 ? 'Nothing is live yet.' : `Viewers keep version ${told(version)}.`;
}

/** Words of somebody's own, which may end as a sentence already. */
export function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** How long something that is due may take before it counts as missed. */
const PATIENCE = guardLimits.guard.leastWait;

/** Whether a publish is released by itself: not while a rollback holds the report, nor where its publisher lost the right. */
export function automaticRelease(
  { releaseUtc }: WaitingPublish,
  { held }: Pick<ReportDetail, 'held'>,
  now: number,
): 'never' | 'on hold' | 'missed' | 'due' {
  if (releaseUtc === undefined) return 'never';
  if (held) return 'on hold';
  return Date.parse(releaseUtc) + PATIENCE < now ? 'missed' : 'due';
}

/** What a release does, and how much it changes where that is known. */
export function releaseWords(changed: number | undefined): string {
  const all = 'Everyone sees it at once, as the next version.';
  if (changed === undefined) return all;
  return `${all} It changes ${changed === 1 ? '1 cell' : `${told(changed)} cells`}.`;
}

/**
 * Why a dialog about a publish can do nothing any more; undefined while that publish waits. In doubt, when no response came
 * to what was decided here, nobody else need have decided.
 */
export function overWords(number: number, now: WaitingPublish | undefined, isInDoubt = false): string | undefined {
  if (now?.version === number) return undefined;
  if (isInDoubt)
    return now
      ? 'A newer publish is waiting now. Close this to see it.'
      : 'The publish is no longer waiting. Close this to see what became of it.';
  return now
    ? 'A newer publish has replaced it and breaks other rules. Close this to see it.'
    : 'Someone else has decided, or a newer publish replaced it. Close this to see what is live.';
}

function isRejection(code: string, message: string): boolean {
  return code === 'guard_refused' && /^(?:Rejected|Withdrawn) by /.test(message);
}

function told(version: number): string {
  return version.toLocaleString('en-US');
}
