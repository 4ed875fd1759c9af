import type { Entry } from 'ldapts';

/** The values of an attribute as text; its name may come back in any case of letters. */
export function textsOf(entry: Entry, attribute: string): string[] {
  return valuesOf(entry, attribute).filter((value) => typeof value === 'string');
}

/** The first value, or ''. */
export function textOf(entry: Entry, attribute: string): string {
  return textsOf(entry, attribute)[0] ?? '';
}

/** The first value of an attribute that was asked for as bytes, in hexadecimal; '' when it has none. */
export function hexOf(entry: Entry, attribute: string): string {
  const [value] = valuesOf(entry, attribute);
  if (value === undefined) return '';
  return typeof value === 'string' ? Buffer.from(value).toString('hex') : value.toString('hex');
}

function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const value = entry[attribute] ?? entry[nameIn(entry, attribute) ?? ''] ?? [];
  return Array.isArray(value) ? value : [value];
}

function nameIn(entry: Entry, attribute: string): string | undefined {
  const wanted = attribute.toLowerCase();
  return Object.keys(entry).find((name) => name.toLowerCase() === wanted);
}
