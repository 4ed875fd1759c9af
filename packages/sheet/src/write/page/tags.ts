const ENTITY = /&(?:amp|lt|gt|quot|nbsp|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const named: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
};

/** Text of canonical HTML as it is read. */
export function plainOf(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(ENTITY, (whole: string, decimal?: string, hex?: string) => {
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16);
    if (Number.isNaN(code)) return named[whole.toLowerCase()] ?? whole;
    return code > 0x10ffff ? '' : String.fromCodePoint(code);
  });
}

/** A tag of canonical HTML, or the text between two. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string };

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [^<>]*)?)>/gi;

/** Cuts canonical HTML at its tags: every one is closed, attributes are quoted, no bare `<` stands in text. */
export function* tokensOf(html: string): Generator<Token> {
  let from = 0;
  for (const tag of html.matchAll(TAG)) {
    if (tag.index > from) yield { kind: 'text', text: plainOf(html.slice(from, tag.index)) };
    from = tag.index + tag[0].length;
    const name = (tag[2] ?? '').toLowerCase();
    yield tag[1] === '/' ? { kind: 'close', name } : { kind: 'open', name, attributes: tag[3] ?? '' };
  }
  if (from < html.length) yield { kind: 'text', text: plainOf(html.slice(from)) };
}

/** The value of an attribute of an open tag, or undefined. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(` ${name}="`);
  if (at < 0) return undefined;
  const start = at + name.length + 3;
  return plainOf(attributes.slice(start, attributes.indexOf('"', start)));
}
