import { momentWords } from '#features/time/time-words.ts';
import type { CellAnswer, CellValue } from './cell-history.ts';
import type { Line } from './line.ts';

/** How versions were thinned out where the list reaches so far back: `Before 14:00, only one version per minute is kept.` */
export function thinnedWords(
  { thinned, values }: Pick<CellAnswer, 'thinned'> & { readonly values: readonly CellValue[] },
  now: number,
): string[] {
  const oldest = values.at(-1);
  if (!oldest) return [];
  return thinned
    .filter(({ before }) => Date.parse(oldest.utc) < Date.parse(before))
    .map(({ before, every }) => {
      return `Before ${momentWords(Date.parse(before), now)}, only one version per ${every} is kept.`;
    });
}

/** What the line says to who does not see it. */
export function lineWords({ first, last, least, most }: Line, now: number): string {
  const told = ({ text, at }: Line['first']) => `${text} at ${momentWords(at, now)}`;
  return `From ${told(first)} to ${told(last)}; lowest ${told(least)}, highest ${told(most)}`;
}

/** Why there is nothing to list. */
export function noneWords(cell: string): string {
  return `${cell} has no history.`;
}

/** Said in place of a value where the page or the cell was not there. */
export const goneWords = 'not in the report';

/** How many values are told, since when, and in the past until when. */
export function countWords(told: readonly CellValue[], now: number, past?: number): string {
  const values = told.filter(({ gone }) => !gone);
  const oldest = values.at(-1);
  if (!oldest) return '';
  const span = spanWords(Date.parse(oldest.utc), now, past);
  return told.findLastIndex(({ gone }) => !gone) === 0
    ? `Unchanged ${span}`
    : `${values.length.toLocaleString('en-US')} ${values.length === 1 ? 'value' : 'values'} ${span}`;
}

/** `since 14:00`, or in the past `from 14:00 to 14:32:05`: what came after is not told there. */
export function spanWords(from: number, now: number, past?: number): string {
  if (past === undefined) return `since ${momentWords(from, now)}`;
  return `from ${momentWords(from, now)} to ${momentWords(Math.max(from, past), now)}`;
}
