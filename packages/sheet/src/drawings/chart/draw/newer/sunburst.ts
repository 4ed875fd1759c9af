import { limits } from '@sheetwire/contract/limits';
import { arc } from 'd3-shape';
import type { ShapeLook } from '../../model.ts';
import type { PlotGroup, TreeNode } from '../../plot-series.ts';
import type { Ink } from '../ink.ts';
import { element, fillAttributes, lineAttributes, px, type Rect, textLine, typeAttributes, widthOf } from '../svg.ts';
import { branchLook, nodeLook, nodeText, PathsByLook, type TreeInk, treeInk } from './tree-look.ts';

/** A piece of a ring. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly inner: number;
  readonly outer: number;
}

interface Drawn {
  readonly own: TreeInk;
  /** Pixels of a ring. */
  readonly ring: number;
  readonly hole: number;
  readonly shapes: PathsByLook;
  readonly texts: string[];
  left: number;
}

const turn = 2 * Math.PI;
/** The hole in the middle, in rings. */
const holeRings = 0.6;

/** A sunburst: a ring for each level, the widest within; each branch lies outside of what holds it. */
export function drawSunburst(group: PlotGroup, ink: Ink, rect: Rect): string {
  const [series] = group.series;
  const root = series?.tree;
  if (!root || root.children.length === 0) return '';
  const depth = depthOf(root);
  const ring = Math.min(rect.width, rect.height) / 2 / (depth + holeRings);
  const drawn: Drawn = {
    own: treeInk(series, ink),
    ring,
    hole: ring * holeRings,
    shapes: new PathsByLook(),
    texts: [],
    left: limits.charts.nodes,
  };
  const places = new Map(root.children.map((node, place) => [node, place]));
  drawRing(root, { start: 0, end: turn, level: 0 }, drawn, (node) =>
    branchLook(node, places.get(node) ?? 0, drawn.own),
  );
  const center = `translate(${px(rect.x + rect.width / 2)} ${px(rect.y + rect.height / 2)})`;
  const shapes = drawn.shapes.map((look, d) =>
    element('path', {
      d,
      ...fillAttributes(look.fill),
      ...lineAttributes(look.line, { color: ink.chart.ground, width: 1 }),
    }),
  );
  const texts = drawn.texts.join('');
  const words =
    texts === '' ? '' : element('g', { 'text-anchor': 'middle', ...typeAttributes(drawn.own.type, ink.type) }, texts);
  return element('g', { transform: center }, shapes + words);
}

function depthOf({ children }: TreeNode): number {
  return children.reduce((most, child) => Math.max(most, 1 + depthOf(child)), 0);
}

interface Reach {
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** What a node holds, from the largest on, and what these hold. */
function drawRing(
  node: TreeNode,
  { start, end, level }: Reach,
  drawn: Drawn,
  lookOf: (child: TreeNode) => ShapeLook,
): void {
  const sorted = node.children.toSorted((a, b) => b.value - a.value || a.index - b.index);
  const inner = drawn.hole + level * drawn.ring;
  let from = start;
  for (const child of sorted) {
    const to = from + ((end - start) * child.value) / node.value;
    const piece = { start: from, end: to, inner, outer: inner + drawn.ring };
    from = to;
    // What is thinner than half a pixel is not seen.
    if ((piece.end - piece.start) * piece.outer < 0.5 || drawn.left-- <= 0) continue;
    const look = lookOf(child);
    drawn.shapes.add(look, pathOf(piece));
    addText(nodeText(child, drawn.own), piece, drawn);
    drawRing(child, { start: piece.start, end: to, level: level + 1 }, drawn, (next) =>
      nodeLook(next, look, drawn.own),
    );
  }
}

const shape = arc().digits(1);

function pathOf({ start, end, inner, outer }: Piece): string {
  return shape({ startAngle: start, endAngle: end, innerRadius: inner, outerRadius: outer }) ?? '';
}

/** A text along the radius where its piece has room for it, else along the ring. */
function addText(text: string, { start, end, inner, outer }: Piece, { own, texts }: Drawn): void {
  const { type } = own;
  const middle = (start + end) / 2;
  const away = (inner + outer) / 2;
  const degrees = (middle / turn) * 360;
  const [width, height] = [widthOf(text, type) + 4, type.size * 1.1];
  const isRadial = width <= outer - inner && height <= (end - start) * inner;
  // A straight text leaves its ring at the ends: it needs the ring's width for the bow too.
  const bow = away - Math.sqrt(Math.max(0, away ** 2 - (width / 2) ** 2));
  const isAlong = width <= Math.min((end - start) * inner, 2 * inner) && height + bow <= outer - inner;
  if (text === '' || !(isRadial || isAlong)) return;
  const angle = isRadial ? degrees - 90 : degrees;
  const upright = angle > 90 && angle <= 270 ? angle - 180 : angle > 270 ? angle - 360 : angle;
  const at = { x: Math.sin(middle) * away, y: -Math.cos(middle) * away };
  texts.push(textLine(text, { ...at, turn: upright }, type, type));
}
