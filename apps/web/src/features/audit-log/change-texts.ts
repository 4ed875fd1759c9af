import type { AuditFields } from '@sheetwire/contract/audit/kinds';
import { utcWords } from '#lib/moment-words.ts';

/** Characters of a field's own name, which anything could be. */
const longestLabel = 60;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** What a field is called: its words, or its own name made readable. */
export function labelOf(words: AuditFields, name: string): string {
  if (Object.hasOwn(words, name)) return words[name] ?? '';
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  const label = spaced === '' ? 'Value' : `${spaced[0]?.toUpperCase()}${spaced.slice(1)}`;
  return shortened(label, longestLabel);
}

/** A value in words; undefined for none. */
export function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value === '' ? undefined : momentOf(value);
    case 'number':
      return value.toLocaleString('en-US', { maximumFractionDigits: 20 });
    case 'boolean':
      return value ? 'Yes' : 'No';
    default:
      return value === null || value === undefined ? undefined : JSON.stringify(value);
  }
}

function momentOf(text: string): string {
  const at = instant.test(text) ? new Date(text) : undefined;
  return at === undefined || Number.isNaN(at.getTime()) ? text : `${utcWords(at)} UTC`;
}

/** A text in one line of so many characters at most. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
}

/** A count for people. */
export function counted(count: number): string {
  return count.toLocaleString('en-US');
}
