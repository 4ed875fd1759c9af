import { limits } from '@sheetwire/contract/limits';
import { intersection } from '../address.ts';
import { type DrawingPage, placedDrawings } from '../drawings/place.ts';
import type { Cell, CellRange, Sheet } from '../model.ts';
import { addNotes } from '../notes/place-notes.ts';
import { quoted, WorkbookError } from '../workbook-error.ts';
import { acrossAreas } from './across.ts';
import { hrefOf, linksByCell } from './links.ts';
import { layMerges } from './merges.ts';
import type { ReportJob } from './page/report-job.ts';
import type { PageText } from './page-text.ts';
import type { StyleList } from './style-list.ts';
import type { TableJob } from './table/table-job.ts';
import type { RowDraft } from './table/written-row.ts';
import { TableWriter } from './table.ts';
import { digitWidth } from './text-width.ts';
import {
  countVisibleRows,
  placeFrom,
  usualRowPx,
  type VisibleGrid,
  type VisibleRow,
  visibleColumns,
  visibleRows,
} from './visible.ts';

interface AreaPlace {
  readonly range: CellRange;
  /** It is all that the sheet holds. */
  readonly isWhole: boolean;
  readonly styles: StyleList;
  readonly text: PageText;
  /** That of its page. */
  readonly hash: string;
  readonly onTable?: ((table: KeptTable) => (row: RowDraft) => void) | undefined;
}

/** A table with what it was written from. */
export interface KeptTable {
  readonly job: TableJob;
  readonly writer: TableWriter;
  readonly drawing: DrawingPage;
  /** The rows of its grid, which is written from them. */
  readonly visible: VisibleRow[];
}

/** Writes an area of a sheet as a table. */
export function renderArea(job: ReportJob, sheet: Sheet, place: AreaPlace): void {
  const { range, isWhole, styles, text, onTable } = place;
  const columns = visibleColumns(sheet, range, digitWidth(job.plain.font));
  const size = countVisibleRows(sheet, range) * columns.length;
  job.cellsLeft -= size;
  if (job.cellsLeft < 0) throw new WorkbookError(tooLarge(sheet, size));
  if (size <= 0) return;
  const rowHeight = usualRowPx(sheet, job.plain.font);
  const rows = visibleRows(sheet, range, rowHeight);
  const freeze = { rows: placeFrom(rows, sheet.freeze.row + 1), columns: placeFrom(columns, sheet.freeze.column + 1) };
  const head = freeze.rows || titleRows(sheet, rows);
  if (sheet.paper?.titles && head === 0) job.untitled.add(sheet);
  const grid: VisibleGrid = { range, rows, columns, rowHeight, head, freeze };
  if ([...rows, ...columns].some(({ group }) => group?.isFolded))
    job.warnings.push(`Readers can expand the collapsed groups of ${quoted(sheet.name)}.`);
  const merges = layMerges([...sheet.merges, ...acrossAreas(sheet, range, job.looks)], grid);
  if (merges.isCut) job.hasCutMerges = true;
  const from = { hash: place.hash, sheet: sheet.name };
  const follow = (target: string) => hrefOf(target, job.places, from);
  const links = { targets: linksByCell(sheet, range, job.budget.linkedCells), follow, lost: 0 };
  const drawing: DrawingPage = {
    grid,
    merges,
    digit: digitWidth(job.plain.font),
    isWhole,
    charts: job.charts,
    follow,
    ...(onTable && { drawn: new Map() }),
  };
  const placed = placedDrawings(sheet, drawing);
  const held = new Map(placed.held);
  const beyond = addNotes(held, sheet, { grid, merges });
  if (isWhole && beyond > 0) job.lostNotes.set(sheet, beyond);
  const table: TableJob = {
    sheet,
    grid,
    merges,
    looks: job.looks,
    plain: job.plain,
    styles,
    links,
    has1904Dates: job.workbook.has1904Dates,
    hiddenContent: hiddenContent(sheet, range),
    sparklines: job.sparklines.of(sheet),
    pictures: job.pictures,
    entries: job.entries,
    budget: job.budget,
    drawings: { ...placed, held },
  };
  const writer = new TableWriter(table);
  writer.write(text, onTable?.({ job: table, writer, drawing, visible: rows }));
  job.lostLinks += placed.lostLinks + links.lost;
}

/** How many of the first rows are its print titles. */
function titleRows({ paper }: Sheet, rows: readonly VisibleRow[]): number {
  const titles = paper?.titles;
  const top = rows[0]?.number ?? 0;
  return titles && titles.from <= top && top <= titles.to ? placeFrom(rows, titles.to + 1) : 0;
}

function tooLarge(sheet: Sheet, size: number): string {
  const count = size.toLocaleString('en-US');
  const most = limits.maxCells.toLocaleString('en-US');
  return `${quoted(sheet.name)} covers ${count} cells, and a report can have ${most}: set a print area, or publish a range of it.`;
}

/** The first cells of merges whose first row or column is hidden: their content shows in the rest of the merge. */
function hiddenContent(sheet: Sheet, range: CellRange): Map<string, Cell> {
  const found = new Map<string, Cell>();
  const tops = new Map<number, Set<number>>();
  for (const merge of sheet.merges) {
    if (!intersection(merge, range)) continue;
    const lefts = tops.get(merge.top) ?? new Set();
    tops.set(merge.top, lefts.add(merge.left));
  }
  for (const [top, lefts] of tops) {
    const row = sheet.rows[placeFrom(sheet.rows, top)];
    for (const cell of row?.number === top ? row.cells : []) {
      if (lefts.has(cell.column)) found.set(`${top},${cell.column}`, cell);
    }
  }
  return found;
}
