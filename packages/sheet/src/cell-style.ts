/** Accounting lines run under a whole text cell, and lower under numbers. */
export type Underline = 'none' | 'single' | 'double' | 'singleAccounting' | 'doubleAccounting';

export interface Font {
  /** '' is the font of the page that shows it. */
  readonly name: string;
  /** Points. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly underline: Underline;
  readonly isStruck: boolean;
  readonly position: 'line' | 'super' | 'sub';
  /** `#rrggbb`; undefined = automatic. */
  readonly color: string | undefined;
}

export interface Fill {
  /** The colour of the ground, or the nearest flat one. */
  readonly ground: string;
  /** CSS gradients over it, for patterns and gradients; the first lies above. */
  readonly images?: readonly string[];
}

export const borderStyles = [
  'hair',
  'dotted',
  'dashDotDot',
  'dashDot',
  'dashed',
  'thin',
  'slantDashDot',
  'mediumDashDotDot',
  'mediumDashDot',
  'mediumDashed',
  'medium',
  'double',
  'thick',
] as const;

/** By rising weight: where two cells meet the heavier line is drawn. */
export type BorderStyle = (typeof borderStyles)[number];

export interface BorderLine {
  readonly style: BorderStyle;
  /** `#rrggbb`; undefined = automatic. */
  readonly color: string | undefined;
}

/** `start` and `end` follow the direction of the sheet. */
export interface Borders {
  readonly top: BorderLine | undefined;
  readonly bottom: BorderLine | undefined;
  readonly start: BorderLine | undefined;
  readonly end: BorderLine | undefined;
  /** From the lower left, and from the upper left. */
  readonly rising: BorderLine | undefined;
  readonly falling: BorderLine | undefined;
}

export type HorizontalAlign = 'general' | 'left' | 'center' | 'right' | 'fill' | 'justify' | 'distributed' | 'across';

export interface Alignment {
  readonly horizontal: HorizontalAlign;
  readonly vertical: 'top' | 'center' | 'bottom';
  readonly isWrapped: boolean;
  readonly shrinks: boolean;
  readonly indent: number;
  /** -90…90 degrees, anticlockwise; 'stacked' = letters one below the other. */
  readonly rotation: number | 'stacked';
  readonly direction: 'context' | 'ltr' | 'rtl';
}

/** The whole look of a cell, every colour resolved. */
export interface CellStyle {
  /** Number format code. */
  readonly format: string;
  readonly font: Font;
  readonly fill: Fill | undefined;
  readonly borders: Borders;
  readonly align: Alignment;
  /** What a rule draws behind and beside the value: a CSS image, a small drawing. */
  readonly bar?: string;
  readonly icon?: string;
  readonly hidesValue?: boolean;
  /** A truth value is a checkbox. */
  readonly isCheckbox?: boolean;
}
