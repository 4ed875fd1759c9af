import { cellCountOf, contentIn } from '@sheetwire/page/model/cut-texts';
import type { PageCut } from '@sheetwire/page/model/page-cut';
import { cleanCell } from '#report/clean/clean-page.ts';
import { CleanRefusal } from '#report/clean/refusal.ts';
import { isSelfContained } from '#report/clean/self-contained.ts';

/**
 * Where the cells of a report lie in the raw bytes of a publish body, so that the next body is compared byte by byte and
 * only changed cells are read (architecture, decision 5). Offsets are into `body`; cell i of the index is cell
 * `cell[i]` of page `page[i]`.
 */
export interface RawIndex extends RawOffsets {
  readonly body: Buffer;
}

/** The offsets alone, as another thread hands them over. */
export interface RawOffsets {
  readonly open: Int32Array;
  readonly inner: Int32Array;
  readonly end: Int32Array;
  readonly page: Uint16Array;
  readonly cell: Int32Array;
}

const NAME = '(?:table|thead|tbody|tfoot|tr|td|th|colgroup|col|caption|section|div|p|h[1-6]|br)';
/** Attributes in the escaped form that a JSON string gives them: `data-cell=\"B7\"`. */
const ATTRIBUTES = '(?: [a-zA-Z][a-zA-Z-]*(?:=\\\\"[^<>"\\\\]*\\\\")?)*';
const TEXT = '(?:[^<>"\\\\]|\\\\[nrt/])*';
/** Markup between two cells that leaves the parser where it seems to be: plain tags and plain text alone. */
const PLAIN = new RegExp(`^${TEXT}(?:</?${NAME}${ATTRIBUTES} ?/?>${TEXT})*$`, 'i');
/** Longer markup between two cells is no table's; an expression that repeats so often would overflow its stack. */
const MOST_BETWEEN = 64 * 1024;
const OPEN_CELL = new RegExp(`<t([dh])${ATTRIBUTES}>`, 'gi');

/**
 * Finds the cells of every page in the raw body. Undefined when some page's raw text does not map to its cleaned cells
 * one to one: such a report is compared after cleaning.
 */
export function indexBody(given: Uint8Array, pages: readonly { readonly cut: PageCut }[]): RawOffsets | undefined {
  if (pages.some(({ cut }) => !cut.hasCells)) return undefined;
  const body = Buffer.from(given.buffer, given.byteOffset, given.length);
  const text = body.toString('latin1');
  const ranges = htmlRanges(text);
  if (!ranges || ranges.length !== pages.length) return undefined;
  const open: number[] = [];
  const inner: number[] = [];
  const end: number[] = [];
  const page: number[] = [];
  const cell: number[] = [];
  for (const [number, [from, to]] of ranges.entries()) {
    const cells = cellsIn(text, from, to);
    const cut = pages[number]?.cut;
    if (!cells || !cut || cells.length !== cellCountOf(cut)) return undefined;
    for (const [n, at] of cells.entries()) {
      if (!isSame(body, at, contentIn(cut, n))) return undefined;
      open.push(at.open);
      inner.push(at.inner);
      end.push(at.end);
      page.push(number);
      cell.push(n);
    }
  }
  return {
    open: Int32Array.from(open),
    inner: Int32Array.from(inner),
    end: Int32Array.from(end),
    page: Uint16Array.from(page),
    cell: Int32Array.from(cell),
  };
}

interface CellAt {
  readonly open: number;
  readonly inner: number;
  readonly end: number;
}

/** Whether the raw text of a cell, cleaned alone, is the cell of the cleaned page. */
function isSame(body: Buffer, at: CellAt, cleaned: string): boolean {
  const raw = unescapeJson(body, at.inner, at.end);
  return raw !== undefined && (raw === cleaned || (isSelfContained(raw) && cleanedAlone(raw) === cleaned));
}

/** Undefined for a cell that is refused when it stands alone. */
function cleanedAlone(raw: string): string | undefined {
  try {
    return cleanCell(raw).html;
  } catch (error) {
    if (error instanceof CleanRefusal) return undefined;
    throw error;
  }
}

/** The text of a slice of a JSON string; undefined when the slice cuts an escape or holds a quote. */
export function unescapeJson(body: Buffer, from: number, to: number): string | undefined {
  const text = body.toString('utf8', from, to);
  if (!/["\\\u0000-\u001f]/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The cells of one page; a search goes no further than the page does. */
function cellsIn(body: string, from: number, to: number): CellAt[] | undefined {
  const text = body.slice(from, to);
  const cells: CellAt[] = [];
  let plainFrom = 0;
  OPEN_CELL.lastIndex = 0;
  for (let open = OPEN_CELL.exec(text); open; open = OPEN_CELL.exec(text)) {
    const inner = OPEN_CELL.lastIndex;
    const close = `</t${open[1]}>`;
    const end = text.indexOf(close, inner);
    if (end < 0 || !isPlain(text.slice(plainFrom, inner))) return undefined;
    cells.push({ open: from + open.index, inner: from + inner, end: from + end });
    plainFrom = end;
    OPEN_CELL.lastIndex = end + close.length;
  }
  return isPlain(text.slice(plainFrom)) ? cells : undefined;
}

function isPlain(between: string): boolean {
  return between.length <= MOST_BETWEEN && PLAIN.test(between);
}

/**
 * The ranges of the `html` strings of `pages`, in order; undefined when the body is not of the simple expected form: each
 * page says its html once, `pages` is there once, and their names hold no escapes. JSON takes the last of two.
 */
function htmlRanges(text: string): [number, number][] | undefined {
  const ranges: [number, number][] = [];
  const place = new JsonPlace();
  let at = 0;
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', at)) {
    place.pass(text, at, quote);
    const end = endOfString(text, quote + 1);
    if (end < 0) return undefined;
    at = end + 1;
    const colon = nextSign(text, at);
    if (text[colon] !== ':') continue;
    const name = place.name(text, quote + 1, end);
    if (name === 'odd') return undefined;
    if (name === 'other') continue;
    const start = nextSign(text, colon + 1) + 1;
    const stop = endOfString(text, start);
    if (stop < 0 || text[start - 1] !== '"') return undefined;
    ranges.push([start, stop]);
    at = stop + 1;
  }
  return ranges;
}

/** How deep the names of a report and those of its pages lie. */
const REPORT = 1;
const PAGE = 3;

/** Where in the JSON of a publish a string lies. */
class JsonPlace {
  #depth = 0;
  #isInPages = false;
  #hasPages = false;
  #hasHtml = false;

  /** Signs between two strings. */
  pass(text: string, from: number, to: number): void {
    for (let n = from; n < to; n++) {
      const sign = text[n];
      if (sign === '{' || sign === '[') this.#hasHtml = ++this.#depth > PAGE && this.#hasHtml;
      else if (sign === '}' || sign === ']') this.#depth--;
    }
  }

  /** What a name stands for; `odd` for one that may be another than it seems, or is there twice. */
  name(text: string, from: number, to: number): 'html' | 'other' | 'odd' {
    const isOfPage = this.#depth === PAGE && this.#isInPages;
    if (this.#depth !== REPORT && !isOfPage) return 'other';
    const name = text.slice(from, to);
    if (name.includes('\\')) return 'odd';
    if (isOfPage) return this.#ofPage(name);
    this.#isInPages = name === 'pages';
    if (!this.#isInPages) return 'other';
    const isSecond = this.#hasPages;
    this.#hasPages = true;
    return isSecond ? 'odd' : 'other';
  }

  #ofPage(name: string): 'html' | 'other' | 'odd' {
    if (name !== 'html') return 'other';
    const isSecond = this.#hasHtml;
    this.#hasHtml = true;
    return isSecond ? 'odd' : 'html';
  }
}

/** Where the next sign that is no space stands. */
function nextSign(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= SPACE) at++;
  return at;
}

const SPACE = 0x20;

/** The closing quote of a JSON string that begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return quote;
  }
  return -1;
}
