import type { Dot } from './sparkline.ts';

/** So many of the points that the picture keeps its ends, its highest and its lowest ones in their order. */
export function thinned(dots: readonly Dot[], most: number): readonly Dot[] {
  if (dots.length <= most) return dots;
  return dots.length > 2 * most ? byStretches(dots, most) : withoutLeast(dots, most);
}

/** Few points go: those whose way is nearest to that of their neighbours, marked ones last. */
function withoutLeast(dots: readonly Dot[], most: number): Dot[] {
  const weights = dots.map((dot, n) => weightOf(dots[n - 1], dot, dots[n + 1]));
  const order = [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  const kept = new Set(order.slice(0, most));
  return dots.filter((_, n) => kept.has(n));
}

const markWeight = 4;

/** Twice the area between a point and its neighbours. */
function weightOf(before: Dot | undefined, dot: Dot, after: Dot | undefined): number {
  if (!before || !after) return Number.POSITIVE_INFINITY;
  if (dot.y === undefined) return before.y === undefined ? 0 : Number.POSITIVE_INFINITY;
  if (before.y === undefined || after.y === undefined) return Number.POSITIVE_INFINITY;
  const area = Math.abs((dot.x - before.x) * (after.y - before.y) - (after.x - before.x) * (dot.y - before.y));
  return dot.color === undefined ? area : markWeight * (area + 1);
}

/** The lowest and the highest point of each stretch. */
function byStretches(dots: readonly Dot[], most: number): Dot[] {
  const groups = Math.max(1, Math.floor(most / 2));
  const kept: Dot[] = [];
  for (let n = 0; n < groups; n++) {
    const from = Math.floor((n * dots.length) / groups);
    const to = Math.floor(((n + 1) * dots.length) / groups);
    kept.push(...endsOf(dots, from, to));
  }
  const [first] = dots;
  const last = dots.at(-1);
  if (first && kept[0] !== first) kept.unshift(first);
  if (last && kept.at(-1) !== last) kept.push(last);
  return kept;
}

/** The lowest and the highest point of a stretch, as they come; a stretch without any gives its gap. */
function endsOf(dots: readonly Dot[], from: number, to: number): Dot[] {
  let low: number | undefined;
  let high: number | undefined;
  for (let n = from; n < to; n++) {
    const y = dots[n]?.y;
    if (y === undefined) continue;
    if (low === undefined || y > (dots[low]?.y ?? 0)) low = n;
    if (high === undefined || y < (dots[high]?.y ?? 0)) high = n;
  }
  if (low === undefined || high === undefined) return dots.slice(from, from + 1);
  const places = low === high ? [low] : [Math.min(low, high), Math.max(low, high)];
  return places.map((n) => dots[n]).filter((dot) => dot !== undefined);
}
