import { behindDrawings } from '@sheetwire/page/drawing';
import { attributeOf, type Token, tokensOf } from './tags.ts';

/** A piece of text with the declarations that the elements around it add to the look of the cell. */
export interface Piece {
  readonly text: string;
  readonly css: string;
}

/** What stands in a cell, or between two tables. */
export interface Inline {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly href: string | undefined;
  /** A box to tick, on or off. */
  readonly isChecked: boolean | undefined;
  /** The value of a field for a date or time. */
  readonly moment: string | undefined;
  /** Where the text is filled up to the width of the cell. */
  readonly fillAt: number | undefined;
  /** Pictures and drawings, which are not written. */
  readonly pictures: number;
}

const elementCss: Readonly<Record<string, string>> = {
  b: 'font-weight:700',
  strong: 'font-weight:700',
  i: 'font-style:italic',
  em: 'font-style:italic',
  cite: 'font-style:italic',
  dfn: 'font-style:italic',
  var: 'font-style:italic',
  u: 'text-decoration:underline',
  ins: 'text-decoration:underline',
  s: 'text-decoration:line-through',
  strike: 'text-decoration:line-through',
  del: 'text-decoration:line-through',
  sup: 'vertical-align:super',
  sub: 'vertical-align:sub',
  code: 'font-family:monospace',
  kbd: 'font-family:monospace',
  samp: 'font-family:monospace',
  tt: 'font-family:monospace',
  pre: 'font-family:monospace;white-space:pre',
  small: 'font-size:smaller',
  big: 'font-size:larger',
  h1: 'font-weight:700;font-size:16pt',
  h2: 'font-weight:700;font-size:14pt',
  h3: 'font-weight:700;font-size:12pt',
  h4: 'font-weight:700',
  h5: 'font-weight:700',
  h6: 'font-weight:700',
  caption: 'font-weight:700',
  a: 'color:#0563c1;text-decoration:underline',
};
const blocks = new Set(
  'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr legend li main nav ol p pre section summary ul tr table'.split(
    ' ',
  ),
);
const voids = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr']);
const pictures = new Set(['img', 'svg', 'meter', 'progress']);
const moments = new Set(['date', 'datetime-local', 'time']);

/** Reads the inner HTML of a cell; `keepsSpaces` as its own declarations say. */
export function readInline(html: string, keepsSpaces: boolean): Inline {
  if (!html.includes('<')) return plain(html, keepsSpaces);
  // What lies over a cell is none of its content.
  const own = behindDrawings(html);
  const reader = new InlineReader(keepsSpaces);
  for (const token of tokensOf(straightened(html.slice(own)))) reader.take(token);
  const inline = reader.inline();
  return own === 0 ? inline : { ...inline, pictures: inline.pictures + 1 };
}

/** A text turned by degrees, as our publishers draw it. */
const TURNED =
  /^<svg [^<>]*><text [^<>]*transform="translate\([^()"]*\) rotate\((-?\d{1,2})\)"[^<>]*>(.*)<\/text><\/svg>$/s;

const ACCOUNT = /^<span style="display:block;border-bottom:(?:1px solid|3px (double))">/;

/** Texts that our publishers turn by a drawing, or underline by a box, as text with declarations. */
function straightened(html: string): string {
  if (html.startsWith('<span style="display:block')) {
    return html.replace(
      ACCOUNT,
      (_, double?: string) => `<span style="text-decoration:underline ${double ?? ''};text-underline-offset:.2em">`,
    );
  }
  return html.startsWith('<svg ') ? straightText(html) : html;
}

function straightText(html: string): string {
  const [, degrees, letters = ''] = TURNED.exec(html) ?? [];
  if (degrees === undefined) return html;
  const text = letters.replaceAll('<tspan', '<span').replaceAll('</tspan>', '</span>').replaceAll('fill:', 'color:');
  return `<span style="rotate:${degrees}deg">${text}</span>`;
}

function plain(html: string, keepsSpaces: boolean): Inline {
  let text = '';
  for (const token of tokensOf(html)) if (token.kind === 'text') text += token.text;
  if (!keepsSpaces) text = collapse(text).trim();
  return { pieces: [{ text, css: '' }], text, ...nothing };
}

const nothing = { href: undefined, isChecked: undefined, moment: undefined, fillAt: undefined, pictures: 0 };

/** White space as HTML reads it; the spaces that do not break stay. */
function collapse(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, ' ');
}

interface Open {
  readonly name: string;
  readonly css: string;
  readonly floats: boolean;
}

class InlineReader {
  readonly #keepsSpaces: boolean;
  readonly #open: Open[] = [];
  readonly #pieces: { text: string; css: string }[] = [];
  /** The last character: asked of the text itself it would make one copy of it for each piece. */
  #end: string | undefined;
  #length = 0;
  #href: string | undefined;
  #isChecked: boolean | undefined;
  #moment: string | undefined;
  #fillAt: number | undefined;
  #pictures = 0;
  #isBreakDue = false;
  /** Within a list to choose from: the chosen text, the first one, and whether the present one is it. */
  #choice: { text: string | undefined; isChosen: boolean } | undefined;
  #drawing = 0;

  constructor(keepsSpaces: boolean) {
    this.#keepsSpaces = keepsSpaces;
  }

  take(token: Token): void {
    if (token.kind === 'text') this.#text(token.text);
    else if (token.kind === 'open') this.#openTag(token.name, token.attributes);
    else this.#closeTag(token.name);
  }

  #openTag(name: string, attributes: string): void {
    if (pictures.has(name)) this.#picture(name, attributes);
    if (name === 'br') this.#add('\n');
    if (blocks.has(name)) this.#isBreakDue = this.#length > 0;
    if (name === 'td' || name === 'th') this.#add('\t');
    if (name === 'a') this.#href ??= attributeOf(attributes, 'href');
    if (name === 'input') this.#input(attributes);
    if (name === 'select') this.#choice = { text: undefined, isChosen: false };
    if (name === 'option' && this.#choice) this.#choice.isChosen = attributes.includes(' selected="');
    if (voids.has(name)) return;
    const own = elementCss[name] ?? '';
    const css = [own, attributeOf(attributes, 'style') ?? '', legacyFont(name, attributes)].filter(Boolean).join(';');
    this.#open.push({ name, css, floats: /(?:^|;)\s*float:\s*(?:left|right)/.test(css) });
  }

  #picture(name: string, attributes: string): void {
    this.#pictures++;
    if (name === 'svg') this.#drawing++;
    if (name === 'img') this.#add(attributeOf(attributes, 'alt') ?? '');
  }

  #input(attributes: string): void {
    const type = attributeOf(attributes, 'type') ?? 'text';
    if (type === 'checkbox') this.#isChecked = attributes.includes(' checked="');
    else if (moments.has(type)) this.#moment = attributeOf(attributes, 'value') ?? '';
    else this.#add(attributeOf(attributes, 'value') ?? '');
  }

  #closeTag(name: string): void {
    const at = this.#open.findLastIndex((open) => open.name === name);
    const [closed] = at < 0 ? [] : this.#open.splice(at);
    if (name === 'svg') this.#drawing--;
    if (closed?.floats) this.#fillAt ??= this.#length;
    if (name === 'select' && this.#choice) {
      const { text } = this.#choice;
      this.#choice = undefined;
      this.#add(text ?? '');
    }
    if (blocks.has(name)) this.#isBreakDue = this.#length > 0;
  }

  #text(text: string): void {
    if (this.#drawing > 0) return;
    if (this.#choice) {
      const { text: first, isChosen } = this.#choice;
      if (isChosen || first === undefined) this.#choice = { text, isChosen: false };
      return;
    }
    const isKept = this.#keepsSpaces || this.#open.some(({ name }) => name === 'textarea' || name === 'pre');
    this.#add(isKept ? text : this.#collapsed(text));
  }

  /** A space after a space, or at the start of a line, is none. */
  #collapsed(text: string): string {
    const before = this.#end;
    const line = collapse(text);
    return this.#length === 0 || this.#isBreakDue || before === ' ' || before === '\n' ? line.trimStart() : line;
  }

  #add(text: string): void {
    if (text === '') return;
    const css = this.#open
      .map((open) => open.css)
      .filter(Boolean)
      .join(';');
    const whole = this.#isBreakDue ? `\n${text}` : text;
    this.#isBreakDue = false;
    this.#length += whole.length;
    this.#end = whole.at(-1);
    const last = this.#pieces.at(-1);
    if (last?.css === css) last.text += whole;
    else this.#pieces.push({ text: whole, css });
  }

  inline(): Inline {
    const pieces = this.#keepsSpaces ? this.#pieces : trimmed(this.#pieces);
    const text = pieces.map((piece) => piece.text).join('');
    return {
      pieces,
      text,
      href: this.#href,
      isChecked: text === '' ? this.#isChecked : undefined,
      moment: text === '' ? this.#moment : undefined,
      fillAt: this.#fillAt,
      pictures: this.#pictures,
    };
  }
}

function trimmed(pieces: readonly Piece[]): Piece[] {
  const kept = pieces.map((piece) => ({ ...piece }));
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    last.text = withoutSpaceBehind(last.text);
    if (last.text !== '') break;
    kept.pop();
  }
  return kept;
}

/** Character by character from the end: an expression would begin anew at each of the spaces within. */
function withoutSpaceBehind(text: string): string {
  let end = text.length;
  while (end > 0 && ' \n\t'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The attributes of `font`, which older programs still write. */
function legacyFont(name: string, attributes: string): string {
  if (name !== 'font') return '';
  const color = attributeOf(attributes, 'color');
  const face = attributeOf(attributes, 'face');
  return [color ? `color:${color}` : '', face ? `font-family:${face}` : ''].filter(Boolean).join(';');
}
