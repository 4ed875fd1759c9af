import type { Change, ChangeLine } from './change.ts';
import { counted, shortened } from './change-texts.ts';

/** Lines that the closed row tells of, and characters of a value in it. */
const mostTold = 3;
const longestTold = 40;

/** A row's change in one line. */
export function changeInBrief({ lines, left }: Change): string {
  if (lines.length === 0) return 'No change';
  const told = lines.slice(0, mostTold).map((line) => briefly(line));
  const more = lines.length - told.length + left;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

function briefly(line: ChangeLine): string {
  const { label } = line;
  switch (line.kind) {
    case 'value':
      return `${label}: ${brief(line.was)} → ${brief(line.is)}`;
    case 'told':
      return `${label}: ${brief(line.text)}`;
    case 'names': {
      const parts = [
        ...(line.added.length > 0 ? [`${counted(line.added.length)} added`] : []),
        ...(line.removed.length > 0 ? [`${counted(line.removed.length)} removed`] : []),
      ];
      return `${label}: ${parts.join(', ')}`;
    }
    case 'list':
      return `${label}: ${line.count === 1 ? brief(line.entries[0]) : counted(line.count)}`;
  }
}

function brief(text: string | undefined): string {
  return text === undefined ? 'none' : shortened(text, longestTold);
}
