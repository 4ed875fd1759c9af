/** How viewers were given versions: as deltas, or told to fetch, by why. */
export type Told = Readonly<Record<'deltas' | 'whole' | 'behind' | 'returning', number>>;

export function added(one: Told, other: Told): Told {
  return {
    deltas: one.deltas + other.deltas,
    whole: one.whole + other.whole,
    behind: one.behind + other.behind,
    returning: one.returning + other.returning,
  };
}

/** Every publish of the load is a small change: whoever follows is told what changed, however it came to the server. */
export function checkTold({ whole, behind, deltas }: Told): string[] {
  const fetched = whole + behind;
  return fetched === 0 ? [] : [`fetched: ${whole} whole, ${behind} behind, beside ${deltas} deltas`];
}
