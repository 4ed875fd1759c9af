import { paintOf } from '../drawings/chart/read/look.ts';
import type { XmlNode } from '../drawings/xml-tree.ts';
import type { Theme } from '../read/theme.ts';

/** The colour that stands within an element, as CSS writes it; undefined where it has none. */
export function colorIn(node: XmlNode | undefined, theme: Theme): string | undefined {
  const paint = paintOf(node, theme);
  return paint && paint.color + (paint.opacity === undefined ? '' : hexByte(paint.opacity));
}

function hexByte(share: number): string {
  return Math.round(share * 255)
    .toString(16)
    .padStart(2, '0');
}
