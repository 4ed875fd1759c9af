import { limits } from '@sheetwire/contract/limits';
import { type Conventions, plainConventions } from '../values/conventions.ts';
import { shownDate } from '../values/shown-date.ts';
import { shownNumber } from '../values/shown-number.ts';
import type { Inline } from './inline.ts';

/** What a cell holds in a spreadsheet. */
export interface HeldValue {
  readonly value: string | number | boolean | undefined;
  /** The number format under which it shows what the page shows. */
  readonly format: string;
}

export interface NumericCell {
  readonly isNumeric: boolean;
  readonly isRed: boolean;
}

const blank: HeldValue = { value: undefined, format: 'General' };

/** The value behind what a cell shows: a number or date only where its text leaves no doubt, else the text. */
export function heldValue(inline: Inline, cell: NumericCell, conventions: Conventions): HeldValue {
  if (inline.isChecked !== undefined) return { value: inline.isChecked, format: 'General' };
  if (inline.moment !== undefined) return shownDate(inline.moment.replace('T', ' '), plainConventions) ?? blank;
  const { text, fillAt } = inline;
  if (text === '') return blank;
  if (!cell.isNumeric) return { value: cellText(text), format: 'General' };
  const shown = shownNumber({ text, fillAt, isRed: cell.isRed }, conventions) ?? shownDate(text, conventions);
  return shown ?? { value: cellText(text), format: 'General' };
}

/** Text as a cell may hold it: no longer than spreadsheets take, nothing that XML cannot carry. */
export function cellText(text: string): string {
  const clean = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text)
    ? text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    : text;
  const short = clean.length > limits.export.cellText ? clean.slice(0, limits.export.cellText) : clean;
  return short.isWellFormed() ? short : short.toWellFormed();
}
