/** A sorted list with these names in it and those out of it: the list that is given stays what it is. */
export function resorted<Name extends string>(list: readonly Name[], changes: ReadonlyMap<Name, boolean>): Name[] {
  const after = [...list];
  for (const [name, isIn] of changes) {
    const at = placeOf(after, name);
    const stands = after[at] === name;
    if (isIn && !stands) after.splice(at, 0, name);
    if (!isIn && stands) after.splice(at, 1);
  }
  return after;
}

/** Where the name stands, or would stand. */
function placeOf(list: readonly string[], name: string): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] ?? '') < name) from = middle + 1;
    else to = middle;
  }
  return from;
}
