import type { Font } from '../model.ts';

const pxPerPoint = 96 / 72;
/** Widest digit of a font, as a share of its size. */
const digitShares: Readonly<Record<string, number>> = {
  calibri: 0.507,
  carlito: 0.507,
  cambria: 0.554,
  aptos: 0.561,
  'aptos narrow': 0.507,
  arial: 0.556,
  'liberation sans': 0.556,
  helvetica: 0.556,
  'arial narrow': 0.456,
  'times new roman': 0.5,
  'courier new': 0.6,
  consolas: 0.55,
  verdana: 0.636,
  tahoma: 0.546,
  'segoe ui': 0.539,
};
const otherDigit = 0.54;

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
  return Math.max(1, Math.round(fontPx(font) * digitShare(font)));
}

function digitShare(font: Font): number {
  return digitShares[font.name.toLowerCase()] ?? otherDigit;
}

/** How much wider the font is that a browser without the author's takes instead. */
export function standInFactor(font: Font): number {
  return Math.max(1, (digitShares.arial ?? otherDigit) / digitShare(font));
}

/** Column width in pixels of a width in characters (ECMA-376 18.3.1.13). */
export function columnPx(characters: number, digit: number): number {
  return Math.trunc(((256 * characters + Math.trunc(128 / digit)) / 256) * digit);
}

/** Width of a column where the sheet says nothing: 8 characters with their padding, in steps of 8 pixels. */
export function standardColumnPx(digit: number): number {
  return Math.ceil((8 * digit + 5) / 8) * 8;
}

const narrow = new Set(" .,;:'!|ijltfrI()[]{}/\\-`");
const wide = new Set('mwMW@%&');

const otherLetter = 0.97;

/** About how wide a line of text is, in pixels. */
export function textPx(text: string, font: Font): number {
  const digit = fontPx(font) * digitShare(font) * (font.isBold ? 1.05 : 1);
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    width += latinShares[code] ?? shareOf(code);
  }
  return width * digit;
}

const latinShares = Float64Array.from({ length: 256 }, (_, code) => latinShare(code));

function latinShare(code: number): number {
  const character = String.fromCharCode(code);
  if (code >= 48 && code <= 57) return 1;
  if (narrow.has(character)) return 0.55;
  if (wide.has(character)) return 1.6;
  return code >= 65 && code <= 90 ? 1.2 : otherLetter;
}

/** Beyond Latin only the wide letters of East Asia differ. */
function shareOf(code: number): number {
  return code >= 0x1100 && code < 0xd800 && (code < 0x1200 || code >= 0x2e80) ? 2 : otherLetter;
}
