import { type BorderLine, borderStyles, type CellStyle, type Font } from '../cell-style.ts';
import { showsNumbersAsTexts } from '../format/number-format.ts';
import { fixedInk, inkColor } from '../named-inks.ts';
import { readableInk } from '../read/color.ts';
import { borderOf, type EdgeName, isThin, type Strip, stripOf } from './border-lines.ts';

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
  /** A text that was shrunk to its column needs all of it. */
  readonly isTight: boolean;
  /** Repeated texts are cut at their own cell. */
  readonly isClipped: boolean;
  readonly isLink: boolean;
  /** The room of a character that a number format leaves at the end, in ems. */
  readonly endRoom: number;
  /** Colour of the number format, by name. */
  readonly ink: string | undefined;
}

/** The heavier of two lines on one edge; the second where they are equal. */
export function heavier(a: BorderLine | undefined, b: BorderLine | undefined): BorderLine | undefined {
  if (!a || !b) return a ?? b;
  return borderStyles.indexOf(a.style) > borderStyles.indexOf(b.style) ? a : b;
}

/** The ink that a look asks for by itself; black is the scheme's own ink. */
export function coloredInk({ font }: CellStyle): string | undefined {
  return font.color === undefined || font.color === '#000000' ? undefined : font.color;
}

/** Where a cell stands, as far as its look depends on it. */
export interface CellPlace {
  /** The font of the sheet: what it says already is not said again. */
  readonly plain: Font;
  readonly edges: Edges;
  /** In the frozen head, whose own look in the portal the file's stands over. */
  readonly isHead: boolean;
  readonly isRightToLeft: boolean;
}

/** The declarations of a cell, in a fixed order; '' for a cell that looks like any other. */
export function cellCss(look: CellStyle, place: CellPlace, setting: Setting): string {
  const parts: string[] = [];
  addGround(parts, look, place);
  addInk(parts, look, setting);
  if (place.isHead) addHead(parts, look, setting);
  addFont(parts, look.font, place.plain, setting.kind);
  addAlignment(parts, look, setting);
  addEdges(parts, look, place.edges);
  return parts.join(';');
}

function addGround(parts: string[], look: CellStyle, { edges, isRightToLeft }: CellPlace): void {
  const { fill, borders } = look;
  const strips = edgesOf(edges).flatMap(([name, line]) => stripOf(line, inkOf(line, look), name, isRightToLeft) ?? []);
  const lines = [diagonal(borders.rising, 'right'), diagonal(borders.falling, 'left'), look.bar];
  const images = [...lines, ...(fill?.images ?? [])].filter((image) => image !== undefined);
  if (fill) parts.push(`background-color:${fill.ground}`);
  if (strips.length + images.length > 0) {
    parts.push(`background-image:${[...strips.map(({ image }) => image), ...images].join(',')}`);
  }
  if (strips.length > 0) addStrips(parts, strips, images.length);
}

/** Strips lie at the edges of the border's box, once each; patterns and diagonals fill it. */
function addStrips(parts: string[], strips: readonly Strip[], others: number): void {
  const all = (own: (strip: Strip) => string, other: string) =>
    [...strips.map(own), ...Array.from({ length: others }, () => other)].join(',');
  parts.push(`background-size:${all(({ size }) => size, 'auto')}`);
  parts.push(`background-position:${all(({ position }) => position, '0 0')}`);
  parts.push(`background-repeat:${all(() => 'no-repeat', 'repeat')}`, 'background-origin:border-box');
}

/** The head of a frozen sheet says what a plain cell leaves unsaid. */
function addHead(parts: string[], { fill, font }: CellStyle, setting: Setting): void {
  if (!fill) parts.push('background-color:canvas');
  if (setting.kind === 'blank') return;
  if (!parts.some((part) => part.startsWith('color:')) && setting.ink === undefined) parts.push('color:canvastext');
  if (!font.isBold) parts.push('font-weight:400');
}

function addInk(parts: string[], look: CellStyle, setting: Setting): void {
  const { fill, font } = look;
  const named = setting.ink === undefined ? undefined : inkColor(setting.ink);
  // A filled cell carries its ink, so that the pair reads on any ground.
  if (fill && setting.kind !== 'blank') parts.push(`color:${named ?? font.color ?? readableInk(fill.ground)}`);
  else if (fill) parts.push(`color:${font.color ?? readableInk(fill.ground)}`);
  else if (!setting.isLink) {
    const color = setting.ink === undefined ? coloredInk(look) : fixedInk(setting.ink);
    if (color !== undefined && setting.kind !== 'blank') parts.push(`color:${color}`);
  }
}

function diagonal(line: BorderLine | undefined, side: 'left' | 'right'): string | undefined {
  if (!line) return undefined;
  const half = isThin(line) ? '.5px' : '1px';
  const color = line.color ?? '#000000';
  return `linear-gradient(to bottom ${side},transparent calc(50% - ${half}),${color} calc(50% - ${half}),${color} calc(50% + ${half}),transparent calc(50% + ${half}))`;
}

/** What differs between two fonts, as declarations; under a text cell an accounting line is drawn by its content. */
export function addFont(parts: string[], font: Partial<Font>, plain: Font, kind: Setting['kind'] | 'run'): void {
  if (font.name !== undefined && font.name !== plain.name) parts.push(`font-family:${familyOf(font.name)}`);
  if (font.size !== undefined && font.size !== plain.size) parts.push(`font-size:${font.size}pt`);
  if (font.isBold !== undefined && font.isBold !== plain.isBold) parts.push(`font-weight:${font.isBold ? 700 : 400}`);
  if (font.isItalic !== undefined && font.isItalic !== plain.isItalic) {
    parts.push(`font-style:${font.isItalic ? 'italic' : 'normal'}`);
  }
  parts.push(...decorationOf(font, kind));
  if (font.position === 'super' || font.position === 'sub') parts.push(`font-size:smaller`);
}

function decorationOf(font: Partial<Font>, kind: Setting['kind'] | 'run'): string[] {
  const isInContent = kind === 'text' && isAccounting(font);
  const isUnderlined = font.underline !== undefined && font.underline !== 'none' && !isInContent;
  if (!isUnderlined && !font.isStruck) return [];
  const kinds = [isUnderlined ? 'underline' : '', font.isStruck ? 'line-through' : ''].filter(Boolean).join(' ');
  const isDouble = isUnderlined && (font.underline?.startsWith('double') ?? false);
  const offset = isUnderlined && isAccounting(font) ? ['text-underline-offset:.2em'] : [];
  return [`text-decoration:${kinds}${isDouble ? ' double' : ''}`, ...offset];
}

/** Whether the underline of a font is one of accounts. */
export function isAccounting({ underline }: Partial<Font>): boolean {
  return underline?.endsWith('Accounting') ?? false;
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

function addAlignment(parts: string[], look: CellStyle, setting: Setting): void {
  const { align } = look;
  const horizontal = isTextLike(look, setting) ? 'start' : horizontalOf(align.horizontal, setting.kind);
  if (horizontal !== undefined) parts.push(`text-align:${horizontal}`);
  if (align.horizontal === 'distributed') parts.push('text-align-last:justify');
  if (align.vertical === 'top') parts.push('vertical-align:top;align-content:start');
  if (align.vertical === 'center') parts.push('vertical-align:middle;align-content:center');
  if (align.isWrapped) parts.push('white-space:pre-wrap;overflow-wrap:anywhere');
  else if (setting.keepsSpaces) parts.push('white-space:pre');
  if (align.indent > 0)
    parts.push(indentOf(align.indent, horizontal ?? (setting.kind === 'number' ? 'right' : 'left')));
  else if (setting.isTight) parts.push('padding-left:1px;padding-right:1px');
  else if (setting.endRoom !== 0) parts.push(`padding-right:calc(${numberRoom} + ${setting.endRoom}em)`);
  if (setting.isClipped) parts.push('overflow:clip');
  if (align.direction !== 'context') parts.push(`direction:${align.direction}`);
}

/** A number that its format shows as a text, and that is not set to a side. */
function isTextLike({ align, format }: CellStyle, { kind }: Setting): boolean {
  return kind === 'number' && align.horizontal === 'general' && showsNumbersAsTexts(format);
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
    case 'distributed':
      return 'justify';
  }
}

/** What the portal keeps free at the end of a number (grid-css). */
const numberRoom = 'clamp(4px,100% - 64px,8px)';

const indentPx = 9;
const paddingPx = 4;

function indentOf(indent: number, horizontal: string): string {
  const px = paddingPx + indentPx * indent;
  return horizontal === 'right' ? `padding-right:${px}px` : `padding-left:${px}px`;
}

function edgesOf({ top, start, bottom, end }: Edges): [EdgeName, BorderLine][] {
  const named: [EdgeName, BorderLine | undefined][] = [
    ['border-block-start', top],
    ['border-inline-start', start],
    ['border-block-end', bottom],
    ['border-inline-end', end],
  ];
  return named.flatMap(([name, line]) => (line ? [[name, line] satisfies [EdgeName, BorderLine]] : []));
}

function addEdges(parts: string[], look: CellStyle, edges: Edges): void {
  for (const [name, line] of edgesOf(edges)) parts.push(`${name}:${borderOf(line, inkOf(line, look))}`);
}

/** An automatic or black line on an open cell takes the scheme's own ink, whatever ink its number has, and shows on a dark ground too. */
function inkOf({ color }: BorderLine, { fill }: CellStyle): string {
  if (color !== undefined && color !== '#000000') return color;
  return fill ? '#000000' : 'canvastext';
}

/** What the style of a cell depends on beside its look and its setting. */
interface StylePlace {
  readonly edges: Edges | undefined;
  readonly isHead: boolean;
  /** It holds a drawing. */
  readonly isHost: boolean;
}

const kindNumbers = { number: 0, text: 1, center: 2, blank: 3 } as const;
const settingKinds = 4;
const settingFlags = 64;

/** The same for the same style: a number where the setting says little, as most do. */
export function styleKey(look: number, setting: Setting, { edges, isHead, isHost }: StylePlace): string | number {
  const flags =
    Number(setting.keepsSpaces) |
    (Number(setting.isTight) << 1) |
    (Number(setting.isClipped) << 2) |
    (Number(setting.isLink) << 3) |
    (Number(isHead) << 4) |
    (Number(isHost) << 5);
  const isPlain = !edges && setting.endRoom === 0 && setting.ink === undefined;
  if (isPlain) return (look * settingKinds + kindNumbers[setting.kind]) * settingFlags + flags;
  return `${look} ${setting.kind} ${flags} ${setting.endRoom} ${setting.ink ?? ''}${edges ? edgesKey(edges) : ''}`;
}

/** The same for the same lines. */
function edgesKey({ top, start, bottom, end }: Edges): string {
  return [top, start, bottom, end].map((line) => (line ? `|${line.style}${line.color ?? ''}` : '|')).join('');
}
