/** A run of rows or columns that collapse together. */
export interface Group {
  /** 1 for those in no other group. */
  readonly level: number;
  readonly from: number;
  readonly to: number;
  /** Where its total stands; one beyond the ends where there is none. */
  readonly total: number;
}

/** The groups that levels tell, the outer before the inner ones; totals stand before their groups, or behind. */
export function groupsOf(levels: readonly number[], isBefore: boolean): Group[] {
  const groups: Group[] = [];
  const open: number[] = [];
  for (let n = 0; n <= levels.length; n++) {
    const level = levels[n] ?? 0;
    while (open.length > level) {
      const from = open.pop() ?? 0;
      groups.push({ level: open.length + 1, from, to: n - 1, total: isBefore ? from - 1 : n });
    }
    while (open.length < level) open.push(n);
  }
  return groups.sort((a, b) => a.from - b.from || a.level - b.level);
}

/** How many levels lie in one another at most. */
export function deepest(groups: readonly Group[]): number {
  return groups.reduce((most, { level }) => Math.max(most, level), 0);
}

/** The groups that are collapsed in the file: those of which it hides all. */
export function shutInFile(groups: readonly Group[], isHidden: (place: number) => boolean): boolean[] {
  return groups.map(({ from, to }) => {
    for (let n = from; n <= to; n++) if (!isHidden(n)) return false;
    return true;
  });
}

/** Which places a collapsed group hides. */
export function hiddenPlaces(groups: readonly Group[], isShut: readonly boolean[], count: number): boolean[] {
  const steps = new Int32Array(count + 1);
  for (const [n, { from, to }] of groups.entries()) {
    if (!isShut[n]) continue;
    steps[from] = (steps[from] ?? 0) + 1;
    steps[to + 1] = (steps[to + 1] ?? 0) - 1;
  }
  let depth = 0;
  return Array.from({ length: count }, (_, n) => {
    depth += steps[n] ?? 0;
    return depth > 0;
  });
}

/** Which groups lie within a collapsed one: they have no button. Outer groups come before inner ones. */
export function coveredGroups(groups: readonly Group[], isShut: readonly boolean[]): boolean[] {
  let until = -1;
  return groups.map(({ from, to }, n) => {
    const isCovered = from <= until;
    if (isShut[n] && !isCovered) until = to;
    return isCovered;
  });
}

/** The innermost group around a place, or whose total it is; -1 where there is none. */
export function groupAt(groups: readonly Group[], place: number): number {
  let best = -1;
  for (const [n, { from, to, total, level }] of groups.entries()) {
    const isIt = (from <= place && place <= to) || total === place;
    if (isIt && level > (groups[best]?.level ?? 0)) best = n;
  }
  return best;
}

/** A name for each group that stays while rows come and go: its level and its total's words, hashed, and its turn among the same. */
export function groupKeys(groups: readonly Group[], labels: readonly string[]): string[] {
  const turns = new Map<string, number>();
  return groups.map(({ level }, n) => {
    const key = `${level}.${hash(labels[n] ?? '')}`;
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    return turn === 1 ? key : `${key}.${turn}`;
  });
}

/** No word of a report is kept in the browser. */
export function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) value = Math.imul(value ^ text.charCodeAt(n), 0x01000193);
  return (value >>> 0).toString(36);
}
