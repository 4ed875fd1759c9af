import { cellAddress } from '../address.ts';
import type { Cell, Sheet, Workbook } from '../model.ts';
import { factsSheet } from '../write/report-book.ts';
import { dayZero, metadataLabel, msPerDay, publishedLabel, zoneLabel } from '../write/report-facts.ts';
import type { OtherCell } from './compare-books.ts';

/** What stands beside a label, and where. */
interface Fact {
  readonly label: string;
  readonly value: Cell['value'];
  readonly cell: string;
}

/** What of the last sheet was published, and what was not: address, zone and moment of the export belong to the file. */
const PUBLISHED = ['Report:', 'Published By:'];
const halfSecond = 500;

/** The facts of a report in a file against those of the version: report, publisher, time and metadata. */
export function compareFacts(given: Workbook, due: Workbook, utc: string): OtherCell[] {
  const [sheet, published] = [sheetOf(given), sheetOf(due)];
  if (!sheet || !published) return [];
  const [is, was] = [factsOf(sheet), factsOf(published)];
  const isDue = ({ label }: Fact) => PUBLISHED.includes(label);
  const time = is.report.find(({ label }) => label === publishedLabel);
  const zone = is.report.find(({ label }) => label === zoneLabel)?.value;
  return [
    ...others(is.report.filter(isDue), was.report.filter(isDue)),
    ...others(is.metadata, was.metadata),
    ...(time && !isMoment(time.value, Date.parse(utc), zone) ? [other(time, utc)] : []),
  ];
}

function sheetOf({ sheets }: Workbook): Sheet | undefined {
  return sheets.find(({ name }) => name === factsSheet);
}

function factsOf({ rows }: Sheet): { readonly report: Fact[]; readonly metadata: Fact[] } {
  const all = rows.map(factOf);
  const end = all.findIndex(({ label }) => label === metadataLabel);
  return end < 0 ? { report: all, metadata: [] } : { report: all.slice(0, end), metadata: all.slice(end + 1) };
}

function factOf({ number, cells }: Sheet['rows'][number]): Fact {
  const valueAt = (column: number) => cells.find((cell) => cell.column === column)?.value;
  return { label: textOf(valueAt(1)) ?? '', value: valueAt(2), cell: cellAddress(number, 2) };
}

function others(is: readonly Fact[], was: readonly Fact[]): OtherCell[] {
  const found = was.flatMap((due) => {
    const own = is.find(({ label }) => label === due.label);
    return textOf(own?.value) === textOf(due.value)
      ? []
      : [other(own ?? { ...due, value: undefined }, textOf(due.value))];
  });
  const added = is.filter(({ label }) => !was.some((due) => due.label === label));
  return [...found, ...added.map((fact) => other(fact, undefined))];
}

function other({ value, cell }: Fact, was: string | undefined): OtherCell {
  return { sheet: factsSheet, cell, is: textOf(value), was };
}

function textOf(value: Cell['value']): string | undefined {
  return typeof value === 'object' ? value.error : value === undefined ? undefined : String(value);
}

/** A local time without a zone is the one that the file names. */
function isMoment(value: Cell['value'], at: number, zone: Cell['value']): boolean {
  if (typeof value !== 'number') return false;
  const local = dayZero + Math.round(value * msPerDay);
  return Math.abs(local - at - offsetOf(at, zone)) < 2 * halfSecond;
}

/** Milliseconds by which the clocks of a zone are ahead of UTC; NaN for no zone. */
function offsetOf(at: number, zone: Cell['value']): number {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: textOf(zone) ?? '',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
  } catch (fault) {
    if (fault instanceof RangeError) return Number.NaN;
    throw fault;
  }
}
