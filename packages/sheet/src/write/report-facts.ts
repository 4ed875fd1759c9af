import type { Cell } from '../model.ts';
import type { CellStyles } from './page/cell-styles.ts';
import { cellText } from './page/cell-value.ts';
import type { PageSheet } from './page/page-sheet.ts';

/** What the METADATA page says of a report (spec 2), and as of when it is shown. */
export interface ReportFacts {
  readonly topic: string;
  readonly publishedAt: Date | undefined;
  readonly sender: string;
  /** yyyy-mm-dd of the snapshot that is shown; null for the live report. */
  readonly shownDate: string | null;
  /** The moment of the past that is shown, in place of a day. */
  readonly shownAt?: Date | undefined;
  /** Why a report without such a day or moment is not live, in a word or two. */
  readonly notLive?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** Where the portal says whether the figures are what was published (time 6). */
  readonly verifyAt?: string | undefined;
}

/** Before the address at which a file is verified. */
export const verifyLabel = 'Verify At:';

export const publishedLabel = 'Published At:';
export const zoneLabel = 'Time Zone:';
/** Names and values of the publisher's own stand after it. */
export const metadataLabel = 'All Metadata:';

export const msPerDay = 86_400_000;
/** Spreadsheets count days from here. */
export const dayZero = Date.UTC(1899, 11, 30);

/** Writes the facts as rows: labels as the METADATA page has them. */
export function addFacts(
  sheet: PageSheet,
  facts: ReportFacts & { readonly pictures: number },
  styles: CellStyles,
): void {
  const { plain } = styles;
  const bold = styles.numberOf({ ...plain, font: { ...plain.font, isBold: true } });
  const add = (label: string, value: Cell['value'], format = 'General') => {
    const style = styles.numberOf({ ...plain, format, align: { ...plain.align, horizontal: 'left' } });
    sheet.addRow([
      { value: label, style: bold },
      { value: typeof value === 'string' ? cellText(value) : value, style },
    ]);
  };
  add('Report:', facts.topic);
  if (facts.publishedAt) add(publishedLabel, localSerial(facts.publishedAt), 'yyyy-mm-dd\\ hh:mm:ss');
  else add(publishedLabel, 'no time');
  add(zoneLabel, Intl.DateTimeFormat().resolvedOptions().timeZone);
  add('Published By:', facts.sender === '' ? 'unknown' : facts.sender);
  if (facts.shownAt) add('As Of:', localSerial(facts.shownAt), 'yyyy-mm-dd\\ hh:mm:ss');
  else if (facts.shownDate === null) add('As Of:', facts.notLive ?? 'live');
  else add('As Of:', dayOf(facts.shownDate), 'yyyy-mm-dd');
  if (facts.verifyAt !== undefined) add(verifyLabel, facts.verifyAt);
  if (facts.pictures > 0) add('Left Out:', facts.pictures === 1 ? '1 picture' : `${facts.pictures} pictures`);
  const entries = Object.entries(facts.metadata);
  add(metadataLabel, entries.length === 0 ? 'none' : undefined);
  for (const [name, value] of entries) add(cellText(name), value);
}

/** The local time as spreadsheets count it: days since the end of 1899, without a zone. */
function localSerial(at: Date): number {
  const local = Date.UTC(
    at.getFullYear(),
    at.getMonth(),
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
  );
  return (local - dayZero) / msPerDay;
}

function dayOf(date: string): number | string {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) ? date : (at - dayZero) / msPerDay;
}
