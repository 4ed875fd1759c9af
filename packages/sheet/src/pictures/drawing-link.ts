import type { DrawingSource } from '../drawings/drawing-source.ts';
import { childOf, within, type XmlNode } from '../drawings/xml-tree.ts';

/** Where a click on a drawing leads, as links of cells say it; undefined for one that leads nowhere. */
export function linkOfDrawing(node: XmlNode, { relations }: Pick<DrawingSource, 'relations'>): string | undefined {
  const click = childOf(within(node, 'cNvPr'), 'hlinkClick');
  const relation = relations.get(click?.attributes[':id'] ?? '');
  if (!relation || relation.isExternal) return relation?.target;
  const place = relation.target.indexOf('#');
  return place < 0 ? undefined : relation.target.slice(place);
}
