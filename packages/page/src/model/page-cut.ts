/**
 * Where the rows and cells of canonical HTML lie (what the server's serialiser writes: every tag closed, attributes
 * quoted, no bare `<` or `>` in text). Offsets alone, so that another thread can find them and hand them over.
 */
export interface PageCut {
  readonly html: string;
  /** False when a table holds a table, in a cell or a caption, or a cell lies outside every row: such a page changes as a whole and has no parts here. */
  readonly hasCells: boolean;
  /** Start and end of each row. */
  readonly rows: Int32Array;
  /** The number of each row's first cell, then the number of all cells. */
  readonly firstCells: Int32Array;
  /** Of each cell where its open tag, its content and its close tag begin. */
  readonly cells: Int32Array;
}

/** Numbers of one cell in `PageCut.cells`, and of one row in `PageCut.rows`. */
export const PER_CELL = 3;
export const PER_ROW = 2;

const CELL_CLOSE = '</td>'.length;
const ROW_CLOSE = '</tr>';
const TABLE_OPEN = '<table';

/** One pass over a text: what was found so far. */
interface Cutting {
  readonly html: string;
  readonly rows: IntList;
  readonly firstCells: IntList;
  readonly cells: IntList;
  rowEnd: number;
  /** Where the last table outside of cells ends. */
  tableEnd: number;
  /** The next open tag of a table, behind the last one looked at. */
  nextTable: number;
}

/** Finds rows and cells in one pass over the text. */
export function cutPage(html: string): PageCut {
  const nextTable = html.indexOf(TABLE_OPEN);
  const cutting: Cutting = {
    html,
    rows: new IntList(),
    firstCells: new IntList(),
    cells: new IntList(),
    rowEnd: 0,
    tableEnd: 0,
    nextTable,
  };
  for (let at = html.indexOf('<t'); at >= 0; at = html.indexOf('<t', at)) {
    const kind = kindAt(html, at);
    if (kind === 'other') at = addOther(cutting, at);
    else at = kind === 'row' ? addRow(cutting, at) : addCell(cutting, at, kind);
    if (at < 0) return whole(html);
  }
  const { rows, firstCells, cells } = cutting;
  firstCells.add(cells.length / PER_CELL);
  return { html, hasCells: true, rows: rows.take(), firstCells: firstCells.take(), cells: cells.take() };
}

/** Answers where to go on; -1 for a table within a table: in a caption, or anywhere else outside of cells. */
function addOther(cutting: Cutting, at: number): number {
  const { html } = cutting;
  if (!html.startsWith(TABLE_OPEN, at)) return at + 2;
  if (at < cutting.tableEnd) return -1;
  const close = html.indexOf('</table>', at);
  cutting.tableEnd = close < 0 ? html.length : close;
  return at + TABLE_OPEN.length;
}

/** Answers where to go on; -1 for a row within a row, or one that nothing ends. */
function addRow(cutting: Cutting, at: number): number {
  const { html, rows, firstCells, cells } = cutting;
  const close = html.indexOf(ROW_CLOSE, at);
  if (close < 0 || at < cutting.rowEnd) return -1;
  cutting.rowEnd = close + ROW_CLOSE.length;
  rows.add(at);
  rows.add(cutting.rowEnd);
  firstCells.add(cells.length / PER_CELL);
  return html.indexOf('>', at) + 1;
}

/** Answers where to go on; -1 for a cell that holds a table, lies in no row, or that nothing ends. */
function addCell(cutting: Cutting, at: number, tag: 'td' | 'th'): number {
  const { html, cells } = cutting;
  const inner = html.indexOf('>', at) + 1;
  const end = html.indexOf(tag === 'td' ? '</td>' : '</th>', inner);
  if (inner === 0 || end < 0 || end > cutting.rowEnd) return -1;
  if (cutting.nextTable >= 0 && cutting.nextTable < inner) cutting.nextTable = html.indexOf(TABLE_OPEN, inner);
  if (cutting.nextTable >= 0 && cutting.nextTable < end) return -1;
  cells.add(at);
  cells.add(inner);
  cells.add(end);
  return end + CELL_CLOSE;
}

/** How many cells canonical HTML holds, those of tables within cells too. */
export function countCells(html: string): number {
  return countTags(html, (kind) => kind === 'td' || kind === 'th');
}

/** How many rows canonical HTML holds, those of tables within cells too. */
export function countRows(html: string): number {
  return countTags(html, (kind) => kind === 'row');
}

function countTags(html: string, isCounted: (kind: TagKind) => boolean): number {
  let count = 0;
  for (let at = html.indexOf('<t'); at >= 0; at = html.indexOf('<t', at + 2)) if (isCounted(kindAt(html, at))) count++;
  return count;
}

/** Bytes of the offsets of a cut. */
export function cutBytes({ rows, firstCells, cells }: PageCut): number {
  return rows.byteLength + firstCells.byteLength + cells.byteLength;
}

/** What moves to another thread without a copy. */
export function transferable({ rows, firstCells, cells }: PageCut): ArrayBuffer[] {
  return [rows, firstCells, cells].flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}

function whole(html: string): PageCut {
  const none = new Int32Array(0);
  return { html, hasCells: false, rows: none, firstCells: new Int32Array(1), cells: none };
}

const D = 0x64;
const H = 0x68;
const R = 0x72;
const SPACE = 0x20;
const TAG_END = 0x3e;

type TagKind = 'row' | 'td' | 'th' | 'other';

/** Which tag begins at a `<t`. */
function kindAt(html: string, at: number): TagKind {
  const after = html.charCodeAt(at + 3);
  if (after !== TAG_END && after !== SPACE) return 'other';
  switch (html.charCodeAt(at + 2)) {
    case D:
      return 'td';
    case H:
      return 'th';
    case R:
      return 'row';
    default:
      return 'other';
  }
}

/** A list of whole numbers that grows without an object for each. */
class IntList {
  #numbers = new Int32Array(64);
  length = 0;

  add(number: number): void {
    if (this.length === this.#numbers.length) {
      const longer = new Int32Array(2 * this.#numbers.length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.length++] = number;
  }

  take(): Int32Array {
    return this.#numbers.slice(0, this.length);
  }
}
