import { type BorderLine, borderStyles, type CellStyle, type Font } from '../model.ts';
import { namedInks } from '../named-inks.ts';
import { readableInk } from '../read/color.ts';

/** The lines round a cell as they are drawn: each edge between two cells belongs to the first of them. */
export interface Edges {
  readonly top?: BorderLine | undefined;
  readonly start?: BorderLine | undefined;
  readonly bottom?: BorderLine | undefined;
  readonly end?: BorderLine | undefined;
}

/** How a cell's content wants to be set, beyond what its look says. */
export interface Setting {
  /** What General alignment means for the value. */
  readonly kind: 'number' | 'text' | 'center' | 'blank';
  readonly keepsSpaces: boolean;
  readonly isTight: boolean;
  readonly isClipped: boolean;
  readonly isLink: boolean;
  /** Colour of the number format, by name. */
  readonly ink: string | undefined;
}

const lines: Readonly<Record<BorderLine['style'], string>> = {
  hair: '1px dotted',
  dotted: '1px dotted',
  dashDotDot: '1px dashed',
  dashDot: '1px dashed',
  dashed: '1px dashed',
  thin: '1px solid',
  slantDashDot: '2px dashed',
  mediumDashDotDot: '2px dashed',
  mediumDashDot: '2px dashed',
  mediumDashed: '2px dashed',
  medium: '2px solid',
  double: '3px double',
  thick: '3px solid',
};

/** The heavier of two lines on one edge; the second where they are equal. */
export function heavier(a: BorderLine | undefined, b: BorderLine | undefined): BorderLine | undefined {
  if (!a || !b) return a ?? b;
  return borderStyles.indexOf(a.style) > borderStyles.indexOf(b.style) ? a : b;
}

/** The ink that a look asks for by itself; black is the scheme's own ink. */
export function coloredInk({ font }: CellStyle): string | undefined {
  return font.color === undefined || font.color === '#000000' ? undefined : font.color;
}

/** The declarations of a cell, in a fixed order; '' for a cell that looks like any other. */
export function cellCss(look: CellStyle, plain: Font, edges: Edges, setting: Setting): string {
  const parts: string[] = [];
  addGround(parts, look, setting);
  addFont(parts, look.font, plain);
  addAlignment(parts, look, setting);
  addEdges(parts, edges, look.fill !== undefined);
  return parts.join(';');
}

function addGround(parts: string[], look: CellStyle, setting: Setting): void {
  const { fill, font, borders } = look;
  const named = setting.ink === undefined ? undefined : namedInks.get(setting.ink);
  const images = [diagonal(borders.rising, 'right'), diagonal(borders.falling, 'left'), look.bar, fill?.image].filter(
    (image) => image !== undefined,
  );
  if (fill) parts.push(`background-color:${fill.ground}`);
  if (images.length > 0) parts.push(`background-image:${images.join(',')}`);
  // A filled cell carries its ink, so that the pair reads on any ground.
  if (fill && setting.kind !== 'blank') parts.push(`color:${named ?? font.color ?? readableInk(fill.ground)}`);
  else if (fill) parts.push(`color:${font.color ?? readableInk(fill.ground)}`);
  else if (setting.ink === undefined && !setting.isLink) {
    const color = coloredInk(look);
    if (color !== undefined && setting.kind !== 'blank') parts.push(`color:${color}`);
  }
}

function diagonal(line: BorderLine | undefined, side: 'left' | 'right'): string | undefined {
  if (!line) return undefined;
  const half = lines[line.style].startsWith('1px') ? '.5px' : '1px';
  const color = line.color ?? '#000000';
  return `linear-gradient(to bottom ${side},transparent calc(50% - ${half}),${color} calc(50% - ${half}),${color} calc(50% + ${half}),transparent calc(50% + ${half}))`;
}

/** What differs between two fonts, as declarations. */
export function addFont(parts: string[], font: Partial<Font>, plain: Font): void {
  if (font.name !== undefined && font.name !== plain.name) parts.push(`font-family:${familyOf(font.name)}`);
  if (font.size !== undefined && font.size !== plain.size) parts.push(`font-size:${font.size}pt`);
  if (font.isBold !== undefined && font.isBold !== plain.isBold) parts.push(`font-weight:${font.isBold ? 700 : 400}`);
  if (font.isItalic !== undefined && font.isItalic !== plain.isItalic) {
    parts.push(`font-style:${font.isItalic ? 'italic' : 'normal'}`);
  }
  const decoration = decorationOf(font);
  if (decoration !== undefined) parts.push(decoration);
  if (font.position === 'super' || font.position === 'sub') parts.push(`font-size:smaller`);
}

function decorationOf(font: Partial<Font>): string | undefined {
  const isUnderlined = font.underline !== undefined && font.underline !== 'none';
  if (!isUnderlined && !font.isStruck) return undefined;
  const kinds = [isUnderlined ? 'underline' : '', font.isStruck ? 'line-through' : ''].filter(Boolean).join(' ');
  return `text-decoration:${kinds}${font.underline === 'double' ? ' double' : ''}`;
}

const kin: Readonly<Record<string, string>> = {
  calibri: 'Carlito,sans-serif',
  cambria: 'Caladea,serif',
  arial: '"Liberation Sans",sans-serif',
  helvetica: '"Liberation Sans",sans-serif',
  'times new roman': '"Liberation Serif",serif',
  'courier new': '"Liberation Mono",monospace',
  consolas: 'monospace',
  georgia: 'serif',
};

/** A font by name with those that stand in for it. */
export function familyOf(name: string): string {
  const clean = name.replace(/[^\p{L}\p{N} ._-]/gu, '').trim();
  const generic = kin[clean.toLowerCase()] ?? 'sans-serif';
  if (clean === '') return generic;
  return /^[A-Za-z]+$/.test(clean) ? `${clean},${generic}` : `"${clean}",${generic}`;
}

function addAlignment(parts: string[], { align }: CellStyle, setting: Setting): void {
  const horizontal = horizontalOf(align.horizontal, setting.kind);
  if (horizontal !== undefined) parts.push(`text-align:${horizontal}`);
  if (align.vertical === 'top') parts.push('vertical-align:top;align-content:start');
  if (align.vertical === 'center') parts.push('vertical-align:middle;align-content:center');
  if (align.isWrapped) parts.push('white-space:pre-wrap;overflow-wrap:anywhere');
  else if (setting.keepsSpaces) parts.push('white-space:pre');
  if (align.indent > 0)
    parts.push(indentOf(align.indent, horizontal ?? (setting.kind === 'number' ? 'right' : 'left')));
  else if (setting.isTight) parts.push('padding-left:1px;padding-right:1px');
  if (setting.isClipped) parts.push('overflow:clip');
  if (align.direction !== 'context') parts.push(`direction:${align.direction}`);
}

function horizontalOf(align: CellStyle['align']['horizontal'], kind: Setting['kind']): string | undefined {
  switch (align) {
    case 'general':
      return kind === 'center' ? 'center' : undefined;
    case 'left':
    case 'fill':
      return 'left';
    case 'center':
    case 'across':
      return 'center';
    case 'right':
      return 'right';
    case 'justify':
      return 'justify';
  }
}

const indentPx = 9;
const paddingPx = 4;

function indentOf(indent: number, horizontal: string): string {
  const px = paddingPx + indentPx * indent;
  return horizontal === 'right' ? `padding-right:${px}px` : `padding-left:${px}px`;
}

function addEdges(parts: string[], edges: Edges, isFilled: boolean): void {
  addEdge(parts, 'border-block-start', edges.top, isFilled);
  addEdge(parts, 'border-inline-start', edges.start, isFilled);
  addEdge(parts, 'border-block-end', edges.bottom, isFilled);
  addEdge(parts, 'border-inline-end', edges.end, isFilled);
}

/** An automatic or black line on an open cell takes the scheme's own ink, whatever ink its number has, and shows on a dark ground too. */
function addEdge(parts: string[], name: string, line: BorderLine | undefined, isFilled: boolean): void {
  if (!line) return;
  const isBlack = line.color === undefined || line.color === '#000000';
  const color = isBlack ? (isFilled ? '#000000' : 'canvastext') : line.color;
  parts.push(`${name}:${lines[line.style]} ${color}`);
}
