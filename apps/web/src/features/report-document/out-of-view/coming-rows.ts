import type { RowsOp } from '@sheetwire/contract/live';
import { rowsOp } from '@sheetwire/contract/ops';
import { cellCountOf, rowCountOf } from '@sheetwire/page/model/cut-texts';
import { cutPage } from '@sheetwire/page/model/page-cut';

/** What rows may hold so that each of their cells is a text in one row. */
const MORE_THAN_TEXTS = /<(?!\/?(?:tr|t[dh])[ >])| rowspan=/;

/** Rows that came, and are not written yet: as often as not the next step takes them away again. */
export interface ComingRows {
  readonly op: RowsOp;
  readonly rows: number;
  /** The number of their first cell, and how many they have. */
  readonly first: number;
  readonly cells: number;
  readonly areTexts: boolean;
}

/** Rows of a step that takes none away; `first` is the number that their first cell will have. */
export function comingRows(op: RowsOp, first: number): ComingRows {
  const html = rowsOp.html(op);
  const cut = cutPage(html);
  return { op, rows: rowCountOf(cut), first, cells: cellCountOf(cut), areTexts: !MORE_THAN_TEXTS.test(html) };
}

/** Whether a step takes away the rows that came with one before, and does no more: then neither is written. */
export function takesAway(op: RowsOp, { op: before, rows }: ComingRows): boolean {
  return rowsOp.at(op) === rowsOp.at(before) && rowsOp.remove(op) === rows && rowsOp.html(op) === '';
}
