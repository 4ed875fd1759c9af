import { limits } from '@sheetwire/contract/limits';

/** The time that the strip shows, epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type RangeName = keyof typeof limits.past.ranges | 'all';

/** Where a time stands between the ends, 0 to 1. */
export function shareOf(at: number, { from, to }: Span): number {
  return to <= from ? 1 : Math.min(1, Math.max(0, (at - from) / (to - from)));
}

/** The time at a share of the width, to the second, which is what people read, unless there are few of them. */
export function timeAt(share: number, { from, to }: Span): number {
  const at = from + Math.min(1, Math.max(0, share)) * (to - from);
  const unit = to - from > limits.past.ranges.hour / 2 ? second : 1;
  return Math.min(to, Math.max(from, Math.round(at / unit) * unit));
}

/** The ranges that are shorter than all there is, and all there is. */
export function rangesOf(oldest: number, now: number): RangeName[] {
  const shorter = rangeNames.filter((name) => limits.past.ranges[name] < now - oldest);
  return [...shorter, 'all'];
}

/** A range as the ends of the strip. */
export function spanOf(range: RangeName, oldest: number, now: number): Span {
  const from = range === 'all' ? oldest : Math.max(oldest, now - limits.past.ranges[range]);
  return { from, to: Math.max(from, now) };
}

/** The range to show: the chosen one, or the shortest from it on in which the moment lies. */
export function rangeFor(chosen: RangeName, at: number | undefined, { oldest, now }: Ends): RangeName {
  const offered = rangesOf(oldest, now);
  const first = Math.max(0, offered.indexOf(chosen));
  const isIn = (name: RangeName) => at === undefined || at >= spanOf(name, oldest, now).from;
  return (offered.includes(chosen) ? offered.slice(first) : ['all' as const]).find(isIn) ?? 'all';
}

export interface Ends {
  readonly oldest: number;
  readonly now: number;
}

const second = 1000;
const rangeNames = ['hour', 'day', 'week'] as const;
