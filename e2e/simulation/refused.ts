import { type Fact, factsOf } from '../cluster/check/history.ts';

/**
 * Publishes that nobody has a reason to refuse: the load keeps its rate, names the version it was given last, and never
 * loses its right. What the store or the network did is answered 503, or not at all.
 */
export function checkRefused(facts: readonly Fact[]): string[] {
  return factsOf(facts, 'published')
    .filter(({ end }) => end === 'refused')
    .map(({ topic, value, at, why }) => `refused: ${value} of ${topic} at ${at}: ${why}`);
}

/** How viewers were given versions: as deltas, or told to fetch, by why. */
export type Told = Record<'deltas' | 'whole' | 'behind' | 'returning', number>;

/** Every publish of the load is a small change: whoever follows is told what changed, however it came to the server. */
export function checkTold({ whole, behind, deltas }: Told): string[] {
  const fetched = whole + behind;
  return fetched === 0 ? [] : [`fetched: ${whole} whole, ${behind} behind, beside ${deltas} deltas`];
}
