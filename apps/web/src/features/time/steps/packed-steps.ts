import type { Op } from '@sheetwire/contract/live';
import { cellOp, opPage } from '@sheetwire/contract/ops';

/** Numbers of each cell's step: its page, its cell, how long its HTML is, and its style. */
const NUMBERS = 4;
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
  /** The HTML of all cells, one after the other. */
  readonly text: string;
  readonly others: readonly OtherStep[];
}

/** Packs steps, in their order. */
export function packSteps(ops: readonly Op[]): PackedSteps {
  const cells = new Int32Array(NUMBERS * ops.length);
  const texts: string[] = [];
  const others: OtherStep[] = [];
  for (const op of ops) {
    const numbers = cellOp.is(op)
      ? [opPage(op), cellOp.cell(op), cellOp.html(op).length, cellOp.style(op) ?? NO_STYLE]
      : [];
    if (!cellOp.is(op) || numbers.some((one) => one > LARGEST)) {
      others.push({ after: texts.length, op });
      continue;
    }
    cells.set(numbers, NUMBERS * texts.length);
    texts.push(cellOp.html(op));
  }
  return { cells: cells.slice(0, NUMBERS * texts.length), text: texts.join(''), others };
}

/** The steps that were packed. */
export function unpackSteps({ cells, text, others }: PackedSteps): Op[] {
  const ops: Op[] = [];
  const count = cells.length / NUMBERS;
  let from = 0;
  let next = 0;
  for (let n = 0; n <= count; n++) {
    for (let other = others[next]; other?.after === n; other = others[++next]) ops.push(other.op);
    if (n === count) break;
    const at = NUMBERS * n;
    const [page, cell, length, style] = [cells[at] ?? 0, cells[at + 1] ?? 0, cells[at + 2] ?? 0, cells[at + 3]];
    ops.push(cellOp.of(page, cell, text.slice(from, from + length), style === NO_STYLE ? undefined : style));
    from += length;
  }
  return ops;
}
