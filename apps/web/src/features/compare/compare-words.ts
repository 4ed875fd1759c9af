import { limits } from '@sheetwire/contract/limits';
import type { DiffEntry } from '@sheetwire/page/compare/diff-entries';
import { localTime, parseWireTime } from '#lib/published.ts';
import type { CompareState, SideFacts } from './comparison.ts';
import { type Day, isMoment } from './sides.ts';

/** A comparison that came to nothing. */
export type Refused = Exclude<CompareState, { state: 'loading' | 'done' }>;

/** Before any report: every time is of another day. */
const noDay = new Date(0);

/** A day, a moment or the live report, in words. */
export function dayName(day: Day, now: Date): string {
  if (day === undefined) return 'Live';
  return isMoment(day) ? localTime(new Date(day), now) : day;
}

/** One side by what answers for it: the time of a live version, the day of the snapshot that is really shown. */
export function sideName({ day, shownDate, shownAt, time }: SideFacts, now: Date): string {
  if (day !== undefined) return shownDate ?? dayName(shownAt ?? day, now);
  const at = parseWireTime(time);
  return at ? `Live ${localTime(at, now)}` : 'Live';
}

/** The same for a file, which is read on another day: no time is without its date. */
export function fileSideName(side: SideFacts): string {
  return sideName(side, noDay);
}

/** Which snapshot stands in the place of a day that has none, or which version in that of a moment. */
export function sideNote({ day, shownDate, shownAt }: SideFacts, now: Date): string | undefined {
  if (shownAt !== undefined) return `No version is kept from ${dayName(day, now)}, so this is ${dayName(shownAt, now)}`;
  if (day === undefined || shownDate === null || shownDate === day) return undefined;
  return `No snapshot on ${day}, so this is ${shownDate}`;
}

/** Why there is no comparison, in a sentence or two. */
export function refusalWords(state: Refused, firstSnapshot: string | undefined, now: Date): string {
  switch (state.state) {
    case 'failed':
      return `The comparison failed: ${state.text}`;
    case 'missing':
      return missingWords(state, firstSnapshot, now);
    case 'nothing':
      return 'Neither side has a page to compare. METADATA is not compared.';
    case 'same':
      return `Both days show the snapshot of ${state.shownDate}.`;
    case 'same-version':
      return sameVersionWords(parseWireTime(state.time), now);
    case 'too-large':
      return `This report has more than ${limits.compareCells.toLocaleString('en-US')} cells, too many to compare.`;
  }
}

function sameVersionWords(at: Date | undefined, now: Date): string {
  const when = at ? `, published ${localTime(at, now)}` : '';
  return `Both sides show the same version${when}.`;
}

type Missing = Extract<Refused, { state: 'missing' }>;

function missingWords({ day, shownDate }: Missing, first: string | undefined, now: Date): string {
  if (day === undefined) return 'The live report is empty.';
  if (isMoment(day)) return `No version is kept from ${dayName(day, now)}, or the report was empty then.`;
  if (shownDate !== null) return `The snapshot of ${shownDate} is empty.`;
  const none = `There is no snapshot on or before ${day}.`;
  return first === undefined ? none : `${none} The first one is from ${first}.`;
}

/** How many there are. */
export function countName(count: number): string {
  return count === 1 ? '1 difference' : `${count.toLocaleString('en-US')} differences`;
}

/** Where a difference is. */
export function placeName({ what, row, column }: DiffEntry): string {
  switch (what) {
    case 'cell':
      return row === '' ? column : `${row} · ${column}`;
    case 'row':
      return row;
    case 'column':
      return column;
    case 'text':
      return 'Text';
    case 'page':
      return row;
  }
}

/** What became of it. */
export function changeName({ kind, what, was, now, change }: DiffEntry): string {
  if (what === 'row' || what === 'column' || what === 'page') {
    const name = { row: 'Row', column: 'Column', page: 'Page' }[what];
    return kind === 'removed' ? `${name} removed` : `${name} added`;
  }
  if (kind === 'added') return `Added: ${now}`;
  if (kind === 'removed') return `Removed: ${was}`;
  return change === '' ? `${was} → ${now}` : `${was} → ${now}  ${change}`;
}

/** The same for screen readers, in one sentence. */
export function spokenName(entry: DiffEntry): string {
  const { kind, what, was, now, change } = entry;
  const isPair = kind === 'changed' && (what === 'cell' || what === 'text');
  const became = isPair ? `was ${was}, is ${now}${change === '' ? '' : `, ${change}`}` : changeName(entry);
  return `${placeName(entry)}: ${became}`;
}

/** Whether all words of a filter are in what the list shows of a difference. */
export function matches(entry: DiffEntry, filter: string): boolean {
  const whole = `${placeName(entry)} ${entry.cell} ${changeName(entry)}`.toUpperCase();
  return filter
    .toUpperCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
