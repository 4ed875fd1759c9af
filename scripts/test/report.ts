import { relative } from 'node:path';

/** As many letters of a failure's own words are shown again. */
const shownLetters = 300;

/** A count of Vitest's JSON report; 0 where it has none of that name. */
export function numberOf(report: unknown, key: string): number {
  const value = fieldOf(report, key);
  return typeof value === 'number' ? value : 0;
}

/** What failed by Vitest's JSON report: file from the folder given, full name and the first words of the failure. */
export function failuresIn(report: unknown, folder: string): readonly string[] {
  return listOf(report, 'testResults').flatMap((file) => {
    const place = relative(folder, textOf(file, 'name'));
    const failed = listOf(file, 'assertionResults').filter((test) => textOf(test, 'status') === 'failed');
    if (failed.length === 0 && textOf(file, 'status') === 'failed') return [told(place, textOf(file, 'message'))];
    return failed.map((test) =>
      told(`${place} > ${textOf(test, 'fullName')}`, String(listOf(test, 'failureMessages')[0] ?? '')),
    );
  });
}

function told(name: string, message: string): string {
  const words = message.split('\n').slice(0, 4).join(' | ').slice(0, shownLetters);
  return words === '' ? name : `${name}: ${words}`;
}

function textOf(value: unknown, key: string): string {
  const field = fieldOf(value, key);
  return typeof field === 'string' ? field : '';
}

function listOf(value: unknown, key: string): readonly unknown[] {
  const field = fieldOf(value, key);
  return Array.isArray(field) ? field : [];
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
