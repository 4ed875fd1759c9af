import type { DiffEntry } from '@sheetwire/page/compare/diff-entries';
import { localTime, parseWireTime } from '#lib/published.ts';
import type { SideFacts } from './comparison.ts';
import type { Day } from './sides.ts';

/** A day or the live report, in words. */
export function dayName(day: Day): string {
  return day ?? 'Live';
}

/** One side with what answers for it: the time of a live version, the day of the snapshot that is really shown. */
export function sideName({ day, shownDate, time }: SideFacts, now: Date): string {
  if (day === undefined) {
    const at = parseWireTime(time);
    return at ? `Live ${localTime(at, now)}` : 'Live';
  }
  return shownDate === null || shownDate === day ? day : `${shownDate}, the latest one before ${day}`;
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
