/**
 * The short form of a page, in which the portal's own viewer receives it: where the address of a cell follows from those
 * before it, `~` takes its place (decision 82). Any text can be shortened, and is the same text once it is lengthened: what
 * looks like such a mark gets one `~` more.
 */

/**
 * The start of a row, or of a tag as far as the address or the marks in it, whichever come first. `<` is in it only once, at
 * its start, so that a page can be cut at any.
 */
const PLACE = /<tr|<t[dh][^<>]*?(?:(~~?)| data-cell="([A-Z]+)(\d+)"~?)/g;

/** Writes a text that ends with an address, behind which a `~` may stand, or with marks where that is ''; `expected` is '' where they stand for nothing. */
type Write = (text: string, address: string, expected: string) => string;

/** Goes through a page, or its pieces in order. Both ways follow the same cells: `mark` is what stands for an address. */
function follow(mark: string, write: Write): (html: string) => string {
  /** Which column came after each when it was last there; after '' at the start of a row. */
  const after: Record<string, string> = {};
  let column = '';
  let row = 0;
  const place = (text: string, marks?: string, own?: string, digits?: string): string => {
    if (!marks && !own) {
      column = '';
      row++;
      return text;
    }
    if (marks && marks !== mark) return write(text, '', '');
    const next = after[column] ?? String.fromCharCode((column.charCodeAt(0) || 64) + 1);
    const expected = next + row;
    if (own) row = Number(digits);
    after[column] = own ?? next;
    column = own ?? next;
    return write(text, own ? own + digits : '', expected);
  };
  return (html) => html.replace(PLACE, place);
}

/** The page of which this is the short form. */
export function lengthenPage(short: string): string {
  return follow('~', (text, address, expected) =>
    address ? text : text.slice(0, -1) + (expected && ` data-cell="${expected}"`),
  )(short);
}

const shortener = () =>
  follow('', (text, address, expected) => {
    if (address === '') return `${text}~`;
    // Beside a `~` the mark would look like one that stands for nothing.
    if (address !== expected || text.endsWith('~')) return text;
    return `${text.slice(0, -` data-cell="${address}"`.length)}~`;
  });

/** The short form of a page; of one that may be long `shortening` gives it without one long turn. */
export function shortPage(html: string): string {
  return shortener()(html);
}

const PIECE = 4096;

/** Gives the short form of a page, worked out in pieces. */
export function* shortening(html: string): Generator<void, string> {
  const shorten = shortener();
  const parts: string[] = [];
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at + PIECE);
    const end = next < 0 ? html.length : next;
    parts.push(shorten(html.slice(at, end)));
    at = end;
    yield;
  }
  return parts.join('');
}
