import type { CellRoom } from '../content/cell-room.ts';
import { noLink, type WrittenLink } from '../links.ts';
import type { MergeArea } from '../merges.ts';
import type { TableJob } from './table-job.ts';

/** The rooms of a table's cells. */
export class CellRooms {
  readonly #job: TableJob;
  /** By column. */
  readonly #usual: (CellRoom | undefined)[] = [];

  constructor(job: TableJob) {
    this.#job = job;
  }

  /** Cells of a column that are nothing special have one room. */
  roomOf(column: number, area: MergeArea | undefined, link: WrittenLink | undefined): CellRoom {
    const isUsual = !area && !link;
    const known = isUsual ? this.#usual[column] : undefined;
    if (known) return known;
    const { sheet, grid, has1904Dates } = this.#job;
    let width = 0;
    for (let n = column; n <= (area?.right ?? column); n++) width += grid.columns[n]?.width ?? 0;
    const { isRightToLeft, hidesZeros = false } = sheet;
    const { href, tip } = link ?? noLink;
    const room = { width, isPart: area?.isNarrowed ?? false, has1904Dates, hidesZeros, href, tip, isRightToLeft };
    if (isUsual) this.#usual[column] = room;
    return room;
  }
}
