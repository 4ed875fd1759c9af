export interface Declaration {
  readonly name: string;
  readonly value: string;
}

/** Cuts a declaration list as the server's cleaner writes it: no comments, no escapes. */
export function declarationsOf(css: string): Declaration[] {
  const found: Declaration[] = [];
  for (const text of cutOutside(css, ';')) {
    const at = text.indexOf(':');
    if (at < 0) continue;
    const value = text.slice(at + 1).replace(/!\s*important\s*$/i, '');
    found.push({ name: text.slice(0, at).trim().toLowerCase(), value: value.trim() });
  }
  return found;
}

/** The words of a value; a function with what it is given is one word. */
export function wordsOf(value: string): string[] {
  return cutOutside(value, ' ').filter((word) => word !== '');
}

/** The parts of a list at its outer commas. */
export function listOf(value: string): string[] {
  return cutOutside(value, ',').map((part) => part.trim());
}

const BOUND = /"[^"]*"?|'[^']*'?|[();, ]/g;

function cutOutside(text: string, mark: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { 0: bound, index } of text.matchAll(BOUND)) {
    if (bound === '(') depth++;
    else if (bound === ')') depth--;
    else if (depth === 0 && bound === mark) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

const unitPx: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54 };

/** A length in CSS pixels; `em` counts against the size that is given. Undefined for what depends on the page. */
export function pixels(text: string, em: number): number | undefined {
  const [, digits = '', unit = ''] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))([a-z]*)$/i.exec(text.trim()) ?? [];
  if (digits === '') return undefined;
  const value = Number(digits);
  if (unit === '') return value === 0 ? 0 : undefined;
  if (unit === 'em' || unit === 'rem') return value * em;
  const scale = unitPx[unit.toLowerCase()];
  return scale === undefined ? undefined : value * scale;
}
