import { showNumber, showText } from '@sheetwire/sheet/format/number-format';
import type { BookValue } from './live-book.ts';

interface Look {
  /** A number format, as Excel writes it in English. */
  readonly format: string;
  readonly has1904Dates: boolean;
}

/** A value as the portal shows it to viewers, whatever the language of the spreadsheet. */
export function portalText(value: BookValue, { format, has1904Dates }: Look): string {
  if (typeof value === 'number') return showNumber(value, format, has1904Dates).text;
  if (typeof value === 'string') return showText(value, format).text;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value?.error ?? '';
}
