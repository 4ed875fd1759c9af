import { calmText } from '#report/clean/layout-cost.ts';

/** Signs that nobody sees, and those that turn the words after them round, which would tell another text than was kept. */
const UNSEEN = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/**
 * Words as one line, without signs that mean something to a terminal or a database, and with no more marks upon a letter
 * than a page may have; '' where nothing of them would be seen.
 */
export function oneLine(words: string): string {
  const line = words
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return SEEN.test(line) ? calmText(line).text : '';
}

/** Signs that join or direct others are kept among them, as emoji and Persian words need them. */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\s]/u;
