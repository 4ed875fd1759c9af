/**
 * A page of canonical HTML (what the server's serialiser writes: every tag closed, attributes quoted, no bare `<` or
 * `>` in text) cut at its cells: html = literals[0] + cells[0] + literals[1] + … + literals[cells.length].
 * literals[n] ends with the open tag of cell n; cells[n] is its inner HTML.
 */
export interface CellPage {
  readonly literals: string[];
  readonly cells: string[];
}

const OPEN_CELL = /<(t[dh])(?:>| [^>]*>)/g;

/** Cuts a canonical page at its cells; undefined when a cell holds a table of its own, which has no cell deltas. */
export function splitCells(html: string): CellPage | undefined {
  const literals: string[] = [];
  const cells: string[] = [];
  let from = 0;
  OPEN_CELL.lastIndex = 0;
  for (let open = OPEN_CELL.exec(html); open; open = OPEN_CELL.exec(html)) {
    const start = OPEN_CELL.lastIndex;
    const end = html.indexOf(`</${open[1]}>`, start);
    if (end < 0) return undefined;
    const inner = html.slice(start, end);
    if (inner.includes('<table')) return undefined;
    literals.push(html.slice(from, start));
    cells.push(inner);
    from = end;
    OPEN_CELL.lastIndex = end;
  }
  literals.push(html.slice(from));
  return { literals, cells };
}

/** The canonical HTML of a cut page. */
export function joinCells({ literals, cells }: CellPage): string {
  const parts: string[] = new Array(cells.length * 2 + 1);
  for (let n = 0; n < cells.length; n++) {
    parts[2 * n] = literals[n] ?? '';
    parts[2 * n + 1] = cells[n] ?? '';
  }
  parts[cells.length * 2] = literals[cells.length] ?? '';
  return parts.join('');
}

/** The `data-cell` of the cell whose open tag ends this literal, or undefined. */
export function cellName(literal: string): string | undefined {
  return attributeOf(openTagOf(literal), 'data-cell');
}

/** The style number of the cell whose open tag ends this literal, or undefined. */
export function cellStyle(literal: string): number | undefined {
  const value = attributeOf(openTagOf(literal), 'data-s');
  return value === undefined ? undefined : Number(value);
}

/** The literal with the style number of the cell it opens set. */
export function withCellStyle(literal: string, style: number): string {
  const at = literal.lastIndexOf('<');
  const tag = literal.slice(at);
  const next = / data-s="\d+"/.test(tag)
    ? tag.replace(/ data-s="\d+"/, ` data-s="${style}"`)
    : tag.replace(/>$/, ` data-s="${style}">`);
  return literal.slice(0, at) + next;
}

/** The open tag of the cell that a literal leads to. */
export function openTagOf(literal: string): string {
  return literal.slice(literal.lastIndexOf('<'));
}

function attributeOf(tag: string, name: string): string | undefined {
  const at = tag.indexOf(` ${name}="`);
  if (at < 0) return undefined;
  const start = at + name.length + 3;
  return tag.slice(start, tag.indexOf('"', start));
}
