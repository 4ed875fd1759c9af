/** How well a text fits what is typed, and which of its letters did it. */
export interface Match {
  readonly score: number;
  readonly at: readonly number[];
}

/** A name at the start of a word beats one inside it, that beats initials, and those beat scattered letters. */
const rank = { wordStart: 1000, inside: 600, initials: 300, scattered: 100 } as const;
/** Found by a word that does not show. */
const unmarked: Match = { score: rank.initials, at: [] };
/** Letters that are scattered wider than this many times their number say nothing. */
const spread = 2;

/** A text as it is compared: case and the + that stands for a space make no difference; places stay the same. */
export function folded(text: string): string {
  const upper = text.toUpperCase();
  return (upper.length === text.length ? upper : letterByLetter(text)).replaceAll('+', ' ');
}

/** Without the letters that are longer in upper case. */
function letterByLetter(text: string): string {
  return text.replace(/./gsu, (letter) => {
    const upper = letter.toUpperCase();
    return upper.length === letter.length ? upper : letter;
  });
}

/** The typed words, each of which is sought anywhere. */
export function wordsOf(typed: string): readonly string[] {
  return folded(typed).split(/\s+/).filter(Boolean);
}

/** Every word is found in the folded text, or begins one of the other words; undefined when one does not. */
export function matched(text: string, words: readonly string[], others: readonly string[] = []): Match | undefined {
  let score = 0;
  const at: number[] = [];
  for (const word of words) {
    const found = wordMatch(text, word) ?? (others.some((other) => other.startsWith(word)) ? unmarked : undefined);
    if (!found) return undefined;
    score += found.score;
    at.push(...found.at);
  }
  return { score: words.length === 0 ? 0 : score / words.length, at };
}

function wordMatch(text: string, word: string): Match | undefined {
  const anywhere = text.indexOf(word);
  if (anywhere >= 0) {
    const start = startOf(text, word, anywhere);
    return start >= 0 ? whole(start, word, rank.wordStart) : whole(anywhere, word, rank.inside);
  }
  const initials = initialsOf(text, word);
  if (initials) return { score: rank.initials, at: initials };
  const scattered = closest(text, word);
  if (!scattered) return undefined;
  const width = (scattered.at(-1) ?? 0) - (scattered[0] ?? 0) + 1;
  return width > spread * word.length ? undefined : { score: rank.scattered - width, at: scattered };
}

function whole(start: number, word: string, score: number): Match {
  return { score: score - Math.min(start, 99), at: Array.from(word, (_, n) => start + n) };
}

/** Where the word begins a word of the text, from its first place on; -1 when it never does. */
function startOf(text: string, word: string, first: number): number {
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) if (isWordStart(text, at)) return at;
  return -1;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
}

/** The places of the letters in their order; each begins a word or follows the one before. */
function initialsOf(text: string, word: string): number[] | undefined {
  const places: number[] = [];
  for (const letter of word) {
    const next = places.length === 0 ? -1 : (places.at(-1) ?? 0) + 1;
    let at = text.indexOf(letter, next);
    while (at >= 0 && at !== next && !isWordStart(text, at)) at = text.indexOf(letter, at + 1);
    if (at < 0) return undefined;
    places.push(at);
  }
  return places;
}

/** The places of the letters in their order, as close together as their first end allows. */
function closest(text: string, word: string): number[] | undefined {
  let end = -1;
  for (const letter of word) {
    end = text.indexOf(letter, end + 1);
    if (end < 0) return undefined;
  }
  const places: number[] = [];
  for (let n = word.length - 1, from = end; n >= 0; n--) {
    const at = text.lastIndexOf(word.charAt(n), from);
    places.unshift(at);
    from = at - 1;
  }
  return places;
}
