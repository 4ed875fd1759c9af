import { digitShare, textDigits } from '@sheetwire/page/text-width';
import type { Font } from '../cell-style.ts';

const pxPerPoint = 96 / 72;
const arialDigit = digitShare('arial');
const boldFactor = 1.05;

/** The size of a font in CSS pixels. */
export function fontPx(font: Font): number {
  return font.size * pxPerPoint;
}

/** Pixels of a height or size in points. */
export function pointsToPx(points: number): number {
  return Math.round(points * pxPerPoint);
}

/** Width of the widest digit of a font in whole pixels: the unit of column widths. */
export function digitWidth(font: Font): number {
  return Math.max(1, Math.round(fontPx(font) * digitShare(font.name)));
}

/** The portal brings letters as wide as these: nothing wider stands in for them. */
const brought = new Set(['', 'calibri', 'carlito']);

/** How much wider the font is that a browser without the author's takes instead. */
export function standInFactor(font: Font): number {
  return measuresOf(font).standIn;
}

/** What texts of a font are measured by. */
interface FontMeasures {
  /** Pixels of a digit. */
  readonly digit: number;
  readonly standIn: number;
}

/** Every cell asks for them, and many cells have one font. */
const measured = new WeakMap<Font, FontMeasures>();

/** What texts of a font are measured by, the same object for the same font. */
export function measuresOf(font: Font): FontMeasures {
  const known = measured.get(font);
  if (known) return known;
  const share = digitShare(font.name);
  const measures = {
    digit: fontPx(font) * share * (font.isBold ? boldFactor : 1),
    standIn: brought.has(font.name.toLowerCase()) ? 1 : Math.max(1, arialDigit / share),
  };
  measured.set(font, measures);
  return measures;
}

/** Column width in pixels of a width in characters (ECMA-376 18.3.1.13). */
export function columnPx(characters: number, digit: number): number {
  return Math.trunc(((256 * characters + Math.trunc(128 / digit)) / 256) * digit);
}

/** Width of a column where the sheet says nothing: 8 characters with their padding, in steps of 8 pixels. */
export function standardColumnPx(digit: number): number {
  return Math.ceil((8 * digit + 5) / 8) * 8;
}

/** About how wide a line of text is, in pixels. */
export function textPx(text: string, font: Font): number {
  return textDigits(text) * measuresOf(font).digit;
}

/** The height of a row of plain texts in pixels, where a file names none: as spreadsheets make it. */
export function plainRowPx(font: Font): number {
  return Math.ceil(fontPx(font) * plainRow);
}
const plainRow = 1.3;
