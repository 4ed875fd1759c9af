import type { BookControl, BookValue, CellEntry, Choice } from '../live-book.ts';
import { type MomentKind, readMoment, serialOf } from './read-moment.ts';
import { readNumber } from './read-number.ts';

/** What to write for a viewer's value, or why it cannot be written. */
export type Entry = { readonly entry: CellEntry } | { readonly refusal: string };

const EMPTY: Entry = { entry: { kind: 'empty' } };

/** What tells how a cell takes an entry. */
interface TakingCell {
  readonly control: Pick<BookControl, 'kind' | 'allowsBlank'>;
  /** Of a list. */
  readonly choices: readonly Choice[];
  readonly has1904Dates: boolean;
}

/** A viewer's value as the cell takes it; one of the wrong type is refused in words for the viewer. */
export function entryOf({ control, choices, has1904Dates }: TakingCell, value: string | null): Entry {
  if (value === null)
    return control.allowsBlank === false ? { refusal: 'Enter a value: the cell cannot be empty' } : EMPTY;
  switch (control.kind) {
    case 'list':
      return choiceEntry(choices, value);
    case 'checkbox':
      return checkboxEntry(value);
    case 'any':
      return anyEntry(value);
    case 'number':
      return numberEntry(value, 'Enter a number, such as 1234.5');
    case 'percent':
      return percentEntry(value);
    case 'text':
      return { entry: { kind: 'text', text: value } };
    case 'date':
    case 'dateTime':
    case 'time':
      return dateEntry(control.kind, value, has1904Dates);
  }
}

/** The cell's own content as an entry, to bring it back; undefined for an error, which nobody can enter. */
export function entryOfValue(value: BookValue): CellEntry | undefined {
  if (value === null) return { kind: 'empty' };
  switch (typeof value) {
    case 'string':
      return { kind: 'text', text: value };
    case 'number':
      return { kind: 'number', number: value };
    case 'boolean':
      return { kind: 'boolean', is: value };
    default:
      return undefined;
  }
}

/** Whether a cell holds what was entered. */
export function holdsEntry(value: BookValue, entry: CellEntry): boolean {
  const held = entryOfValue(value);
  return held !== undefined && JSON.stringify(held) === JSON.stringify(entry);
}

function choiceEntry(choices: readonly Choice[], value: string): Entry {
  const found = choices.find(({ text }) => text === value);
  if (!found) return { refusal: 'Choose an entry from the list' };
  return { entry: entryOfValue(found.value) ?? { kind: 'text', text: found.text } };
}

function checkboxEntry(value: string): Entry {
  const word = value.trim().toLowerCase();
  if (word !== 'true' && word !== 'false') return { refusal: 'Enter TRUE or FALSE' };
  return { entry: { kind: 'boolean', is: word === 'true' } };
}

/** Of a cell that holds nothing yet, and whose format says nothing. */
function anyEntry(value: string): Entry {
  const number = readNumber(value);
  return number === undefined ? { entry: { kind: 'text', text: value } } : numberEntry(value, '');
}

function numberEntry(value: string, refusal: string): Entry {
  const number = readNumber(value);
  if (number === 'two ways') return { refusal: 'Enter the number without a comma, such as 1234.5' };
  return number === undefined ? { refusal } : { entry: { kind: 'number', number } };
}

/** 15% and 15 are the same, as for who types into the cell. */
function percentEntry(value: string): Entry {
  const made = numberEntry(value.trim().replace(/%$/, ''), 'Enter a percentage, such as 12.5%');
  return 'entry' in made && made.entry.kind === 'number'
    ? { entry: { kind: 'number', number: made.entry.number / 100 } }
    : made;
}

const formsOfMoments: Readonly<Record<MomentKind, string>> = {
  date: 'Enter a date as 2026-11-24',
  dateTime: 'Enter a date and time as 2026-11-24 14:30',
  time: 'Enter a time as 14:30',
};

function dateEntry(kind: MomentKind, value: string, has1904Dates: boolean): Entry {
  const at = readMoment(kind, value);
  if (at === undefined) return { refusal: formsOfMoments[kind] };
  const number = serialOf(kind, at, has1904Dates);
  if (number >= 0) return { entry: { kind: 'number', number } };
  return { refusal: `The workbook has no dates before ${has1904Dates ? 1904 : 1900}` };
}
