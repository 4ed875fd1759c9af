import { blendedColor } from '../../../read/color.ts';
import type { Theme } from '../../../read/theme.ts';
import { whole } from '../../../read/xml.ts';
import type { XmlNode } from '../../xml-tree.ts';
import { valOf } from './values.ts';

/** The styles of a chart in rows of eight: grays, the accents of the theme, and shades of each accent (21.2.2.227). */
const perRow = 8;
const lastStyle = 48;
/** Newer programs say the same style with this added. */
const newer = 100;
/** From here on the ground of a chart or of its plot has a color of its own. */
const firstGround = 33;
/** Parts of black in the grays, in turn; darker ones on the dark grounds of the last row. */
const grays = [0.885, 0.55, 0.78, 0.925, 0.7, 0.3];
const graysOnDark = [0.05, 0.55, 0.78, 0.15, 0.7, 0.3];
const firstOnDark = 41;

/** The colors that a style gives series in turn. */
export interface StyleColors {
  readonly accents: readonly string[];
  /** They come round again darker and lighter, by how many series there are. */
  readonly areShaded: boolean;
}

/** The number of the style of a chart; 2 where it says none. */
export function styleNumber(space: XmlNode): number {
  const said = whole(valOf(space, 'style')) ?? 2;
  const number = said > newer ? said - newer : said;
  return number >= 1 && number <= lastStyle ? number : 2;
}

export function styleColors(style: number, { colors }: Theme): StyleColors {
  const accents = colors.slice(4, 10);
  const place = (style - 1) % perRow;
  if (place === 1) return { accents, areShaded: false };
  if (place > 1) return { accents: accents.slice(place - 2, place - 1), areShaded: true };
  const dark = colors[1] ?? '#000000';
  const shares = style >= firstOnDark ? graysOnDark : grays;
  return { accents: shares.map((share) => blendedColor(dark, '#ffffff', 1 - share)), areShaded: true };
}

/** Whether a style colors the ground of a chart or of its plot. */
export function hasGround(style: number): boolean {
  return style >= firstGround;
}
