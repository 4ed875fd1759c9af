/** A text in which `*` stands for any letters, `?` for one and `~` before them for themselves. */
export interface Pattern {
  readonly letters: readonly string[];
  /** Undefined at the places of letters. */
  readonly marks: readonly ('many' | 'one' | undefined)[];
}

/** Whether a text has wildcards, or marks that keep one from being so. */
export function hasWildcards(text: string): boolean {
  return /[*?~]/.test(text);
}

/** A text with wildcards, in small letters. */
export function patternOf(text: string): Pattern {
  const letters: string[] = [];
  const marks: ('many' | 'one' | undefined)[] = [];
  const small = text.toLowerCase();
  for (let at = 0; at < small.length; at++) {
    const letter = small[at] ?? '';
    const isKept = letter === '~' && /[*?~]/.test(small[at + 1] ?? '');
    if (isKept) at++;
    letters.push(small[at] ?? '');
    marks.push(isKept ? undefined : markOf(letter));
  }
  return { letters, marks };
}

function markOf(letter: string): 'many' | 'one' | undefined {
  if (letter === '*') return 'many';
  return letter === '?' ? 'one' : undefined;
}

/** Whether the whole of a text fits, in work that is bounded by both lengths. */
export function fits(text: string, { letters, marks }: Pattern): boolean {
  const small = text.toLowerCase();
  let at = 0;
  let place = 0;
  let star = -1;
  let from = 0;
  while (at < small.length) {
    if (marks[place] === 'many') {
      star = place++;
      from = at;
    } else if (place < letters.length && (marks[place] === 'one' || letters[place] === small[at])) {
      place++;
      at++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++from;
    } else return false;
  }
  while (marks[place] === 'many') place++;
  return place === letters.length;
}

/** Where a text with wildcards first begins in another, from 0 on; -1 where it is not. */
export function foundAt(text: string, sought: string, from: number): number {
  if (!hasWildcards(sought)) return text.toLowerCase().indexOf(sought.toLowerCase(), from);
  const { letters, marks } = patternOf(sought);
  const star = marks.indexOf('many');
  const head = star < 0 ? letters.length : star;
  const small = text.toLowerCase();
  for (let at = from; at + head <= small.length; at++) {
    if (!begins({ letters, marks }, head, small, at)) continue;
    if (star < 0) return at;
    // What follows the first star begins anywhere behind: where it does not now, it does not later either.
    const rest = { letters: [...letters.slice(star), '*'], marks: [...marks.slice(star), 'many' as const] };
    return fits(small.slice(at + head), rest) ? at : -1;
  }
  return -1;
}

function begins({ letters, marks }: Pattern, length: number, text: string, at: number): boolean {
  for (let n = 0; n < length; n++) if (marks[n] !== 'one' && letters[n] !== text[at + n]) return false;
  return true;
}
