import { limits } from '@sheetwire/contract/limits';

/** What the counter's rules look at. */
export interface PollFacts {
  readonly isMobile: boolean;
  /** Milliseconds since the report last changed. */
  readonly sinceUpdate: number;
}

/**
 * The counter of the next tick; a poll is due at 0. On desktop it resets within 10 s of an update, from 4 on within
 * 120 s, and from 10 on in any case; it wraps after 20 (spec 4, Report polling loop).
 */
export function nextCount(counter: number, { isMobile, sinceUpdate }: PollFacts): number {
  const next = counter + 1;
  if (!isMobile && isReset(next, sinceUpdate)) return 0;
  return next > limits.pollWrap ? 0 : next;
}

function isReset(counter: number, sinceUpdate: number): boolean {
  return (
    sinceUpdate < limits.pollFast.within ||
    (sinceUpdate < limits.pollMedium.within && counter >= limits.pollMedium.ticks) ||
    counter >= limits.pollSlow.ticks
  );
}
