/** A place of the reference that a comment names: `semantics 2`, `quality, Speed`, `spec 4, Selection`. */
export interface Citation {
  readonly word: string;
  readonly sections: readonly string[];
  /** The heading, bold word or row that is named, as it was written. */
  readonly name?: string;
}

/** A page of the reference: its section numbers, and what each section (all of them: '') names. */
export interface Page {
  readonly sections: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** The pages by the word that cites them. */
export type Reference = ReadonlyMap<string, Page>;

/** Words that mean a page wherever they stand before a number; the others do so at the start of brackets alone. */
const ANYWHERE = '(?:[Ss]pec|[Ii]nterfaces|[Ss]emantics|[Ss]afety|[Aa]rchitecture)';
const NUMBERS = String.raw`(?: |, decisions? )(\d{1,2}(?:(?:, and|,| and| or) \d{1,2}\b)*)(?![\w.%-])`;
const NUMBERED = new RegExp(String.raw`\b(${ANYWHERE})${NUMBERS}(?:, ([^();:.]{1,80}))?`, 'g');
/** A page that is named as a file without its folder: nobody could find it. */
const FILE = /(?<![\w/.-])[a-z]+\.md\b/g;
const BRACKETS = /\(([^()]{3,300})\)/g;
const NUMBERED_PART = new RegExp(`^([a-z]{3,15})${NUMBERS}(?:, ([^:.]{1,80}))?(?:[:.]|$)`);
const NAMED_PART = /^([a-z]{3,15}), ([A-Za-z][^:.]{2,60})$/;
const IS_ANYWHERE = new RegExp(`^${ANYWHERE}$`);
/** What stands before a number in brackets without being a page. */
const PREPOSITIONS = new Set(['from', 'until', 'about', 'below', 'above', 'under', 'over', 'than']);

/** Every citation in the text of a comment; `words` are those that have a page. */
export function citationsIn(comment: string, words: ReadonlySet<string>): Citation[] {
  const text = comment.replaceAll('`', '').replace(/\s*\n\s*\*? ?/g, ' ');
  const anywhere = [...text.matchAll(NUMBERED)].map(([, word = '', numbers = '', name = '']) =>
    cited(word, numbers, name),
  );
  const files = [...text.matchAll(FILE)].map(([file]): Citation => ({ word: file, sections: [] }));
  const parts = [...text.matchAll(BRACKETS)].flatMap(([, inner = '']) => inner.split(';'));
  const found = [...anywhere, ...files, ...parts.flatMap((part) => citedInBrackets(part.trim(), words))];
  // `(semantics 2, quality)` names two pages, not a clause of the first.
  return found.map(({ name, ...rest }) => (name === undefined || words.has(name) ? rest : { ...rest, name }));
}

function citedInBrackets(part: string, words: ReadonlySet<string>): Citation[] {
  const [, word, numbers = '', name = ''] = NUMBERED_PART.exec(part) ?? [];
  if (word !== undefined) {
    const isKnown = IS_ANYWHERE.test(word) || PREPOSITIONS.has(word);
    return isKnown ? [] : [cited(word, numbers, name)];
  }
  const [, page = '', named = ''] = NAMED_PART.exec(part) ?? [];
  const isName = words.has(page) && !words.has(named.split(/[ ,]/)[0] ?? '');
  return isName ? [{ word: page, sections: [], name: named }] : [];
}

function cited(word: string, numbers: string, tail: string): Citation {
  const [name = ''] = tail.split(/, | and /);
  // `spec 2, each also under /remote` goes on with prose; `spec 4, midEntry` and `spec 2, Help` name a clause.
  const isName = /^[A-Z]/.test(name) || /^[^\s\d]+$/.test(name);
  return { word: word.toLowerCase(), sections: numbers.match(/\d+/g) ?? [], ...(isName && { name }) };
}

/** The sections of a page and what they name: headings, bold words, code and the first cell of each row. */
export function readPage(markdown: string): Page {
  const parts = markdown.split(/^(?=## )/m).map((text) => ({ number: /^## (\d+)[. ]/.exec(text)?.[1], text }));
  const numbered = parts.flatMap(({ number, text }): [string, string[]][] =>
    number === undefined ? [] : [[number, namesOf(text)]],
  );
  return {
    sections: new Set(numbered.map(([number]) => number)),
    names: new Map([...numbered, ['', namesOf(markdown)]]),
  };
}

function namesOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)];
  const cells = [...text.matchAll(/^\| ([^|\n]+) \|/gm)];
  const marked = [...text.matchAll(/\*\*([^*]+)\*\*/g), ...text.matchAll(/`([^`\n]+)`/g)];
  return [...headings, ...cells, ...marked].map(([, name = '']) => name.replace(/\s+/g, ' ').toLowerCase());
}

/** What is wrong with a citation, or nothing. */
export function faultOf(citation: Citation, reference: Reference): string | undefined {
  const { word, sections, name } = citation;
  const place = [word, sections.join(' and ')].filter(Boolean).join(' ');
  const page = reference.get(word);
  if (page === undefined) return `${place}: no page of that name`;
  const missing = sections.find((section) => !page.sections.has(section));
  if (missing !== undefined) return `${word} ${missing}: no such section`;
  if (name === undefined) return undefined;
  const wanted = name.trim().toLowerCase();
  const known = (sections.length === 0 ? [''] : sections).flatMap((section) => page.names.get(section) ?? []);
  const isThere = known.some((one) => one.includes(wanted));
  return isThere ? undefined : `${place}, ${name.trim()}: not named there`;
}
