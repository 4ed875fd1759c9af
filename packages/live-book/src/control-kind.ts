import { formatKind } from '@sheetwire/rules/format-kind';
import type { BookValue, Choice, ControlKind } from './live-book.ts';

/** What a cell without a list takes: what its format says; one of the general format goes on with what it holds. */
export function kindOfCell(value: BookValue, format: string): ControlKind {
  if (typeof value === 'boolean') return 'checkbox';
  const kind = formatKind(format);
  if (kind !== 'general') return kind;
  if (typeof value === 'number') return 'number';
  return value === null ? 'any' : 'text';
}

/** The entries of a list that is written out; what reads as a number is entered as one, as if it were typed. */
export function literalChoices(list: string): Choice[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((text) => text !== '')
    .map((text) => ({ text, value: Number.isNaN(Number(text)) ? text : Number(text) }));
}

/** The entries of a list that stands in cells; viewers are offered them without blanks at their ends. */
export function choicesOfCells(cells: readonly { readonly value: BookValue; readonly text: string }[]): Choice[] {
  return cells.flatMap(({ value, text }) => (typeof value === 'object' ? [] : [{ text: text.trim(), value }]));
}
