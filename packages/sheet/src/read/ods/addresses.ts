/** The sheet of an address, if it names one: `$'A ''B'''.`, `$Sheet1.`, `.`. */
const SHEET = /^\$?(?:'((?:[^']|'')*)'|([^'.:#\s]*))\./;
const CELL = /^\$?[A-Z]{1,3}\$?\d{1,7}/;

interface SheetRange {
  readonly sheet: string;
  readonly cells: string;
}

/** A range of OpenDocument (`$Sheet1.$A$1:.$B$2`) as it stands in other workbooks: `'Sheet1'!$A$1:$B$2`. */
export function plainReference(address: string): string | undefined {
  const place = placeOf(address.trim());
  if (!place) return undefined;
  return place.sheet === '' ? place.cells : `'${place.sheet.replaceAll("'", "''")}'!${place.cells}`;
}

/** Only the cells of a range that lies on the sheet that names it. */
export function cellsOf(address: string): string | undefined {
  return placeOf(address.trim())?.cells;
}

/** A list of ranges, separated by spaces that stand in no name. */
export function listedRanges(text: string, most: number): string[] {
  const found: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at <= text.length && found.length < most; at++) {
    if (text[at] === "'") isQuoted = !isQuoted;
    if (at < text.length && (isQuoted || text[at] !== ' ')) continue;
    const cells = cellsOf(text.slice(from, at));
    if (cells !== undefined) found.push(cells);
    from = at + 1;
  }
  return found;
}

function placeOf(address: string): SheetRange | undefined {
  const first = endOf(address);
  if (!first) return undefined;
  const rest = address.slice(first.length);
  if (rest === '') return { sheet: first.sheet, cells: first.cell };
  const second = rest.startsWith(':') ? endOf(rest.slice(1)) : undefined;
  return second && second.length === rest.length - 1
    ? { sheet: first.sheet, cells: `${first.cell}:${second.cell}` }
    : undefined;
}

function endOf(text: string): { sheet: string; cell: string; length: number } | undefined {
  const named = SHEET.exec(text);
  const at = named?.[0].length ?? 0;
  const cell = CELL.exec(text.slice(at))?.[0];
  if (cell === undefined) return undefined;
  const sheet = named?.[1]?.replaceAll("''", "'") ?? named?.[2] ?? '';
  return { sheet, cell, length: at + cell.length };
}

/** The target of a link within the document: `#Sheet1.A1` is `#Sheet1!A1`; others as they stand. */
export function linkTarget(href: string): string {
  if (!href.startsWith('#')) return href;
  const place = plainReference(decoded(href.slice(1)));
  return place === undefined ? href : `#${place}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that escapes nothing is one.
    return text;
  }
}
