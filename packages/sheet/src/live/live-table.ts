import { placedDrawings } from '../drawings/place.ts';
import type { SheetRow } from '../model.ts';
import { addNotes } from '../notes/place-notes.ts';
import type { KeptTable } from '../render/area.ts';
import { sectionsOf, tableOpening } from '../render/table/table-frame.ts';
import { type RowDraft, rowText, type WrittenCells, type WrittenRow } from '../render/table/written-row.ts';
import { placeFrom } from '../render/visible.ts';
import { ColumnNeed } from './column-need.ts';
import { NotFollowed } from './not-followed.ts';
import { type PageStep, type RowPlace, stepsOfCells, stepsOfRow } from './page-step.ts';

/** A table of a page as it stands, of which rows are written again. */
export class LiveTable {
  readonly kept: KeptTable;
  readonly #rows: RowDraft[];
  readonly #firstCells: number[] = [];
  /** What numbers need of a column, where it has not enough. */
  readonly #needed = new Map<number, ColumnNeed>();
  /** Rows to be written again, and the places in them that alone are; none for all. */
  readonly #dirty = new Map<number, Set<number> | undefined>();
  #papers = 0;

  constructor(kept: KeptTable, rows: readonly RowDraft[]) {
    this.kept = kept;
    this.#rows = [...rows];
    let cells = 0;
    for (const row of rows) {
      this.#firstCells.push(cells);
      cells += row.cells.length;
      for (const [column, px] of row.needed ?? []) this.#needOf(column).add(px);
      this.#papers += row.papers?.size ?? 0;
    }
    this.#firstCells.push(cells);
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  get cellCount(): number {
    return this.#firstCells.at(-1) ?? 0;
  }

  /** Roughly the bytes of memory that it takes. */
  get memory(): number {
    const { job } = this.kept;
    let sum = this.cellCount * PER_CELL + job.grid.rows.length * (PER_ROW + PER_PLACE * job.grid.columns.length);
    for (const { cells } of this.#rows) for (const cell of cells) sum += cell.length;
    return sum;
  }

  get html(): string {
    const needed = new Map([...this.#needed].map(([column, need]) => [column, need.most] as const));
    const parts = [tableOpening(this.kept.job, { needed, isPaper: this.#papers > 0 })];
    for (const [name, from, to] of sectionsOf(this.kept.job.grid)) {
      parts.push(`<${name}>`, ...this.#rows.slice(from, to).map(rowText), `</${name}>`);
    }
    parts.push('</table>');
    return parts.join('');
  }

  /** A row of the sheet is another one now: it is written again, and what stands round lines that changed. */
  take(row: SheetRow, columns: Iterable<number>): void {
    const { writer, job } = this.kept;
    const n = placeFrom(this.kept.visible, row.number);
    const visible = this.kept.visible[n];
    this.#assertSeen(row, columns, visible?.number === row.number);
    if (visible?.number !== row.number) return;
    this.kept.visible[n] = { ...visible, row };
    this.#touch(n, columns);
    if (!writer.relay(n, columns)) return;
    this.#dirty.set(n, undefined);
    if (n > 0) this.#dirty.set(n - 1, undefined);
    for (const area of job.merges.areas)
      if (area.top <= n && n <= area.bottom + 1) this.#dirty.set(area.top, undefined);
  }

  #touch(n: number, columns: Iterable<number>): void {
    const { columns: visible } = this.kept.job.grid;
    const places = this.#dirty.has(n) ? this.#dirty.get(n) : new Set<number>();
    for (const column of columns) {
      const place = placeFrom(visible, column);
      if (visible[place]?.number === column) places?.add(place);
    }
    this.#dirty.set(n, places);
  }

  /** What a cell of a hidden row or column shows elsewhere is not followed. */
  #assertSeen({ number }: SheetRow, columns: Iterable<number>, isRowSeen: boolean): void {
    const { hiddenContent, grid } = this.kept.job;
    if (hiddenContent.size === 0) return;
    for (const column of columns) {
      if (!hiddenContent.has(`${number},${column}`)) continue;
      const isSeen = isRowSeen && grid.columns[placeFrom(grid.columns, column)]?.number === column;
      if (!isSeen) throw new NotFollowed();
    }
  }

  /** What a row of the sheet holds beside its values is another thing now. */
  touchRow(row: number): void {
    const n = placeFrom(this.kept.visible, row);
    if (this.kept.visible[n]?.number === row) this.#dirty.set(n, undefined);
    else throw new NotFollowed();
  }

  /** Places the drawings of the sheet anew; charts whose drawing is no longer kept are drawn. */
  placeDrawings(charts: KeptTable['drawing']['charts']): void {
    const { job, drawing } = this.kept;
    const placed = placedDrawings(job.sheet, { ...drawing, charts });
    const held = new Map(placed.held);
    addNotes(held, job.sheet, job);
    const before = job.drawings.held;
    if (placed.isClear !== job.drawings.isClear) throw new NotFollowed();
    for (const at of new Set([...before.keys(), ...held.keys()])) {
      if (before.get(at) !== held.get(at)) this.#dirty.set(Math.floor(at / job.grid.columns.length), undefined);
    }
    before.clear();
    for (const [at, html] of held) before.set(at, html);
  }

  /** Writes what changed; `first` is where the table begins on its page. */
  rewrite(first: { readonly row: number; readonly cell: number }): PageStep[] {
    const steps: PageStep[] = [];
    const { writer } = this.kept;
    for (const [n, places] of [...this.#dirty].sort(([a], [b]) => a - b)) {
      const before = this.#rows[n];
      if (!before) continue;
      const place = { row: first.row + n, firstCell: first.cell + (this.#firstCells[n] ?? 0) };
      const cells = places && writer.cells(n, before, places);
      steps.push(...(cells ? this.#putCells(before, cells, place) : this.#putRow(n, before, place)));
    }
    this.#dirty.clear();
    return steps;
  }

  #putRow(n: number, before: RowDraft, place: RowPlace): PageStep[] {
    const after = this.kept.writer.row(n);
    if (before.cells.length !== after.cells.length) throw new NotFollowed();
    this.#assertAlike(before, after);
    for (const column of new Set([...(before.needed?.keys() ?? []), ...(after.needed?.keys() ?? [])]))
      this.#need(column, before.needed?.get(column), after.needed?.get(column));
    this.#papers += (after.papers?.size ?? 0) - (before.papers?.size ?? 0);
    this.#rows[n] = after;
    return stepsOfRow(before, after, place);
  }

  /** Puts cells that were written again into their row. */
  #putCells(row: RowDraft, written: WrittenCells, place: RowPlace): PageStep[] {
    this.#assertAlike(row, written);
    const before = written.places.map((n) => ({ n, cell: row.cells[n] ?? '' }));
    const papers = row.papers?.size ?? 0;
    for (const [at, n] of written.places.entries()) {
      row.cells[n] = written.cells[at] ?? '';
      this.#need(n, row.needed?.get(n), written.needed?.get(n));
      row.needed?.delete(n);
      row.papers?.delete(n);
    }
    if (written.needed) row.needed ??= new Map();
    for (const [n, px] of written.needed ?? []) row.needed?.set(n, px);
    if (written.papers) row.papers ??= new Set();
    for (const n of written.papers ?? []) row.papers?.add(n);
    this.#papers += (row.papers?.size ?? 0) - papers;
    return stepsOfCells(before, row, place);
  }

  /** Whether the tag of the table says that something on it has no ground of its own. */
  get isPaper(): boolean {
    return this.#papers > 0;
  }

  #assertAlike(before: RowFacts, after: RowFacts): void {
    const isAlike = before.lostLinks === after.lostLinks && !before.hasControls && !after.hasControls;
    if (!isAlike) throw new NotFollowed();
  }

  /** The widths of columns are told by the table, not by its rows. */
  #need(column: number, old: number | undefined, px: number | undefined): void {
    if (old === px) return;
    const need = this.#needOf(column);
    const { most } = need;
    if (px !== undefined) need.add(px);
    if (old !== undefined) need.remove(old);
    if (need.most !== most) throw new NotFollowed();
  }

  #needOf(column: number): ColumnNeed {
    const known = this.#needed.get(column) ?? new ColumnNeed();
    this.#needed.set(column, known);
    return known;
  }
}

type RowFacts = Pick<WrittenRow, 'lostLinks' | 'hasControls'>;

const PER_CELL = 40;
const PER_ROW = 300;
const PER_PLACE = 16;
