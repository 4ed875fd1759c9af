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
  const view = { from: top - MARGIN * height, to: bottom + MARGIN * height };
  return index.blocks.flatMap((block) => {
    const box = block.getBoundingClientRect();
    if (box.height > 0 && (box.bottom < view.from || box.top > view.to)) return [];
    const all = [...block.querySelectorAll('tr')];
    // A cell over several rows is in view longer than the row that it is written in.
    const rows = box.height === 0 || block.querySelector('[rowspan]') ? all : rowsBetween(all, view);
    const first = rows.map((row) => row.querySelector(OWN_CELLS)).find((cell) => cell !== null);
    const own = rows.findLast((row) => row.querySelector(OWN_CELLS))?.querySelectorAll(OWN_CELLS);
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

/** Rows that reach into a stretch of the screen, px; they lie one under the other, and few of many are asked. */
function rowsBetween(rows: readonly Element[], { from, to }: CellSpan): Element[] {
  const start = firstOf(rows, (box) => box.bottom >= from);
  return rows.slice(
    start,
    firstOf(rows, (box) => box.top > to),
  );
}

/** The place of the first row from which on all are so, found by halving; rows that are hidden have no box to ask for. */
function firstOf(rows: readonly Element[], isSo: (box: DOMRect) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    let asked = middle;
    let box = rows[asked]?.getBoundingClientRect();
    while (box?.height === 0 && asked + 1 < high) box = rows[++asked]?.getBoundingClientRect();
    if (box === undefined || box.height === 0 || isSo(box)) high = middle;
    else low = asked + 1;
  }
  return low;
}

/** The number of the first cell in a row, or in the rows behind it. */
export function firstCellFrom(index: CellIndex, row: number): number {
  for (let n = row; n < index.rowCount; n++) {
    const cell = index.row(n)?.querySelector(OWN_CELLS);
    if (cell) return index.numberOf(cell);
  }
  return index.cellCount;
}
