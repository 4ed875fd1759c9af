/** Who is in one list and not in the other. */
export interface Moved<Name> {
  readonly gone: ReadonlySet<Name>;
  readonly come: ReadonlySet<Name>;
}

/**
 * Who went out of a list and who came in; a name stands in a list once. Of long lists that differ in a place or two only
 * what lies between is put in sets: one of a hundred thousand that loses a name is compared name by name, and no more.
 */
export function movedBetween<Name>(before: readonly Name[], after: readonly Name[]): Moved<Name> {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  const had = new Set(before.slice(from, before.length - same));
  const has = new Set(after.slice(from, after.length - same));
  return { gone: had.difference(has), come: has.difference(had) };
}
