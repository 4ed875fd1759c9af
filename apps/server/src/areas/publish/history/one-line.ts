/** Signs that nobody sees, and those that turn the words after them round, which would tell another text than was kept. */
const UNSEEN = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Words as one line, without signs that mean something to a terminal or a database. */
export function oneLine(words: string): string {
  return words
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
