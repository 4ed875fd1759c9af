import type { TreeNode } from '../../plot-series.ts';
import type { Rect } from '../svg.ts';

/** Lays nodes out in a box, each with room as its value, as near to squares as may be (Bruls, Huizing, van Wijk). */
export function squarified(nodes: readonly TreeNode[], box: Rect): { readonly node: TreeNode; readonly rect: Rect }[] {
  const sorted = nodes.toSorted((a, b) => b.value - a.value || a.index - b.index);
  const total = sorted.reduce((sum, { value }) => sum + value, 0);
  if (!(total > 0)) return [];
  const scale = (box.width * box.height) / total;
  const laid: { node: TreeNode; rect: Rect }[] = [];
  let room = box;
  for (let from = 0; from < sorted.length; ) {
    const row = rowFrom(sorted, from, { scale, side: Math.min(room.width, room.height) });
    const own = sorted.slice(from, from + row.count);
    room = placed(own, { area: row.sum * scale, room, laid });
    from += row.count;
  }
  return laid;
}

interface Measure {
  /** Pixels of area for a value of 1. */
  readonly scale: number;
  readonly side: number;
}

/** As many nodes as make a row whose worst shape is nearest to a square. */
function rowFrom(nodes: readonly TreeNode[], from: number, { scale, side }: Measure): { count: number; sum: number } {
  const largest = nodes[from]?.value ?? 0;
  let sum = largest;
  let worst = worstOf({ sum, largest, least: largest }, { scale, side });
  for (let count = 1; ; count++) {
    const next = nodes[from + count];
    if (!next) return { count, sum };
    const worse = worstOf({ sum: sum + next.value, largest, least: next.value }, { scale, side });
    if (worse > worst) return { count, sum };
    sum += next.value;
    worst = worse;
  }
}

interface Row {
  readonly sum: number;
  readonly largest: number;
  readonly least: number;
}

function worstOf({ sum, largest, least }: Row, { scale, side }: Measure): number {
  const area = sum * scale;
  const square = side * side;
  return Math.max(
    (square * largest * scale) / (area * area),
    (area * area) / (square * Math.max(least * scale, 1e-12)),
  );
}

interface Placing {
  readonly area: number;
  readonly room: Rect;
  readonly laid: { node: TreeNode; rect: Rect }[];
}

/** Puts a row along the shorter side; the answer is the room that is left. */
function placed(nodes: readonly TreeNode[], { area, room, laid }: Placing): Rect {
  const sum = nodes.reduce((all, { value }) => all + value, 0);
  const isUpright = room.width >= room.height;
  const [length, other] = isUpright ? [room.height, room.width] : [room.width, room.height];
  const depth = length > 0 ? Math.min(other, area / length) : 0;
  let at = 0;
  for (const node of nodes) {
    const part = (node.value / sum) * length;
    const rect = isUpright
      ? { x: room.x, y: room.y + at, width: depth, height: part }
      : { x: room.x + at, y: room.y, width: part, height: depth };
    laid.push({ node, rect });
    at += part;
  }
  return isUpright
    ? { ...room, x: room.x + depth, width: Math.max(0, room.width - depth) }
    : { ...room, y: room.y + depth, height: Math.max(0, room.height - depth) };
}
