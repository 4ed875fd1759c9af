import type { BookValue, Choice, ControlKind } from './live-book.ts';

/** What a cell without a list takes, by what it holds and how it shows it. */
export function kindOfCell(value: BookValue, format: string): ControlKind {
  if (typeof value === 'boolean') return 'checkbox';
  const signs = bareFormat(format);
  const hasDay = signs.includes('y') || signs.includes('d');
  const hasTime = signs.includes('h');
  if (hasDay) return hasTime ? 'dateTime' : 'date';
  if (hasTime) return 'time';
  return typeof value === 'number' ? 'number' : 'text';
}

const ends: Readonly<Record<string, string>> = { '"': '"', '[': ']' };

/** A number format without its texts, colors and conditions. */
function bareFormat(format: string): string {
  let bare = '';
  let end: string | undefined;
  for (const sign of format.toLowerCase()) {
    if (end !== undefined) end = sign === end ? undefined : end;
    else if (ends[sign] !== undefined) end = ends[sign];
    else bare += sign;
  }
  return bare;
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
