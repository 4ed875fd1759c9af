import type { CellValue } from '../../model.ts';
import { type Attributes, decimal } from '../xml.ts';

const dayMs = 86_400_000;
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);
/** From here both spreadsheets count alike; before it Excel counts one day less, since it knows a 29 February 1900. */
const firstSameDay = 61;
/** 1 January 1900 for OpenDocument: Excel's first day. */
const firstDay = 2;

const DATE = /^(-?\d{1,5})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d(?:[.,]\d{1,12})?))?Z?$/;
const DURATION = /^(-?)P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:[.,](\d{1,12}))?S)?)?$/;

/** A date of the document; `isShown` when no number of a workbook is that day, so that only its text can tell it. */
export interface DateValue {
  readonly serial: number;
  readonly isShown: boolean;
}

/** The serial number of `2026-11-23T12:00:00`, as Excel counts: January and February 1900 are its days 1 to 59. */
export function serialOfDate(text: string, has1904Dates: boolean): DateValue | undefined {
  const match = DATE.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hours = 0, minutes = 0, seconds = '0'] = match;
  const time = Number(hours) / 24 + Number(minutes) / 1440 + Number(seconds.replace(',', '.')) / 86_400;
  const date = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (has1904Dates) return { serial: (date - epoch1904) / dayMs + time, isShown: false };
  const count = (date - epoch1900) / dayMs;
  const serial = count < firstSameDay && count >= firstDay ? count - 1 : count;
  return { serial: serial + time, isShown: count < firstDay && count !== 0 };
}

/** Days of `PT36H00M00S`. */
export function daysOfDuration(text: string): number | undefined {
  const match = DURATION.exec(text.trim());
  if (!match) return undefined;
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = 0, part = '0'] = match;
  const size =
    Number(days) + Number(hours) / 24 + Number(minutes) / 1440 + (Number(seconds) + Number(`0.${part}`)) / 86_400;
  return sign === '-' ? -size : size;
}

/** What a cell's attributes say that it holds. */
export interface TypedValue {
  readonly value: CellValue | undefined;
  /** Only the text of the file tells it. */
  readonly isShown: boolean;
  readonly isMoment: boolean;
}

/** The value of a cell, its text where that is the value. */
export function typedValue(attributes: Attributes, text: string | undefined, has1904Dates: boolean): TypedValue {
  // Programs that mark no errors write them as the text of a formula, its value 0 or the same.
  if (attributes[':formula'] !== undefined && text !== undefined && ERRORS.test(text)) return plain({ error: text });
  switch (attributes[':value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return numberOf(attributes, text);
    case 'boolean':
      return plain(attributes[':boolean-value'] === 'true');
    case 'date': {
      const date = serialOfDate(attributes[':date-value'] ?? '', has1904Dates);
      return date ? { value: date.serial, isShown: date.isShown, isMoment: true } : plain(text);
    }
    case 'time':
      return { value: daysOfDuration(attributes[':time-value'] ?? '') ?? text, isShown: false, isMoment: true };
    case 'error':
      return plain({ error: text ?? '' });
    default:
      return plain(bareText(attributes[':string-value'], text));
  }
}

/** Under a format of texts the paragraph is what is shown, and the text that is shown so stands in an attribute. */
function bareText(said: string | undefined, shown: string | undefined): string | undefined {
  return said && shown?.includes(said) ? said : (shown ?? said);
}

/** A formula that tells true or false is written as 1 or 0 with its word as the text, in the language of the program. */
function numberOf(attributes: Attributes, text: string | undefined): TypedValue {
  const value = decimal(attributes[':value']) ?? text;
  const isTruth = attributes[':formula'] !== undefined && (value === 0 || value === 1) && /^\p{L}+$/u.test(text ?? '');
  if (!isTruth) return plain(value);
  if (text === 'TRUE' || text === 'FALSE') return plain(value === 1);
  return { value, isShown: true, isMoment: false };
}

function plain(value: CellValue | undefined): TypedValue {
  return { value, isShown: false, isMoment: false };
}

const ERRORS = /^#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|NULL!)$/;
