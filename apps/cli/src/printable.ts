/** What steers a terminal: all controls but line ends and tabs. */
const STEERS = /[^\P{Cc}\n\t]/gu;
const HEX = 16;
const DIGITS = 4;

/**
 * Words as they go to a terminal: names of pages, tags and reasons are others' own, and may hold what sets its title or
 * writes to its clipboard. A control shows as `\u001b`, which in JSON is the same text.
 */
export function printable(words: string): string {
  return words.replaceAll(STEERS, (sign) => `\\u${sign.charCodeAt(0).toString(HEX).padStart(DIGITS, '0')}`);
}
