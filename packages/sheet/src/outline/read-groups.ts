import type { CellRange } from '../model.ts';
import { type Attributes, isOn, whole } from '../read/xml.ts';
import type { GroupPlace } from './layout.ts';

/** What the file says of a row or column and its groups. */
export interface GroupDraft {
  readonly level: number;
  /** The group beside it, whose total it is, is collapsed. */
  readonly isCollapsed: boolean;
}

/** The groups that an element of a row or column names; undefined for most. */
export function groupOf(attributes: Attributes): GroupDraft | undefined {
  if (attributes.outlineLevel === undefined && attributes.collapsed === undefined) return undefined;
  const level = Math.min(deepest, Math.max(0, whole(attributes.outlineLevel) ?? 0));
  const isCollapsed = isOn(attributes.collapsed);
  return level > 0 || isCollapsed ? { level, isCollapsed } : undefined;
}

const deepest = 7;

/** Rows or columns from a number to a number. */
interface Grouped {
  readonly from: number;
  readonly to: number;
  readonly isHidden: boolean;
  readonly draft: GroupDraft | undefined;
}

interface Sides {
  /** The total of a group stands before it. */
  readonly isBefore: boolean;
  /** What filters hide stays hidden. */
  readonly filtered?: readonly CellRange[];
}

/**
 * The groups of rows or columns, by their place in the list. What is hidden counts as folded only where the file says
 * that a group around it is collapsed: what somebody hid by hand is never sent.
 */
export function groupPlaces(list: readonly Grouped[], sides: Sides): ReadonlyMap<number, GroupPlace> {
  const places = new Map<number, GroupPlace>();
  const folded = foldedPlaces(list, sides);
  const isFiltered = within(sides.filtered ?? []);
  for (const [n, { draft, isHidden, from }] of list.entries()) {
    if (!draft || draft.level === 0) continue;
    const isFolded = isHidden && folded.has(n) && !isFiltered(from);
    places.set(n, { level: draft.level, ...(isFolded && { isFolded }) });
  }
  return places;
}

/** The places in groups whose total says that they are collapsed. */
function foldedPlaces(list: readonly Grouped[], sides: Sides): ReadonlySet<number> {
  const most = list.reduce((level, { draft }) => Math.max(level, draft?.level ?? 0), 0);
  const folded = new Set<number>();
  for (let level = 1; level <= most; level++) {
    for (const run of runsOf(list, level)) {
      if (!isCollapsed(list, run, sides)) continue;
      for (let n = run.first; n <= run.last; n++) folded.add(n);
    }
  }
  return folded;
}

interface Run {
  readonly first: number;
  readonly last: number;
}

/** Neighbors that are all in a group of this level. */
function runsOf(list: readonly Grouped[], level: number): Run[] {
  const runs: Run[] = [];
  let first = -1;
  for (let n = 0; n <= list.length; n++) {
    const isIn = (list[n]?.draft?.level ?? 0) >= level;
    const goesOn = isIn && first >= 0 && list[n]?.from === (list[n - 1]?.to ?? 0) + 1;
    if (goesOn) continue;
    if (first >= 0) runs.push({ first, last: n - 1 });
    first = isIn ? n : -1;
  }
  return runs;
}

/** The total beside a group says whether it is collapsed. */
function isCollapsed(list: readonly Grouped[], { first, last }: Run, { isBefore }: Sides): boolean {
  const total = isBefore ? list[first - 1] : list[last + 1];
  if (!total?.draft?.isCollapsed) return false;
  return isBefore ? total.to + 1 === list[first]?.from : total.from === (list[last]?.to ?? 0) + 1;
}

/** Whether a row lies in one of the ranges; rows are asked for in rising order. */
function within(ranges: readonly CellRange[]): (row: number) => boolean {
  const byTop = ranges.toSorted((a, b) => a.top - b.top);
  let next = 0;
  let bottom = 0;
  return (row) => {
    for (let range = byTop[next]; range && range.top <= row; range = byTop[++next]) {
      bottom = Math.max(bottom, range.bottom);
    }
    return row <= bottom;
  };
}
