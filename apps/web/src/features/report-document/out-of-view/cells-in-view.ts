import { type CellIndex, OWN_CELLS } from '#features/report-document/cell-index.ts';

/** Numbers of cells, the last excluded. */
export interface CellSpan {
  readonly from: number;
  readonly to: number;
}

/** What is near is drawn too, in heights of the report: a turn of the wheel finds it written. */
const MARGIN = 0.25;

/** The first and the last cell of a block that a reader sees, or will after the next turn of the wheel. */
export interface Seen {
  readonly first: Element;
  readonly last: Element;
}

/** What is seen of each block; measured, so it costs a layout where something was written since the last. */
export function seenIn(host: HTMLElement, index: CellIndex): Seen[] {
  const { top, bottom, height } = host.getBoundingClientRect();
  const [from, to] = [top - MARGIN * height, bottom + MARGIN * height];
  const isNear = (element: Element) => {
    const box = element.getBoundingClientRect();
    // Rows of merged cells have no box of their own.
    return box.height === 0 || (box.bottom >= from && box.top <= to);
  };
  return index.blocks.filter(isNear).flatMap((block) => {
    const rows = [...block.querySelectorAll('tr')];
    // A cell over several rows is in view longer than the row that it is written in.
    const isSeen = block.querySelector('[rowspan]') ? () => true : isNear;
    // Only the rows at either end are measured, as far as the first that is seen.
    const hasCells = (row: Element) => isSeen(row) && row.querySelector(OWN_CELLS) !== null;
    const first = rows.find(hasCells)?.querySelector(OWN_CELLS);
    const own = rows.findLast(hasCells)?.querySelectorAll(OWN_CELLS);
    const last = own?.[own.length - 1];
    return first && last ? [{ first, last }] : [];
  });
}

/** The numbers of cells that were seen, with those that came between them; none where an end of them has gone. */
export function spansOf(seen: readonly Seen[], index: CellIndex): CellSpan[] {
  return seen.flatMap(({ first, last }) => {
    const [from, to] = [index.numberOf(first), index.numberOf(last)];
    return from < 0 || to < 0 ? [] : [{ from, to: to + 1 }];
  });
}

/** The number of the first cell in a row, or in the rows behind it. */
export function firstCellFrom(index: CellIndex, row: number): number {
  for (let n = row; n < index.rowCount; n++) {
    const cell = index.row(n)?.querySelector(OWN_CELLS);
    if (cell) return index.numberOf(cell);
  }
  return index.cellCount;
}
