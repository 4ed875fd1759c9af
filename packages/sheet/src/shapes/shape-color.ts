import { blended, hexColor } from '../read/color.ts';
import type { Theme } from '../read/theme.ts';
import { childOf, type XmlNode } from '../read/xml-tree.ts';

/** The theme's colours by the names that drawings have for them. */
const places = 'lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(' ');
const others: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };
const named: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
};
const whole = 100_000;

/** The colour that stands within an element, with its changes; undefined where it has none (ECMA-376 20.1.2.3). */
export function colorIn(node: XmlNode | undefined, theme: Theme): string | undefined {
  for (const child of node?.children ?? []) {
    const base = baseOf(child, theme);
    if (base !== undefined) return changed(base, child);
  }
  return undefined;
}

function baseOf({ name, attributes }: XmlNode, { colors }: Theme): string | undefined {
  const value = attributes.val ?? '';
  if (name === 'srgbClr') return hexColor(value);
  if (name === 'sysClr') return hexColor(attributes.lastClr ?? '') ?? (value === 'window' ? '#ffffff' : '#000000');
  if (name === 'prstClr') return named[value];
  return name === 'schemeClr' ? colors[places.indexOf(others[value] ?? value)] : undefined;
}

/** Lighter and darker, as far as a flat colour tells it; then how much of it is seen. */
function changed(base: string, node: XmlNode): string {
  let color = base;
  for (const { name, attributes } of node.children) {
    const share = Math.max(0, Math.min(1, Number(attributes.val ?? whole) / whole || 0));
    if (name === 'lumMod' || name === 'shade') color = blended('#000000', color, share);
    else if (name === 'lumOff') color = blended(color, '#ffffff', share);
    else if (name === 'tint') color = blended('#ffffff', color, share);
  }
  const alpha = Number(childOf(node, 'alpha')?.attributes.val ?? whole) / whole;
  return alpha < 1 ? color + hexByte(alpha) : color;
}

function hexByte(share: number): string {
  return Math.round(Math.max(0, share) * 255)
    .toString(16)
    .padStart(2, '0');
}
