import { limits } from '@sheetwire/contract/limits';
import type { TreeLayout } from '../../layout.ts';
import type { ShapeLook } from '../../model.ts';
import type { PlotGroup, TreeNode } from '../../plot-series.ts';
import type { Ink } from '../ink.ts';
import {
  element,
  fillAttributes,
  lineAttributes,
  lineHeight,
  px,
  type Rect,
  textLine,
  typeAttributes,
  widthOf,
} from '../svg.ts';
import { squarified } from './squarify.ts';
import { branchLook, nodeLook, nodeText, PathsByLook, type TreeInk, treeInk } from './tree-look.ts';

/** What is drawn of a treemap so far. */
interface Drawn {
  readonly own: TreeInk;
  readonly shapes: PathsByLook;
  readonly texts: string[];
  left: number;
}

const pad = 4;
/** What is smaller is not seen. */
const least = 0.5;

/** A treemap: rooms as large as their values, those of a branch beside each other and of its colour. */
export function drawTreemap(group: PlotGroup, ink: Ink, rect: Rect): string {
  const [series] = group.series;
  const { layout } = group.group;
  if (!series?.tree || layout?.kind !== 'treemap') return '';
  const own = treeInk(series, ink);
  const drawn: Drawn = { own, shapes: new PathsByLook(), texts: [], left: limits.charts.nodes };
  const places = new Map(series.tree.children.map((node, place) => [node, place]));
  for (const { node, rect: room } of squarified(series.tree.children, rect)) {
    const look = branchLook(node, places.get(node) ?? 0, own);
    if (node.children.length === 0) drawLeaf(node, room, { look, drawn });
    else drawBranch(node, inset(room, 1), { look, drawn, layout });
  }
  const shapes = drawn.shapes.map((look, d) =>
    element('path', {
      d,
      ...fillAttributes(look.fill),
      ...lineAttributes(look.line, { color: ink.chart.ground, width: 1 }),
    }),
  );
  const texts = drawn.texts.join('');
  return shapes + (texts === '' ? '' : element('g', typeAttributes(own.type, ink.type), texts));
}

interface Drawing {
  readonly look: ShapeLook;
  readonly drawn: Drawn;
}

function drawBranch(node: TreeNode, rect: Rect, { look, drawn, layout }: Drawing & { layout: TreeLayout }): void {
  const { type } = drawn.own;
  const banner = layout.parents === 'banner' ? type.size * 1.6 : 0;
  const hasBanner = banner > 0 && rect.height > 2 * banner && rect.width > 2 * pad;
  const room = hasBanner ? { ...rect, y: rect.y + banner, height: rect.height - banner } : rect;
  if (hasBanner) addShape({ ...rect, height: banner }, look, drawn);
  const large = layout.parents === 'overlapping' ? { ...type, size: type.size * 1.5 } : type;
  if (layout.parents !== 'none')
    addText(node.name, { ...rect, height: hasBanner ? banner : rect.height }, { drawn, type: large });
  drawInner(node, room, { look, drawn }, layout.parents === 'overlapping' ? large.size * lineHeight : 0);
}

/** The leaves of a branch; those beneath its name write theirs below it. */
function drawInner(node: TreeNode, rect: Rect, { look, drawn }: Drawing, named: number): void {
  for (const { node: child, rect: room } of squarified(node.children, rect)) {
    if (room.width < least || room.height < least) continue;
    const own = nodeLook(child, look, drawn.own);
    const isBelow = room.y < rect.y + named && room.x < rect.x + widthOf(node.name, drawn.own.type) * 1.5 + pad;
    if (child.children.length > 0) drawInner(child, room, { look: own, drawn }, isBelow ? named : 0);
    else drawLeaf(child, room, { look: own, drawn }, isBelow ? named : 0);
  }
}

function drawLeaf(node: TreeNode, rect: Rect, { look, drawn }: Drawing, below = 0): void {
  if (drawn.left-- <= 0) return;
  addShape(rect, look, drawn);
  const room = { ...rect, y: rect.y + below, height: rect.height - below };
  addText(nodeText(node, drawn.own), room, { drawn, type: drawn.own.type });
}

function addShape({ x, y, width, height }: Rect, look: ShapeLook, { shapes }: Drawn): void {
  shapes.add(look, `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`);
}

/** A text in the upper left corner of a box, where there is room for it. */
function addText(
  text: string,
  { x, y, width, height }: Rect,
  { drawn, type }: { drawn: Drawn; type: TreeInk['type'] },
): void {
  const step = type.size * lineHeight;
  if (text === '' || height < step + 2 || widthOf(text, type) > width - 2 * pad) return;
  drawn.texts.push(textLine(text, { x: x + pad, y: y + step / 2 + 2 }, type, drawn.own.type));
}

function inset({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x + by, y: y + by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) };
}
