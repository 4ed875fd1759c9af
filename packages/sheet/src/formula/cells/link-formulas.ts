const START = /^\s*HYPERLINK\(\s*/i;
const TEXT = /^"((?:[^"]|"")+)"/;
const LINKING = /HYPERLINK\s*\(/i;
/** `HYPERLINK(`. */
const shortest = 10;

/** The target that a formula says as a text; undefined where it says none, or where it is to be evaluated. */
export function plainLink(text: string): string | undefined {
  const start = text.length > shortest ? START.exec(text)?.[0].length : undefined;
  const [quoted = '', target] = start === undefined ? [] : (TEXT.exec(text.slice(start)) ?? []);
  if (start === undefined || target === undefined) return undefined;
  // What follows the text may be another part of the target.
  const rest = text.slice(start + quoted.length).trim();
  return rest.startsWith(',') || rest === ')' ? target.replaceAll('""', '"') : undefined;
}

/** Whether a formula may lead somewhere. */
export function mayLink(text: string): boolean {
  return text.length > shortest && LINKING.test(text);
}
