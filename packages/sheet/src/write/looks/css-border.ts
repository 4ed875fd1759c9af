import type { BorderLine, BorderStyle, Borders } from '../../cell-style.ts';
import { cssColor } from './css-color.ts';
import { listOf, pixels, wordsOf } from './css-words.ts';

export type Side = 'top' | 'end' | 'bottom' | 'start';

interface LineDraft {
  width: number;
  style: string;
  color: string | undefined;
  /** The line that a strip of the ground draws. */
  strip?: BorderStyle;
}
export type EdgeDrafts = Record<Side, LineDraft>;

const mediumPx = 3;
const widths: Readonly<Record<string, number>> = { thin: 1, medium: mediumPx, thick: 5 };
const styles = new Set(['none', 'hidden', 'dotted', 'dashed', 'solid', 'double', 'groove', 'ridge', 'inset', 'outset']);
const sides: Readonly<Record<string, readonly Side[]>> = {
  '': ['top', 'end', 'bottom', 'start'],
  top: ['top'],
  right: ['end'],
  bottom: ['bottom'],
  left: ['start'],
  'block-start': ['top'],
  'block-end': ['bottom'],
  'inline-start': ['start'],
  'inline-end': ['end'],
  block: ['top', 'bottom'],
  inline: ['start', 'end'],
};
const NAME =
  /^border(?:-(top|right|bottom|left|block-start|block-end|inline-start|inline-end|block|inline))?(?:-(width|style|color))?$/;

/** No line on any side. */
export function noEdges(): EdgeDrafts {
  const line = (): LineDraft => ({ width: mediumPx, style: 'none', color: undefined });
  return { top: line(), end: line(), bottom: line(), start: line() };
}

/** Takes a border declaration into the edges; false when it is none. */
export function takeBorder(edges: EdgeDrafts, name: string, value: string): boolean {
  const found = NAME.exec(name);
  if (!found) return false;
  const [, side = '', part] = found;
  const meant = sides[side] ?? [];
  const words = wordsOf(value);
  if (part === undefined) for (const one of meant) edges[one] = lineOf(words);
  else for (const [n, one] of meant.entries()) takePart(edges[one], part, wordFor(words, n));
  return true;
}

/** One to four words stand for top, right, bottom and left. */
function wordFor(words: readonly string[], place: number): string {
  return words[place] ?? words[place === 3 ? 1 : 0] ?? words[0] ?? '';
}

function takePart(line: LineDraft, part: string, word: string): void {
  if (part === 'width') line.width = widthOf(word) ?? line.width;
  else if (part === 'style') line.style = word.toLowerCase();
  else line.color = cssColor(word);
}

function lineOf(words: readonly string[]): LineDraft {
  const line: LineDraft = { width: mediumPx, style: 'none', color: undefined };
  for (const word of words) {
    const width = widthOf(word);
    if (styles.has(word.toLowerCase())) line.style = word.toLowerCase();
    else if (width !== undefined) line.width = width;
    else line.color = cssColor(word) ?? line.color;
  }
  return line;
}

function widthOf(word: string): number | undefined {
  return widths[word.toLowerCase()] ?? pixels(word, 16);
}

/** The lines as a spreadsheet draws them. */
export function bordersOf(edges: EdgeDrafts): Pick<Borders, Side> {
  return { top: drawn(edges.top), end: drawn(edges.end), bottom: drawn(edges.bottom), start: drawn(edges.start) };
}

function drawn({ width, style, color, strip }: LineDraft): BorderLine | undefined {
  const name = strip ?? styleName(style, width);
  return name === undefined ? undefined : { style: name, color };
}

const STRIP = /^repeating-linear-gradient\((\d+)deg,(.*)\)$/s;

/** What lies over the ground of a cell: its images, where each stands, and whether it fills the cell. */
export interface Strips {
  images: readonly string[];
  positions: readonly string[];
  repeats: readonly string[];
}

/**
 * Lines of dashes and dots, which our publishers draw as strips of the ground, each where its border has room and once: what
 * repeats is a pattern.
 */
export function takeStrips(edges: EdgeDrafts, { images, positions, repeats }: Strips): void {
  for (const [n, image] of images.entries()) {
    if (positions[n] === undefined || repeats[n]?.trim() === 'repeat') continue;
    const [, degrees = '', stops = ''] = STRIP.exec(image.trim()) ?? [];
    const side = sideOf(Number(degrees), positions[n]?.trim());
    const line = side && edges[side];
    if (!line) continue;
    const drawn = listOf(stops);
    const strip = stripStyle({ stops: drawn, isThin: line.width < 1.5, isSlanted: Number(degrees) % 90 !== 0 });
    if (strip === undefined) continue;
    line.strip = strip;
    line.color = cssColor(wordsOf(drawn[0] ?? '')[0] ?? '');
  }
}

function sideOf(degrees: number, position: string | undefined): Side | undefined {
  const isLevel = degrees === 90 || degrees === 45;
  if (isLevel) return position === '0 100%' ? 'bottom' : 'top';
  return position === '100% 0' ? 'end' : 'start';
}

interface StripFacts {
  readonly stops: readonly string[];
  readonly isThin: boolean;
  readonly isSlanted: boolean;
}

function stripStyle({ stops, isThin, isSlanted }: StripFacts): BorderStyle | undefined {
  if (isSlanted) return 'slantDashDot';
  if (stops.length === 2) return 'dotted';
  if (stops.length === 4) return isThin ? 'dashDot' : 'mediumDashDot';
  return stops.length === 6 ? (isThin ? 'dashDotDot' : 'mediumDashDotDot') : undefined;
}

function styleName(style: string, width: number): BorderStyle | undefined {
  if (width <= 0 || style === 'none' || style === 'hidden') return undefined;
  if (style === 'double') return 'double';
  if (style === 'dotted') return width < 1 ? 'hair' : 'dotted';
  if (style === 'dashed') return width < 1.5 ? 'dashed' : 'mediumDashed';
  return width < 1.5 ? 'thin' : width < 2.5 ? 'medium' : 'thick';
}
