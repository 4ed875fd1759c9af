import { formatKind } from '@sheetwire/rules/format-kind';
import type { CellValue } from '../model.ts';

interface Shown {
  readonly format: string;
  readonly has1904Dates: boolean;
}

/**
 * What a control has of a cell: what may be entered to get the same, whatever the cell shows and wherever it is read. Numbers
 * have a point and no groups, days and times are ISO.
 */
export function rawText(value: CellValue | undefined, { format, has1904Dates }: Shown): string {
  if (typeof value === 'number') return rawNumber(value, format, has1904Dates);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'object' ? value.error : (value ?? '');
}

function rawNumber(value: number, format: string, has1904Dates: boolean): string {
  const kind = formatKind(format);
  switch (kind) {
    case 'percent':
      return `${plain(value * 100)}%`;
    case 'date':
    case 'dateTime':
    case 'time':
      return momentText(value, kind, has1904Dates) ?? plain(value);
    default:
      return plain(value);
  }
}

/** With the fifteen digits that spreadsheets tell apart. */
function plain(value: number): string {
  return String(Number(value.toPrecision(15)));
}

const day = 86_400_000;
/** 0 of the serial numbers of days; the first of them are one too few, since Excel counts a day that no calendar has. */
const zero1900 = Date.UTC(1899, 11, 30);
const noDay = 60;
const zero1904 = Date.UTC(1904, 0, 1);
const beyond = Date.UTC(10_000, 0, 1);

/** Undefined for what is no moment. */
function momentText(serial: number, kind: 'date' | 'dateTime' | 'time', has1904Dates: boolean): string | undefined {
  if (serial < 0) return undefined;
  if (kind === 'time') return clockText(new Date(Math.round((serial % 1) * day) % day));
  if (!has1904Dates && Math.floor(serial) === noDay) return undefined;
  const isEarly = !has1904Dates && serial < noDay;
  const at = (has1904Dates ? zero1904 : zero1900) + Math.round(serial * day) + (isEarly ? day : 0);
  if (at >= beyond) return undefined;
  const moment = new Date(at);
  const date = moment.toISOString().slice(0, 'yyyy-mm-dd'.length);
  return kind === 'date' ? date : `${date} ${clockText(moment)}`;
}

/** Without seconds where there are none. */
function clockText(moment: Date): string {
  const [, time = ''] = moment.toISOString().split('T');
  return time.replace(/(?::00)?(?:\.000)?Z$/, '');
}
