import type { Alignment, Font } from './cell-style.ts';

/** The letters of a cell of which nobody says anything: the default of workbooks, read and written. */
export const plainFont: Font = {
  name: 'Calibri',
  size: 11,
  isBold: false,
  isItalic: false,
  underline: 'none',
  isStruck: false,
  position: 'line',
  color: undefined,
};

/** How a cell lies of which nobody says anything. */
export const plainAlignment: Alignment = {
  horizontal: 'general',
  vertical: 'bottom',
  isWrapped: false,
  shrinks: false,
  indent: 0,
  rotation: 0,
  direction: 'context',
};
