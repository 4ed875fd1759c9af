/** The text without the characters of a set at its start; an expression of this looks again at each place of the text. */
export function cutStart(text: string, characters: string): string {
  let from = 0;
  while (from < text.length && characters.includes(text.charAt(from))) from++;
  return text.slice(from);
}

/** The text without the characters of a set at its end. */
export function cutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text without the characters of a set at either end. */
export function cutEnds(text: string, characters: string): string {
  return cutEnd(cutStart(text, characters), characters);
}
