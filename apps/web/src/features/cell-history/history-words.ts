import { momentWords } from '#features/time/time-words.ts';
import type { CellAnswer, CellValue } from './cell-history.ts';
import type { Line } from './line.ts';

/** How versions were thinned out where the list reaches so far back: `Before 14:00, one version a minute is kept.` */
export function thinnedWords({ thinned, values }: Pick<CellAnswer, 'thinned' | 'values'>, now: number): string[] {
  const oldest = values.at(-1);
  if (!oldest) return [];
  return thinned
    .filter(({ before }) => Date.parse(oldest.utc) < Date.parse(before))
    .map(({ before, every }) => {
      const kept = every === 'minute' ? 'one version a minute' : 'one version an hour';
      return `Before ${momentWords(Date.parse(before), now)}, ${kept} is kept.`;
    });
}

/** What the line says to who does not see it. */
export function lineWords({ first, last, least, most }: Line, now: number): string {
  const told = ({ text, at }: Line['first']) => `${text} at ${momentWords(at, now)}`;
  return `From ${told(first)} to ${told(last)}; lowest ${told(least)}, highest ${told(most)}`;
}

/** Why there is nothing to list. */
export function noneWords(cell: string): string {
  return `No history is kept of ${cell}.`;
}

/** How many values are told, and since when. */
export function countWords(values: readonly CellValue[], now: number): string {
  const oldest = values.at(-1);
  if (!oldest) return '';
  const since = momentWords(Date.parse(oldest.utc), now);
  return values.length === 1
    ? `Unchanged since ${since}`
    : `${values.length.toLocaleString('en-US')} values since ${since}`;
}
