/** What a number format makes of a number; `general` of a format that says nothing. */
export type FormatKind = 'general' | 'text' | 'number' | 'percent' | 'date' | 'dateTime' | 'time';

/** What a number format, as Excel writes it in English, makes of a number. */
export function formatKind(format: string): FormatKind {
  const signs = bareFormat(format);
  if (signs.includes('general')) return 'general';
  const hasTime = signs.includes('h') || signs.includes('s');
  if (signs.includes('y') || signs.includes('d')) return hasTime ? 'dateTime' : 'date';
  // Hours beyond a day are a number of days.
  if (hasTime && !elapsed.test(format)) return 'time';
  if (signs.includes('%')) return 'percent';
  if (/[0#?]/.test(signs) || elapsed.test(format)) return 'number';
  return signs.includes('@') ? 'text' : 'general';
}

const elapsed = /\[(?:h+|m+|s+)\]/i;
const ends: Readonly<Record<string, string>> = { '"': '"', '[': ']' };
/** The sign after these is no part of the format: it is shown, left out, or repeated. */
const before: ReadonlySet<string> = new Set(['\\', '_', '*']);

/** The first section of a format without its texts, colors and conditions. */
function bareFormat(format: string): string {
  let bare = '';
  let end: string | undefined;
  let isPassed = false;
  for (const sign of format.toLowerCase()) {
    if (isPassed) isPassed = false;
    else if (end !== undefined) end = sign === end ? undefined : end;
    else if (ends[sign] !== undefined) end = ends[sign];
    else if (before.has(sign)) isPassed = true;
    else if (sign === ';') break;
    else bare += sign;
  }
  return bare;
}
