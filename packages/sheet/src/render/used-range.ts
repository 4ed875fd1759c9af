import { limits } from '@sheetwire/contract/limits';
import type { CellStyle } from '../cell-style.ts';
import type { Cell, CellRange, Sheet } from '../model.ts';
import { isKeptBack } from './visible.ts';

/**
 * The part of a sheet that holds something to see; undefined for an empty one. `isVisible` tells it of each look,
 * `entries` are cells that viewers may fill.
 */
export function usedRange(
  sheet: Sheet,
  isVisible: readonly boolean[],
  entries: readonly CellRange[] = [],
): CellRange | undefined {
  const content = new Box();
  const look = new Box();
  const shown = sheet.rows.filter((row) => !isKeptBack(row));
  for (const { number, cells } of shown) {
    for (const cell of cells) {
      if (holdsContent(cell)) content.add(number, cell);
      else if (isVisible[cell.style]) look.add(number, cell);
    }
  }
  for (const table of sheet.tables) content.join(table.range);
  joinSparklines(sheet, content);
  joinNotes(sheet, look);
  for (const range of entries) look.join(range);
  for (const merge of sheet.merges) {
    if (content.has(merge.top, merge.left)) content.reach(merge);
    else look.join(merge);
  }
  return joined(content.range(), look.range());
}

function holdsContent({ value, picture }: Cell): boolean {
  return (value !== undefined && value !== '') || picture !== undefined;
}

function joinNotes({ notes = [] }: Sheet, look: Box): void {
  for (const { row, column } of notes) look.join({ top: row, left: column, bottom: row, right: column });
}

function joinSparklines({ sparklines: groups = [] }: Sheet, content: Box): void {
  for (const { sparklines } of groups) {
    for (const { row, column } of sparklines) content.join({ top: row, left: column, bottom: row, right: column });
  }
}

/** Blank cells count for their look, but not those that run on far beyond the content. */
function joined(content: CellRange | undefined, look: CellRange | undefined): CellRange | undefined {
  if (!look) return content;
  const { blankRows, blankColumns } = limits.workbook;
  const { top, left, bottom, right } = content ?? { ...look, bottom: look.top - 1, right: look.left - 1 };
  return {
    top: Math.min(top, Math.max(look.top, top - blankRows)),
    left: Math.min(left, Math.max(look.left, left - blankColumns)),
    bottom: Math.max(bottom, Math.min(look.bottom, bottom + blankRows)),
    right: Math.max(right, Math.min(look.right, right + blankColumns)),
  };
}

/** Whether a look is seen in a cell without a value. */
export function hasVisibleLook({ fill, borders }: CellStyle): boolean {
  const { top, bottom, start, end } = borders;
  return fill !== undefined || (top ?? bottom ?? start ?? end) !== undefined;
}

class Box {
  #top = Number.POSITIVE_INFINITY;
  #left = Number.POSITIVE_INFINITY;
  #bottom = 0;
  #right = 0;

  add(row: number, { column }: Cell): void {
    if (row < this.#top) this.#top = row;
    if (row > this.#bottom) this.#bottom = row;
    if (column < this.#left) this.#left = column;
    if (column > this.#right) this.#right = column;
  }

  join(range: CellRange): void {
    this.#top = Math.min(this.#top, range.top);
    this.#left = Math.min(this.#left, range.left);
    this.reach(range);
  }

  reach(range: CellRange): void {
    this.#bottom = Math.max(this.#bottom, range.bottom);
    this.#right = Math.max(this.#right, range.right);
  }

  has(row: number, column: number): boolean {
    return row >= this.#top && row <= this.#bottom && column >= this.#left && column <= this.#right;
  }

  range(): CellRange | undefined {
    if (this.#bottom === 0) return undefined;
    return { top: this.#top, left: this.#left, bottom: this.#bottom, right: this.#right };
  }
}
