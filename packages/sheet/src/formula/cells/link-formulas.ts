/** A HYPERLINK formula whose target is a text: nothing of it hangs on a cell. */
const PLAIN = /^\s*HYPERLINK\(\s*"((?:[^"]|""){1,2000})"\s*(?:,|\)\s*$)/i;
const LINKING = /HYPERLINK\s*\(/i;

/** The target that a formula says as a text; undefined where it says none, or where it is to be evaluated. */
export function plainLink(text: string): string | undefined {
  return text.length > shortest ? PLAIN.exec(text)?.[1]?.replaceAll('""', '"') : undefined;
}

/** Whether a formula may lead somewhere. */
export function mayLink(text: string): boolean {
  return text.length > shortest && LINKING.test(text);
}

/** `HYPERLINK(`. */
const shortest = 10;
