/** One token of a declaration's value: a function's token is its name with the `(`, which a later `)` closes. */
export interface CssToken {
  readonly type: 'ident' | 'number' | 'hash' | 'string' | 'function' | 'close' | 'mark' | 'space';
  readonly text: string;
}

const TOKEN = new RegExp(
  [
    '([ \\t\\n\\r\\f]+)',
    '(#[0-9A-Za-z]{1,8}(?![\\w-]))',
    '([+-]?(?:\\d{1,12}(?:\\.\\d{0,20})?|\\.\\d{1,20})(?:e[+-]?\\d{1,2})?(?:%|[a-z]{1,8})?(?![\\w%-]))',
    '(-?[A-Za-z][\\w-]*\\()',
    '(-?[A-Za-z][\\w-]*)',
    '("[^"\\n\\r\\f]*"|\'[^\'\\n\\r\\f]*\')',
    '([,/*]|[+-](?=[ \\t\\n\\r\\f]))',
    '(\\))',
  ].join('|'),
  'iy',
);
const TYPES = ['space', 'hash', 'number', 'function', 'ident', 'string', 'mark', 'close'] as const;

/** The tokens of a value, or undefined when it holds anything that a plain value does not (escapes, blocks, comments). */
export function cssTokens(value: string): CssToken[] | undefined {
  if (value.includes('\\') || value.includes('/*')) return undefined;
  const tokens: CssToken[] = [];
  let depth = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < value.length) {
    const found = TOKEN.exec(value);
    if (!found) return undefined;
    const token = tokenOf(found);
    if (token.type === 'function') depth++;
    if (token.type === 'close' && --depth < 0) return undefined;
    tokens.push(token);
  }
  return depth === 0 ? tokens : undefined;
}

function tokenOf(found: RegExpExecArray): CssToken {
  const text = found[0];
  const type = TYPES.find((_, n) => found[n + 1] !== undefined) ?? 'space';
  if (type === 'space') return { type, text: ' ' };
  return { type, text: type === 'number' || type === 'function' ? text.toLowerCase() : text };
}

const BOUND =
  /"(?:\\[^\n]|[^"\\\n\r\f])*"?|'(?:\\[^\n]|[^'\\\n\r\f])*'?|\/\*[\s\S]*?(?:\*\/|$)|\\[\s\S]?|[([{]|[)\]}]|;/g;

/**
 * Cuts a declaration list at its top-level semicolons as a browser does: strings, comments, brackets and escapes hold
 * their semicolons. What does not end properly stays one piece with what follows, and is dropped with it later.
 */
export function declarations(css: string): string[] {
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { 0: bound, index } of css.matchAll(BOUND)) {
    if ('([{'.includes(bound)) depth++;
    else if (')]}'.includes(bound)) depth = Math.max(0, depth - 1);
    else if (bound === ';' && depth === 0) {
      found.push(css.slice(from, index));
      from = index + 1;
    }
  }
  found.push(css.slice(from));
  return found;
}
