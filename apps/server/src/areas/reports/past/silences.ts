import { limits } from '@sheetwire/contract/limits';

/** A time without a version; epoch ms. */
export interface Silence {
  readonly from: number;
  readonly to: number;
}

interface Published {
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/** What was asked for, epoch ms, and when the last version before it came. */
interface Asked {
  readonly from: number;
  readonly until: number;
  readonly last: number | undefined;
}

/**
 * Times without a version that are much longer than the usual ones (time 2): between what was published, by whomever, before
 * the first of it and since the last. They are as long as they were, and told as far as they were asked for.
 */
export function silences(published: readonly Published[], { from, until, last }: Asked): Silence[] {
  const waits: Silence[] = [];
  let end = last;
  for (const one of published) {
    const begin = Date.parse(one.from);
    if (end !== undefined) waits.push({ from: end, to: begin });
    end = Math.max(end ?? 0, Date.parse(one.to));
  }
  // The wait before the first is none of the usual ones: of what came before it nothing is known here.
  const between = waits.slice(last === undefined ? 0 : 1).map(length);
  const usual = median(between.filter((wait) => wait >= 0));
  const least = Math.max(limits.log.silence, limits.log.silentWaits * usual);
  if (end !== undefined) waits.push({ from: end, to: until });
  return waits
    .filter((wait) => length(wait) >= least)
    .map((wait) => ({ from: Math.max(from, wait.from), to: wait.to }))
    .filter((wait) => length(wait) > 0);
}

function length({ from, to }: Silence): number {
  return to - from;
}

function median(waits: readonly number[]): number {
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0;
}
