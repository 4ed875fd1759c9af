import { limits } from '@sheetwire/contract/limits';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { lookOf } from '#report/clean/layout-cost.ts';
import { cssFunctions, cssPositions, cssProperties } from './css-properties.ts';
import { type CssToken, cssTokens, declarations } from './css-tokens.ts';

const DECLARATION = /^[ \t\n\r\f]*([A-Za-z-]+)[ \t\n\r\f]*:([\s\S]*)$/;
/** Goes: a report does not outrank the rules of the box it lies in. */
const IMPORTANT = /![ \t\n\r\f]*important[ \t\n\r\f]*$/i;
const PLAIN_STRING = /^.[\p{L}\p{N} .,&+_-]*.$/u;
const cache = new BoundedMap<string, string>(limits.clean.stylesKept);

/** A look that many cells may share: as the style of one element, without what is dear to draw so often. */
export function cleanStyle(css: string): string {
  return lookOf(cleanOwnStyle(css));
}

/** One style: the declarations of a list that a report may make, in canonical form; '' when nothing is left. */
export function cleanOwnStyle(css: string): string {
  const known = cache.get(css);
  if (known !== undefined) return known;
  const cleaned = cleanDeclarations(css);
  if (css.length <= limits.clean.styleLength) cache.set(css, cleaned);
  return cleaned;
}

function cleanDeclarations(css: string): string {
  if (css.length > limits.clean.styleLength) return '';
  const kept: string[] = [];
  for (const declaration of declarations(css)) {
    const [, name, value] = DECLARATION.exec(declaration) ?? [];
    if (name === undefined || value === undefined) continue;
    const cleaned = cleanDeclaration(name.toLowerCase(), value);
    if (cleaned !== undefined) kept.push(cleaned);
  }
  return kept.join(';');
}

function cleanDeclaration(property: string, value: string): string | undefined {
  if (!cssProperties.has(property)) return undefined;
  const tokens = cssTokens(value.replace(IMPORTANT, ''));
  if (!tokens?.every(isAllowed)) return undefined;
  if (property === 'position' && !isPosition(tokens)) return undefined;
  if (property.startsWith('margin') && mayBeNegative(tokens)) return undefined;
  if (isDear(property, tokens)) return undefined;
  if (property === 'stroke-dasharray' && !areSeen(tokens)) return undefined;
  const text = tokens
    .map((token) => token.text)
    .join('')
    .trim();
  return text === '' ? undefined : `${property}:${text}`;
}

function isAllowed({ type, text }: CssToken): boolean {
  if (type === 'function') return cssFunctions.has(text);
  if (type === 'string') return PLAIN_STRING.test(text);
  if (type !== 'number') return true;
  const cap = /[a-z%]$/.test(text) ? limits.clean.cssNumber : limits.clean.cssCount;
  return Math.abs(Number.parseFloat(text)) <= cap;
}

function isPosition(tokens: readonly CssToken[]): boolean {
  const words = tokens.filter((token) => token.type !== 'space');
  return words.length === 1 && cssPositions.has((words[0]?.text ?? '').toLowerCase());
}

/** The largest number of declarations that are dear to draw when it is large. */
const most: readonly (readonly [RegExp, number])[] = [
  [/shadow$/, limits.clean.dear.shadow],
  [/^border(?!-spacing)|^stroke-width$|^text-decoration/, limits.clean.dear.line],
  [/^font|^(?:letter|word)-spacing$|^line-height$|^text-indent$|^tab-size$/, limits.clean.dear.letters],
  [/^grid-/, limits.clean.cssNumber],
  [/^(?:orphans|widows)$/, limits.clean.dear.kept],
];

/** Whether a declaration asks for more than a browser draws in good time (docs/publish, What a page may hold). */
function isDear(property: string, tokens: readonly CssToken[]): boolean {
  const { dear } = limits.clean;
  if (property.startsWith('text-decoration') && tokens.some(isWavy)) return true;
  const cap = most.find(([name]) => name.test(property))?.[1];
  if (cap === undefined) return false;
  if (property.endsWith('shadow') && entriesIn(tokens) > dear.shadows) return true;
  const counts = property.startsWith('grid-') ? dear.grid : cap;
  return tokens.some(({ type, text }) => {
    if (type !== 'number') return false;
    return Math.abs(Number.parseFloat(text)) > (/[a-z%]$/.test(text) ? cap : counts);
  });
}

/** Each wave is drawn letter by letter, once for each element around. */
function isWavy({ type, text }: CssToken): boolean {
  return type === 'ident' && text.toLowerCase() === 'wavy';
}

/** Whether dashes are long enough to be seen, as in the attribute of that name: what may come out shorter is not. */
function areSeen(tokens: readonly CssToken[]): boolean {
  if (tokens.some(({ type, text }) => type === 'function' || (type === 'number' && !/\d(?:px|%)?$/.test(text))))
    return false;
  const numbers = tokens.filter(({ type }) => type === 'number').map(({ text }) => Number.parseFloat(text));
  return numbers.length === 0 || numbers.reduce((sum, one) => sum + one, 0) >= 1;
}

/** Entries of a list; a colour's own commas divide none. */
function entriesIn(tokens: readonly CssToken[]): number {
  let [depth, entries] = [0, 1];
  for (const { type, text } of tokens) {
    if (type === 'function') depth++;
    else if (type === 'close') depth--;
    else if (text === ',' && depth === 0) entries++;
  }
  return entries;
}

/** A sum may come out negative whatever its parts are, so a margin is never a sum. */
function mayBeNegative(tokens: readonly CssToken[]): boolean {
  return tokens.some((token) => token.type === 'function' || (token.type === 'number' && token.text.startsWith('-')));
}
