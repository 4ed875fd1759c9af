import type { DrawingSource } from '../drawings/drawing.ts';
import { childOf, within, type XmlNode } from '../drawings/xml-tree.ts';
import { hrefOf, type LinkPlaces, pageHash, sheetOf } from '../render/links.ts';

const noPlaces: LinkPlaces = { hashes: new Map(), names: new Map() };

/** The address that a click on a drawing leads to; undefined for none that a viewer may follow. */
export function hrefOfDrawing(node: XmlNode, { relations }: Pick<DrawingSource, 'relations'>): string | undefined {
  const click = childOf(within(node, 'cNvPr'), 'hlinkClick');
  const relation = relations.get(click?.attributes[':id'] ?? '');
  if (!relation) return undefined;
  if (relation.isExternal) return hrefOf(relation.target, noPlaces);
  const place = relation.target.slice(relation.target.indexOf('#'));
  return hrefOf(place, placesOf(place));
}

/** A place of the workbook leads to the page of its sheet. */
function placesOf(place: string): LinkPlaces {
  const sheet = sheetOf(place.slice(1)) ?? '';
  return { hashes: new Map([[sheet.toLowerCase(), pageHash(sheet)]]), names: new Map() };
}
