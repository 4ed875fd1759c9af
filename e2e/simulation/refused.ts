import { type Fact, factsOf, type Published } from '../cluster/check/history.ts';

/**
 * Publishes that nobody has a reason to refuse: the load keeps its rate, names the version it was given last, and never
 * loses its right. What the store or the network did is answered 503, or not at all.
 */
export function checkRefused(facts: readonly Fact[]): string[] {
  return factsOf(facts, 'published')
    .filter((each) => each.end === 'refused' && !isOutrun(facts, each))
    .map(({ topic, value, at, why }) => `refused: ${value} of ${topic} at ${at}: ${why}`);
}

/**
 * Changed cells are refused rightly when an earlier publish that nobody answered was kept after the version that they
 * build on (docs/operate/promises.md, what is not promised).
 */
function isOutrun(facts: readonly Fact[], { topic, from, at, base, have }: Published): boolean {
  if (base === undefined || have === undefined || have <= base) return false;
  const stored = factsOf(facts, 'stored').find((each) => each.topic === topic && each.version === have);
  return factsOf(facts, 'published').some(
    (each) =>
      each.topic === topic &&
      each.end === 'unknown' &&
      each.from < from &&
      each.at <= at &&
      stored?.values[0] === each.value,
  );
}
