import {
  type Alignment,
  type BorderLine,
  type BorderStyle,
  type Borders,
  borderStyles,
  type Font,
  type HorizontalAlign,
} from '../cell-style.ts';
import { longestFontName, type Theme } from './theme.ts';
import { type Attributes, decimal, isOn, whole } from './xml.ts';

/** What a font element says; what it does not say is left out. */
export type FontChange = { -readonly [K in keyof Font]?: Font[K] };

/** Takes one child of a font (or of the look of a text run) into it. */
export function addToFont(font: FontChange, name: string, attributes: Attributes, theme: Theme): void {
  const value = attributes.val;
  switch (name) {
    case 'b':
      font.isBold = isOn(value, true);
      break;
    case 'i':
      font.isItalic = isOn(value, true);
      break;
    case 'strike':
      font.isStruck = isOn(value, true);
      break;
    case 'u':
      font.underline = underlineOf(value);
      break;
    case 'sz':
      font.size = Math.max(1, Math.min(409, decimal(value) ?? 11));
      break;
    case 'name':
    case 'rFont':
      if (value) font.name = value.slice(0, longestFontName);
      break;
    case 'scheme':
      if (value === 'minor') font.name = theme.minorFont;
      if (value === 'major') font.name = theme.majorFont;
      break;
    case 'vertAlign':
      font.position = value === 'superscript' ? 'super' : value === 'subscript' ? 'sub' : 'line';
      break;
  }
}

function underlineOf(value: string | undefined): Font['underline'] {
  if (value === 'none' || value === 'double' || value === 'singleAccounting' || value === 'doubleAccounting')
    return value;
  return 'single';
}

const lineStyles: ReadonlySet<string> = new Set(borderStyles);

function isBorderStyle(text: string | undefined): text is BorderStyle {
  return text !== undefined && lineStyles.has(text);
}

/** The line of one side of a border, its colour still to come. */
export function lineOf(attributes: Attributes): BorderLine | undefined {
  const style = attributes.style;
  return isBorderStyle(style) ? { style, color: undefined } : undefined;
}

export const noBorders: Borders = {
  top: undefined,
  bottom: undefined,
  start: undefined,
  end: undefined,
  rising: undefined,
  falling: undefined,
};

const horizontals: Readonly<Record<string, HorizontalAlign>> = {
  left: 'left',
  center: 'center',
  right: 'right',
  fill: 'fill',
  justify: 'justify',
  distributed: 'distributed',
  centerContinuous: 'across',
};

/** An alignment element. */
export function alignmentOf(attributes: Attributes): Alignment {
  const vertical = attributes.vertical ?? 'bottom';
  const horizontal = horizontals[attributes.horizontal ?? ''] ?? 'general';
  const order = attributes.readingOrder;
  return {
    horizontal,
    vertical: verticalOf(vertical),
    isWrapped: isOn(attributes.wrapText) || spreads(horizontal) || vertical === 'justify' || vertical === 'distributed',
    shrinks: isOn(attributes.shrinkToFit),
    indent: Math.max(0, Math.min(250, whole(attributes.indent) ?? 0)),
    rotation: rotationOf(whole(attributes.textRotation) ?? 0),
    direction: order === '1' ? 'ltr' : order === '2' ? 'rtl' : 'context',
  };
}

/** Lines that are spread over the height begin at its top; a distributed one stands in its middle. */
function verticalOf(written: string): Alignment['vertical'] {
  if (written === 'top' || written === 'justify') return 'top';
  return written === 'bottom' ? 'bottom' : 'center';
}

/** Lines that are spread over the width are wrapped, whatever else is said. */
function spreads(horizontal: HorizontalAlign): boolean {
  return horizontal === 'justify' || horizontal === 'distributed';
}

/** 0-90 turn left, 91-180 turn right, 255 stacks the letters (ECMA-376 18.8.1). */
function rotationOf(value: number): Alignment['rotation'] {
  if (value === 255) return 'stacked';
  if (value > 90) return Math.max(-90, 90 - value);
  return Math.max(0, value);
}
