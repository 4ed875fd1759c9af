import type { CellOp, Op } from '@sheetwire/contract/live';
import { cellOp, opPage } from '@sheetwire/contract/ops';

/** Numbers of each cell's step: its page, its cell, how long its HTML is or which of the long ones, and its style. */
const NUMBERS = 4;
/**
 * Longer texts are sent each for itself: cut from the text of all, a browser keeps all of that for as long as one of them
 * is kept.
 */
const SHORT = 12;
const NO_STYLE = -1;
const LARGEST = 2 ** 31 - 1;

/** A step that is kept as it is, and how many cells' steps come before it. */
interface OtherStep {
  readonly after: number;
  readonly op: Op;
}

/** Steps in few large parts: thousands of small lists cost the thread that gets them more than all that is done with them. */
export interface PackedSteps {
  readonly cells: Int32Array<ArrayBuffer>;
  /** The HTML of all cells where that is short, one after the other. */
  readonly text: string;
  readonly longs: readonly string[];
  readonly others: readonly OtherStep[];
}

/** Packs steps, in their order. */
export function packSteps(ops: readonly Op[]): PackedSteps {
  const cells = new Int32Array(NUMBERS * ops.length);
  const [texts, longs, others]: [string[], string[], OtherStep[]] = [[], [], []];
  let count = 0;
  for (const op of ops) {
    if (!cellOp.is(op) || isTooLarge(op)) {
      others.push({ after: count, op });
      continue;
    }
    const html = cellOp.html(op);
    const isShort = html.length <= SHORT;
    const size = isShort ? html.length : -longs.length - 1;
    (isShort ? texts : longs).push(html);
    cells.set([opPage(op), cellOp.cell(op), size, cellOp.style(op) ?? NO_STYLE], NUMBERS * count++);
  }
  return { cells: cells.slice(0, NUMBERS * count), text: texts.join(''), longs, others };
}

function isTooLarge(op: CellOp): boolean {
  return Math.max(opPage(op), cellOp.cell(op), cellOp.style(op) ?? 0) > LARGEST;
}

/** The steps that were packed. */
export function unpackSteps({ cells, text, longs, others }: PackedSteps): Op[] {
  const ops: Op[] = [];
  const count = cells.length / NUMBERS;
  let from = 0;
  let next = 0;
  for (let n = 0; n <= count; n++) {
    for (let other = others[next]; other?.after === n; other = others[++next]) ops.push(other.op);
    if (n === count) break;
    const at = NUMBERS * n;
    const [page, cell, size, style] = [cells[at] ?? 0, cells[at + 1] ?? 0, cells[at + 2] ?? 0, cells[at + 3]];
    const html = size < 0 ? (longs[-size - 1] ?? '') : text.slice(from, from + size);
    ops.push(cellOp.of(page, cell, html, style === NO_STYLE ? undefined : style));
    if (size > 0) from += size;
  }
  return ops;
}
