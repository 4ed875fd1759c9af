/** Words as one line, without signs that mean something to a terminal or a database. */
export function oneLine(words: string): string {
  return words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
