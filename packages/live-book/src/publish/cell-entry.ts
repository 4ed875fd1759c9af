import { limits } from '@sheetwire/contract/limits';
import type { BookControl, BookValue, CellEntry, Choice } from '../live-book.ts';

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
  if (value === null) return control.allowsBlank === false ? { refusal: 'This cell cannot be empty' } : EMPTY;
  switch (control.kind) {
    case 'list':
      return choiceEntry(choices, value);
    case 'checkbox':
      return checkboxEntry(value);
    case 'number':
      return numberEntry(value);
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
  if (!found) return { refusal: `${quoted(value)} is not in the list` };
  return { entry: entryOfValue(found.value) ?? { kind: 'text', text: found.text } };
}

function checkboxEntry(value: string): Entry {
  if (value !== 'true' && value !== 'false') return { refusal: `${quoted(value)} is not true or false` };
  return { entry: { kind: 'boolean', is: value === 'true' } };
}

const ofNumbers: ReadonlySet<string> = new Set('0123456789.+-eE');

function numberEntry(value: string): Entry {
  const text = value.trim();
  const number = text !== '' && Array.from(text).every((sign) => ofNumbers.has(sign)) ? Number(text) : Number.NaN;
  return Number.isFinite(number)
    ? { entry: { kind: 'number', number } }
    : { refusal: `${quoted(value)} is not a number` };
}

const day = 86_400_000;
/** 0 of the serial numbers of days, and the first day before which Excel counts one too many. */
const zero1900 = Date.UTC(1899, 11, 30);
const march1900 = Date.UTC(1900, 2, 1);
const zero1904 = Date.UTC(1904, 0, 1);
const formsOfDates = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  dateTime: /^\d{4}-\d{2}-\d{2}[ T](?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/,
  time: /^(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/,
} as const;

function dateEntry(kind: keyof typeof formsOfDates, value: string, has1904Dates: boolean): Entry {
  const at = momentOf(kind, value.trim());
  const number = at === undefined ? -1 : kind === 'time' ? at / day : serialOf(at, has1904Dates);
  if (number >= 0) return { entry: { kind: 'number', number } };
  return { refusal: `${quoted(value)} is not a ${kind === 'time' ? 'time' : 'date that the workbook can hold'}` };
}

/** What is written, as if it were of UTC; undefined for what is none, and for a day that its month does not have. */
function momentOf(kind: keyof typeof formsOfDates, value: string): number | undefined {
  if (!formsOfDates[kind].test(value)) return undefined;
  const whole = { date: `${value}T00:00`, dateTime: value.replace(' ', 'T'), time: `1970-01-01T${value}` }[kind];
  const at = Date.parse(`${whole}Z`);
  // February 30 is read as a day of March.
  const isThere = !Number.isNaN(at) && new Date(at).toISOString().startsWith(whole.slice(0, 'yyyy-mm-dd'.length));
  return isThere ? at : undefined;
}

function serialOf(at: number, has1904Dates: boolean): number {
  if (has1904Dates) return (at - zero1904) / day;
  return (at - zero1900) / day - (at < march1900 ? 1 : 0);
}

function quoted(value: string): string {
  const most = limits.controlQuoted;
  return `"${value.length > most ? `${value.slice(0, most)}…` : value}"`;
}
