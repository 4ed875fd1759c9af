import { shifted } from '@sheetwire/page/model/moved-names';
import type { IndexedPage, IndexedSegment } from './index-bytes.ts';

/** A step that set the cell. */
export interface CellHit {
  readonly version: number;
  /** The number of the cell when it did. */
  readonly cell: number;
  /** Shifts of its page within its own version that came before. */
  readonly shifts: number;
}

export interface CellHits {
  /** Newest first, one of each version. */
  readonly hits: readonly CellHit[];
  /** The number of the cell at the beginning of the segment. */
  readonly cell: number;
}

interface CellAt {
  readonly page: number;
  /** The number of the cell at the end of `version`. */
  readonly cell: number;
  readonly version: number;
}

/** The steps that set a cell, back to the beginning of a segment; undefined where rows that came with a step hold it. */
export function hitsOn(
  { versions, pages }: IndexedSegment,
  { page, cell: number, version }: CellAt,
): CellHits | undefined {
  const own = pages.find((one) => one.page === page);
  if (!own) return { hits: [], cell: number };
  const last = versions.findLastIndex((one) => one <= version);
  let cell = number;
  const hits: CellHit[] = [];
  for (let epoch = own.shifts.filter(({ step }) => step <= last).length; ; epoch--) {
    for (const step of stepsOn(own, epoch, cell).toReversed()) {
      const hit = versions[step] ?? 0;
      if (step <= last && hits.at(-1)?.version !== hit)
        hits.push({ version: hit, cell, shifts: epoch - before(own, step) });
    }
    const shift = own.shifts[epoch - 1];
    if (!shift) return { hits, cell };
    const place = cell - shift.at;
    if (place >= 0 && place < shift.come) return undefined;
    cell = shifted(cell, { at: shift.at, gone: shift.come, come: shift.gone }) ?? cell;
  }
}

/** How many shifts came before a step. */
function before({ shifts }: IndexedPage, step: number): number {
  const first = shifts.findIndex((shift) => shift.step >= step);
  return first < 0 ? shifts.length : first;
}

/** The steps between two shifts that set a cell, in order. */
function stepsOn({ ends, cells, steps }: IndexedPage, epoch: number, cell: number): number[] {
  let [from, to] = [epoch === 0 ? 0 : (ends[epoch - 1] ?? 0), ends[epoch] ?? 0];
  const end = to;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((cells[middle] ?? 0) < cell) from = middle + 1;
    else to = middle;
  }
  const found: number[] = [];
  for (; from < end && cells[from] === cell; from++) found.push(steps[from] ?? 0);
  return found;
}
