import type { CellLooks, TextLie } from './cell-looks.ts';
import { isBare } from './drawing.ts';
import { FIRST_MORE } from './grid-shape.ts';
import { textDigits } from './text-width.ts';

/** A cell as far as the texts of its row run over it. */
export interface LaidCell {
  readonly column: number;
  readonly columns: number;
  readonly kind: 'empty' | 'number' | 'text' | 'held';
  /** It spans columns or rows: no text runs into it, and its own does not run out. */
  readonly isMerged: boolean;
  /** Pixels that it needs in one line; 0 for what does not run on. */
  readonly need: number;
  readonly lie: TextLie;
}

/** How a cell is drawn whose text is wider than its columns, or over which such a text runs. */
export interface CellFit {
  /** Class words: `x` cut, `o` runs on (`r` to the start, `c` both ways), `g` no line at its end. */
  readonly words: string;
  /** Where a text that runs on is cut. */
  readonly style?: string;
}

export interface FitGrid {
  readonly widths: readonly number[];
  readonly frozenColumns: number;
  readonly isRightToLeft: boolean;
  /** Cells above may reach down into the row: a column without a cell is covered, not empty. */
  readonly hasSpans: boolean;
}

/** A cell as its page writes it. */
export interface CellText {
  readonly attributes: string;
  readonly inner: string;
  readonly columns: number;
  readonly rows: number;
}

interface LaidOut {
  readonly looks: CellLooks;
  readonly widths: readonly number[];
}

/** The least room that a cell keeps beside its text. */
const PADDING = 8;
/** No letter is wider than this, in digits. */
const WIDEST = 2;
const NUMBER = ' data-num';
const TAG = /<[^>]*>/g;
const REFERENCE = /&[^;]{1,8};/g;
/** What may stand in a line of text; anything else is laid out by itself. */
const OTHER_TAG =
  /<(?!\/?(?:a|abbr|b|bdi|em|font|i|s|small|span|strike|strong|sub|sup|u|wbr)[ >])|writing-mode|font-size:[\d.]+%|[\n\r]/;

/** Pixels that a text may have in the least of these columns without a look at its neighbours. */
export function roomInLeast(widths: readonly number[]): number {
  return Math.min(...widths.map((width, column) => width - marginOf(column))) - PADDING;
}

/** Whether a cell that stands in these columns has a text that is wider than they are. */
export function isTooWide(cell: CellText, column: number, { looks, widths }: LaidOut): boolean {
  const { inner, attributes } = cell;
  if (isBare(inner)) return false;
  const { digit, indent, runsOn } = looks.of(attributes);
  const room = spanOf(widths, column, cell.columns) - PADDING - marginOf(column, attributes) - indent;
  if (inner.length * digit * WIDEST <= room) return false;
  if (textDigits(textOf(inner)) * digit <= room) return false;
  return attributes.includes(NUMBER) || (runsOn && !OTHER_TAG.test(inner));
}

/** A cell as it lies in its row. */
export function laidCell(cell: CellText, column: number, grid: LaidOut): LaidCell {
  const { columns, inner, attributes } = cell;
  const isMerged = columns !== 1 || cell.rows !== 1;
  const place = { column, columns, isMerged };
  if (isBare(inner)) return { ...place, lie: grid.looks.plain, kind: 'empty', need: 0 };
  const lie = grid.looks.of(attributes);
  const kind = attributes.includes(NUMBER) ? 'number' : isLine(inner, lie) ? 'text' : 'held';
  const around = lie.indent + marginOf(column, attributes);
  return { ...place, lie, kind, need: kind === 'held' ? 0 : textDigits(textOf(inner)) * lie.digit + around };
}

/** Texts of the first column keep the page's margin; numbers stand at its other side. */
function marginOf(column: number, attributes = ''): number {
  return column === 0 && !attributes.includes(NUMBER) ? FIRST_MORE : 0;
}

function isLine(inner: string, lie: TextLie): boolean {
  return lie.runsOn && !OTHER_TAG.test(inner);
}

function textOf(inner: string): string {
  const bare = inner.includes('<') ? inner.replace(TAG, '') : inner;
  return bare.includes('&') ? bare.replace(REFERENCE, 'n') : bare;
}

function spanOf(widths: readonly number[], column: number, columns: number): number {
  let width = 0;
  for (let n = column; n < column + columns; n++) width += widths[n] ?? 0;
  return width;
}

/**
 * How the texts of a row run over their neighbours, as on a sheet: over empty cells, filled ones too, as far as the
 * first that holds something; undefined where all have room. Each cell is passed at most twice.
 */
export function fitsOf(cells: readonly LaidCell[], grid: FitGrid): (CellFit | undefined)[] | undefined {
  let fits: Draft[] | undefined;
  for (const [n, cell] of cells.entries()) {
    if (cell.need === 0 || cell.need + PADDING <= spanOf(grid.widths, cell.column, cell.columns)) continue;
    fits ??= cells.map(() => ({ words: new Set(), style: undefined }));
    fitCell(cells, n, { grid, fits });
  }
  return fits?.map(({ words, style }) =>
    words.size === 0 ? undefined : { words: [...words].join(' '), ...(style === undefined ? {} : { style }) },
  );
}

interface Draft {
  readonly words: Set<string>;
  style: string | undefined;
}

interface Fitting {
  readonly grid: FitGrid;
  readonly fits: readonly Draft[];
}

function fitCell(cells: readonly LaidCell[], n: number, { grid, fits }: Fitting): void {
  const cell = cells[n];
  const fit = fits[n];
  if (!cell || !fit) return;
  const { side, isTurned } = atEdge(cell) ? AT_EDGE : cell.lie;
  const [before, after] = reaches(cells, n, { grid, side });
  if (cell.kind === 'number' || (!isTurned && isHeldIn(before, after, side))) {
    fit.words.add('x');
    return;
  }
  fit.words.add('o');
  if (isTurned) fit.words.add(side === 'center' ? 'c' : 'r');
  for (let k = 0; k < after.count; k++) fits[n + k]?.words.add('g');
  for (let k = 1; k <= before.count; k++) fits[n - k]?.words.add('g');
  if (before.isBlocked || after.isBlocked) fit.style = clipOf(before, after, grid.isRightToLeft);
}

function reaches(
  cells: readonly LaidCell[],
  n: number,
  { grid, side }: { grid: FitGrid; side: TextLie['side'] },
): [Reach, Reach] {
  const cell = cells[n];
  if (!cell) return [none, none];
  const over = cell.need + PADDING - spanOf(grid.widths, cell.column, cell.columns);
  const each = side === 'center' ? over / 2 : over;
  const before = side === 'start' ? none : reach(cells, n, { grid, step: -1, over: each });
  return [before, side === 'end' ? none : reach(cells, n, { grid, step: 1, over: each })];
}

function isHeldIn(before: Reach, after: Reach, side: TextLie['side']): boolean {
  return (before.isBlocked || side === 'start') && (after.isBlocked || side === 'end') && before.px + after.px === 0;
}

const AT_EDGE: Pick<TextLie, 'side' | 'isTurned'> = { side: 'start', isTurned: false };

/** Nothing lies before the first column: a text there runs the other way, so that it is read. */
function atEdge({ column, isMerged, lie }: LaidCell): boolean {
  return column === 0 && !isMerged && lie.isTurned && lie.side !== 'start';
}

interface Reach {
  /** Pixels of the empty cells that the text may take. */
  readonly px: number;
  readonly count: number;
  /** It ends at a cell that holds something. */
  readonly isBlocked: boolean;
}

const none: Reach = { px: 0, count: 0, isBlocked: false };

interface Way {
  readonly grid: FitGrid;
  readonly step: 1 | -1;
  readonly over: number;
}

/** What a text that runs over by so many pixels finds on one side. */
function reach(cells: readonly LaidCell[], from: number, { grid, step, over }: Way): Reach {
  const own = cells[from];
  if (!own) return none;
  if (own.isMerged) return { ...none, isBlocked: true };
  let px = 0;
  let count = 0;
  let last = own;
  while (px < over) {
    const next = cells[from + step * (count + 1)];
    if (!next) return { px, count, isBlocked: grid.hasSpans && !isAtEdge(last, { grid, step }) };
    if (!isOpen(next, last, { grid, step })) return { px, count, isBlocked: true };
    px += grid.widths[next.column] ?? 0;
    count++;
    last = next;
  }
  return { px, count, isBlocked: false };
}

/** An empty cell right beside the last one; from the moving columns no text runs into the frozen ones. */
function isOpen(next: LaidCell, last: LaidCell, { grid, step }: Omit<Way, 'over'>): boolean {
  if (next.kind !== 'empty' || next.isMerged || next.column !== last.column + step) return false;
  return step === 1 || next.column >= grid.frozenColumns || last.column < grid.frozenColumns;
}

function isAtEdge({ column }: LaidCell, { grid, step }: Omit<Way, 'over'>): boolean {
  return step === 1 ? column + 1 >= grid.widths.length : column === 0;
}

/** Farther than any text. */
const FAR = 9999;

function clipOf(before: Reach, after: Reach, isRightToLeft: boolean): string {
  const start = before.isBlocked ? -before.px : -FAR;
  const end = after.isBlocked ? -after.px : -FAR;
  const [left, right] = isRightToLeft ? [end, start] : [start, end];
  return `clip-path:inset(0 ${right}px 0 ${left}px)`;
}
