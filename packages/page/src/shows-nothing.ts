/** Elements that are seen without any text in them. */
const SEEN = new Set([
  'img',
  'svg',
  'canvas',
  'video',
  'hr',
  'input',
  'select',
  'textarea',
  'button',
  'progress',
  'meter',
]);
/** A look by which an empty cell is seen. */
const LOOK = /(?:^|[;\s"])(?:background|border)/;
const HIDDEN = / hidden(?:=|\s|$)|display:\s*none|visibility:\s*hidden|type="hidden"/;
const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/g;
const BLANK = /^(?:\s|&nbsp;)*$/;
const EMPTY = new Set(['img', 'hr', 'input', 'br', 'col']);

/**
 * Whether a reader would see nothing of a page: no text, no control, no picture, no filled or framed cell. Ends at the first
 * thing that is seen, so that a page that has any costs next to nothing.
 */
export function showsNothing(html: string, styles: readonly string[] = []): boolean {
  const hiding = new Hiding();
  for (const [, close = '', name = '', attributes = '', text = ''] of html.matchAll(TOKEN)) {
    const isOpening = close === '' && name !== '';
    if (hiding.passes({ isOpening, name, attributes })) continue;
    if (!BLANK.test(text) || (isOpening && isSeen(name, attributes, styles))) return false;
  }
  return true;
}

interface Tag {
  readonly isOpening: boolean;
  readonly name: string;
  readonly attributes: string;
}

/** Follows an element that is hidden to its end. */
class Hiding {
  #within = '';
  #depth = 0;

  /** Whether this is, or lies within, what is hidden. */
  passes({ isOpening, name, attributes }: Tag): boolean {
    if (this.#depth > 0) {
      if (name === this.#within) this.#depth += isOpening ? 1 : -1;
      return true;
    }
    if (!isOpening || !HIDDEN.test(attributes)) return false;
    if (!EMPTY.has(name)) [this.#within, this.#depth] = [name, 1];
    return true;
  }
}

function isSeen(name: string, attributes: string, styles: readonly string[]): boolean {
  if (SEEN.has(name)) return true;
  const number = / data-s="(\d+)"/.exec(attributes)?.[1];
  const look = number === undefined ? '' : (styles[Number(number)] ?? '');
  return LOOK.test(look) || LOOK.test(/ style="([^"]*)"/.exec(attributes)?.[1] ?? '');
}
