/** So many changes are put into a list one by one; more are merged into it. */
const FEW = 16;
/** Names that are put in order at once, and merged between two steps. */
const RUN = 128;
const STEP = 32;

/** A sorted list with these names in it and those out of it: the list that is given stays what it is. */
export function resorted<Name extends string>(list: readonly Name[], changes: ReadonlyMap<Name, boolean>): Name[] {
  return changes.size > FEW ? merged(list, changes) : spliced(list, changes);
}

/** The names in order, put there in small steps: a sort of a hundred thousand would be one long turn. */
export function* sorting<Name extends string>(names: readonly Name[]): Generator<void, Name[]> {
  let runs: Name[][] = [];
  for (let at = 0; at < names.length; at += RUN) {
    runs.push(names.slice(at, at + RUN).sort());
    yield;
  }
  while (runs.length > 1) {
    const longer: Name[][] = [];
    for (let n = 0; n < runs.length; n += 2) longer.push(yield* merging(runs[n] ?? [], runs[n + 1] ?? []));
    runs = longer;
  }
  return runs[0] ?? [];
}

/** True when a sorted list names this one. */
export function isListed<Name extends string>(list: readonly Name[], name: Name): boolean {
  return list[placeOf(list, name)] === name;
}

function* merging<Name extends string>(one: readonly Name[], other: readonly Name[]): Generator<void, Name[]> {
  const all: Name[] = [];
  let [a, b] = [0, 0];
  for (;;) {
    const [first, second] = [one[a], other[b]];
    const isFirst = second === undefined || (first !== undefined && first <= second);
    const next = isFirst ? first : second;
    if (next === undefined) return all;
    if (isFirst) a++;
    else b++;
    all.push(next);
    if (all.length % STEP === 0) yield;
  }
}

function spliced<Name extends string>(list: readonly Name[], changes: ReadonlyMap<Name, boolean>): Name[] {
  const after = [...list];
  for (const [name, isIn] of changes) {
    const at = placeOf(after, name);
    const stands = after[at] === name;
    if (isIn && !stands) after.splice(at, 0, name);
    if (!isIn && stands) after.splice(at, 1);
  }
  return after;
}

/** One pass over the list, however many the changes are. */
function merged<Name extends string>(list: readonly Name[], changes: ReadonlyMap<Name, boolean>): Name[] {
  const come = [...changes.keys()].filter((name) => changes.get(name)).sort();
  const after: Name[] = [];
  let next = 0;
  for (const name of list) {
    for (let one = come[next]; one !== undefined && one <= name; one = come[++next]) after.push(one);
    if (!changes.has(name)) after.push(name);
  }
  for (let one = come[next]; one !== undefined; one = come[++next]) after.push(one);
  return after;
}

/** Where the name stands in a sorted list, or would stand. */
export function placeOf(list: readonly string[], name: string): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] ?? '') < name) from = middle + 1;
    else to = middle;
  }
  return from;
}
