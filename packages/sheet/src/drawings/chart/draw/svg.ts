import { digitShare, textDigits } from '@sheetwire/page/text-width';
import { escapeAttribute, escapeText } from '../../../render/escape.ts';
import type { Letters, Paint, ShapeLook, Stroke } from '../model.ts';

/** A box in pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A number of pixels as it is written: a tenth is less than anybody sees. */
export function px(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return Number.isFinite(rounded) && rounded !== 0 ? String(rounded) : '0';
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element as the cleaner writes it, so that a drawing is the same before and after. */
export function element(tag: string, attributes: Attributes, inner = ''): string {
  let open = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    open += ` ${name}="${typeof value === 'number' ? px(value) : escapeAttribute(value)}"`;
  }
  return `${open}>${inner}</${tag}>`;
}

/** The attributes of a fill. */
export function fillAttributes(fill: Paint | 'none' | undefined): Attributes {
  if (fill === undefined || fill === 'none') return { fill: 'none' };
  return { fill: fill.color, ...(fill.opacity !== undefined && { 'fill-opacity': String(fill.opacity) }) };
}

/** The attributes of a line; none for no line. */
export function lineAttributes(line: Stroke | 'none' | undefined, usual: { color: string; width: number }): Attributes {
  if (line === undefined || line === 'none') return {};
  const { paint, width = usual.width, dash } = line;
  return {
    stroke: paint?.color ?? usual.color,
    ...(width !== 1 && { 'stroke-width': width }),
    ...(paint?.opacity !== undefined && { 'stroke-opacity': String(paint.opacity) }),
    ...(dash && { 'stroke-dasharray': dash.map((part) => px(Math.max(1, part * width))).join(' ') }),
  };
}

/** A look with what is automatic in its place. */
export function withUsual(look: ShapeLook, usual: ShapeLook): ShapeLook {
  const fill = look.fill ?? usual.fill;
  const line = look.line ?? usual.line;
  return { ...(fill && { fill }), ...(line && { line }) };
}

interface Rounded extends Rect {
  /** Of its corners. */
  readonly radius?: number | undefined;
}

/** A box with its fill and line; nothing for one that has neither. */
export function rectangle({ x, y, width, height, radius }: Rounded, look: ShapeLook, usualLine = '#868686'): string {
  const hasLine = look.line !== undefined && look.line !== 'none';
  if (!hasLine && (look.fill === undefined || look.fill === 'none')) return '';
  const half = hasLine ? 0.5 : 0;
  return element('rect', {
    x: x + half,
    y: y + half,
    width: Math.max(0, width - 2 * half),
    height: Math.max(0, height - 2 * half),
    rx: radius,
    ...fillAttributes(look.fill),
    ...lineAttributes(look.line, { color: usualLine, width: 1 }),
  });
}

/** Letters that say everything. */
export interface Type {
  readonly size: number;
  readonly color: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly family: string;
  readonly turn: number | undefined;
}

/** Letters over others. */
export function typeOf(letters: Letters, around: Type): Type {
  return {
    size: letters.size ?? around.size,
    color: letters.color ?? around.color,
    isBold: letters.isBold ?? around.isBold,
    isItalic: letters.isItalic ?? around.isItalic,
    family: letters.family ?? around.family,
    turn: letters.turn ?? around.turn,
  };
}

const boldFactor = 1.06;

/** About how wide a line of text is drawn. */
export function widthOf(text: string, type: Type): number {
  return textDigits(text) * type.size * digitShare(type.family) * (type.isBold ? boldFactor : 1);
}

/** Height of a line, and where its letters stand in it. */
export const lineHeight = 1.2;
export const ascent = 0.36;

export type Anchoring = 'start' | 'middle' | 'end';

export interface TextPlace {
  readonly x: number;
  /** The middle of the line. */
  readonly y: number;
  readonly anchor?: Anchoring;
  /** Degrees, clockwise, about the place. */
  readonly turn?: number | undefined;
}

/** The attributes that a text has besides those of what holds it. */
export function typeAttributes(type: Type, around: Type): Attributes {
  return {
    ...(type.size !== around.size && { 'font-size': type.size }),
    ...(type.color !== around.color && { fill: type.color }),
    ...(type.isBold !== around.isBold && { 'font-weight': type.isBold ? '700' : '400' }),
    ...(type.isItalic !== around.isItalic && { 'font-style': type.isItalic ? 'italic' : 'normal' }),
    ...(type.family !== around.family && { 'font-family': familyList(type.family) }),
  };
}

/** A line of text; `anchor` comes from around where it is left out. */
export function textLine(text: string, { x, y, anchor, turn }: TextPlace, type: Type, around: Type): string {
  if (text === '') return '';
  const down = type.size * ascent;
  const place = turn ? { transform: `translate(${px(x)} ${px(y)}) rotate(${px(turn)})`, y: down } : { x, y: y + down };
  const attributes = { ...place, ...(anchor && { 'text-anchor': anchor }), ...typeAttributes(type, around) };
  return element('text', attributes, escapeText(text));
}

/** A font with those that stand in for it. */
export function familyList(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} .-]/gu, '');
  return plain === 'Calibri' ? 'Calibri,Carlito,sans-serif' : `${plain},sans-serif`;
}
