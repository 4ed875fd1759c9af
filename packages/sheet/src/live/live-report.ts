import { isDeepStrictEqual } from 'node:util';
import { limits } from '@sheetwire/contract/limits';
import { ChartCells } from '../drawings/chart/cell-values.ts';
import type { CellRange, Sheet, SheetRow, Workbook } from '../model.ts';
import type { PageSelection } from '../page-selection.ts';
import { isAcross } from '../render/across.ts';
import type { ReportJob } from '../render/page/report-job.ts';
import { textOf } from '../render/page-text.ts';
import { type RenderMoment, rangesOf, renderSelection, type WrittenReport } from '../render/selection.ts';
import { hasVisibleLook } from '../render/used-range.ts';
import { PlacedSparklines } from '../sparklines/place-sparklines.ts';
import { canBeFollowed, canFollow, MOST_SPENT } from './can-follow.ts';
import { type ChangedRow, cellAt, endsRow, standing, withOwnRows } from './cell-changes.ts';
import { isTouched, type RowsBySheet, touchedDrawings } from './hangs-on.ts';
import { LiveFormulas } from './live-formulas.ts';
import { LivePage } from './live-page.ts';
import type { LiveTable } from './live-table.ts';
import { NotFollowed } from './not-followed.ts';
import type { PageStep } from './page-step.ts';
import { ReportKeeper } from './report-keeper.ts';

/** Steps of the pages of a report, by the number of the page. */
export type ReportSteps = readonly { readonly page: number; readonly steps: readonly PageStep[] }[];

/** What a report was written from. */
interface WrittenFrom {
  readonly keeper: ReportKeeper;
  readonly job: ReportJob;
  /** The formulas that are evaluated, where there are any. */
  readonly formulas: LiveFormulas | undefined;
}

/**
 * A report as it was written, with all that it was written from: of other values only what depends on them is worked out
 * and written again. What it gives is what writing the whole report anew would give; what it cannot follow it refuses.
 */
export class LiveReport {
  readonly #keeper: ReportKeeper;
  readonly #job: ReportJob;
  readonly #formulas: LiveFormulas | undefined;
  readonly #pages: readonly LivePage[];
  /** Roughly the bytes of memory that it takes. */
  readonly memory: number;

  private constructor({ keeper, job, formulas }: WrittenFrom, pages: readonly LivePage[]) {
    this.#keeper = keeper;
    this.#job = job;
    this.#formulas = formulas;
    this.#pages = pages;
    const rules = [...keeper.sheets.values()].reduce((sum, { rules: own }) => sum + (own?.memory ?? 0), 0);
    this.memory = pages.reduce((sum, page) => sum + page.memory, rules + (formulas?.memory ?? 0));
  }

  /** Writes a report, and keeps what it needs to follow other values where it can. */
  static write(
    workbook: Workbook,
    selection: PageSelection,
    moment: RenderMoment,
  ): { readonly written: WrittenReport; readonly live: LiveReport | undefined } {
    if (!canBeFollowed(workbook)) return { written: renderSelection(workbook, selection, moment), live: undefined };
    const { workbook: calculated, usesClock, isFollowed, formulas } = LiveFormulas.calculate(workbook, moment.now);
    if (!isFollowed) {
      const written = renderSelection(calculated, selection, moment);
      return { written: { ...written, usesClock: written.usesClock || usesClock }, live: undefined };
    }
    const own = withOwnRows(calculated.sheets);
    const keeper = new ReportKeeper(new Map(own.sheets.map(({ name }, n) => [name.toLowerCase(), own.rows[n] ?? []])));
    const given = { ...calculated, sheets: own.sheets };
    const written = renderSelection(given, selection, { ...moment, keeper: keeper.render });
    const { job } = keeper;
    if (!job || !canFollow(keeper, job, written)) return { written, live: undefined };
    const pages = written.pages.flatMap(({ name, text }) => {
      const kept = keeper.pages.find((page) => page.name === name);
      return kept ? [new LivePage(kept, keeper.tablesOf(kept), () => textOf(text.chunks()))] : [];
    });
    return { written, live: new LiveReport({ keeper, job, formulas }, pages) };
  }

  /** The pages as they are now. */
  get pages(): { readonly name: string; readonly styles: readonly string[]; readonly html: string }[] {
    return this.#pages.map(({ name, styles, html }) => ({ name, styles, html }));
  }

  /** The styles of the pages, by their numbers. */
  get styles(): { readonly name: string; readonly styles: readonly string[] }[] {
    return this.#pages.map(({ name, toldStyles }) => ({ name, styles: toldStyles }));
  }

  /**
   * Takes rows over as they are now; answers how the pages change. Throws NotFollowed, or what writing the pages throws:
   * the report is of no use then.
   */
  follow(rows: ReadonlyMap<string, Iterable<SheetRow>>): ReportSteps {
    const { book, sheets } = this.#keeper;
    const settled = this.#formulas?.follow(rows) ?? rows;
    const taken = [...settled].map(([key, own]) => {
      const sheet = sheets.get(key);
      if (!sheet) throw new NotFollowed();
      return { sheet, ...sheet.take(own, book) };
    });
    book?.forget();
    const changes = taken.flatMap(({ cells }) => cells);
    const changed = new Map<string, readonly ChangedRow[]>();
    for (const sheet of sheets.values()) {
      const found = sheet.dressed(taken.find((one) => one.sheet === sheet)?.rows ?? [], changes);
      if (found.length > 0) changed.set(sheet.key, found);
    }
    if ((book?.spent ?? 0) > MOST_SPENT) throw new NotFollowed();
    return this.#rewritten(changed);
  }

  #rewritten(changed: RowsBySheet): ReportSteps {
    const { entries } = this.#job;
    if (entries && isTouched(entries.sources, changed)) throw new NotFollowed();
    const flipped = new Set([...changed].filter(([key, rows]) => this.#hasFlipped(key, rows)).map(([key]) => key));
    // Pages that were left out for want of visible cells are among them.
    for (const { area, ranges } of this.#keeper.pages.flatMap(({ areas }) => areas)) {
      if (flipped.has(area.sheet.name.toLowerCase())) this.#assertRanges(area, ranges);
    }
    const steps = this.#pages.flatMap((page, n) => {
      for (const table of page.tables) this.#take(table, changed, flipped);
      const steps = page.rewrite();
      if (page.styles.length > limits.values.stylesKept) throw new NotFollowed();
      return steps.length > 0 ? [{ page: n, steps }] : [];
    });
    for (const page of this.#pages) page.settle();
    return steps;
  }

  /** Whether the size of the page may be another one: a cell shows something that did not, or its text runs on. */
  #hasFlipped(key: string, rows: readonly ChangedRow[]): boolean {
    const { styles } = this.#job.workbook;
    const isVisible = (style: number) => {
      const look = styles[style];
      return look !== undefined && hasVisibleLook(look);
    };
    let hasFlipped = false;
    for (const { before, after, columns } of rows) {
      for (const column of columns) {
        const [from, to] = [cellAt(before, column), cellAt(after, column)];
        const [was, is] = [standing(from, isVisible), standing(to, isVisible)];
        if (was.isSet !== is.isSet) this.#assertSpans(key, after);
        const isText = typeof from?.value === 'string' || typeof to?.value === 'string';
        hasFlipped ||= was.hasContent !== is.hasContent || was.isSeen !== is.isSeen || was.isSet !== is.isSet;
        hasFlipped ||= isText && endsRow(after, column);
      }
    }
    return hasFlipped;
  }

  /** What a text spans that is centred across empty cells, and where the values of a sheet end, is not followed. */
  #assertSpans(key: string, row: SheetRow): void {
    const isSpanned = row.cells.some((cell) => isAcross(cell, this.#job.looks));
    if (isSpanned || this.#keeper.sheets.get(key)?.endsAsBefore === false) throw new NotFollowed();
  }

  #assertRanges(area: Parameters<typeof rangesOf>[1], ranges: readonly CellRange[]): void {
    const isVisible = this.#job.workbook.styles.map(hasVisibleLook);
    if (!isDeepStrictEqual(rangesOf({ ...this.#job, isVisible }, area), ranges)) throw new NotFollowed();
  }

  #take(table: LiveTable, changed: RowsBySheet, flipped: ReadonlySet<string>): void {
    const { sheet } = table.kept.job;
    const key = sheet.name.toLowerCase();
    for (const { after, columns } of changed.get(key) ?? []) table.take(after, columns);
    this.#placeSparklines(table, sheet, changed);
    const touched = touchedDrawings(sheet, this.#job.workbook, changed);
    for (const drawing of touched) table.kept.drawing.drawn?.delete(drawing);
    const mayMove = flipped.has(key) && (sheet.drawings?.length ?? 0) > 0;
    if (touched.length === 0 && !mayMove) return;
    const cells = new ChartCells(this.#job.workbook);
    table.placeDrawings({ ...this.#job.charts, cells });
    if (!cells.hasRoom) throw new NotFollowed();
  }

  #placeSparklines(table: LiveTable, sheet: Sheet, changed: RowsBySheet): void {
    const { sparklines } = table.kept.job;
    if (sparklines.size === 0 || !isTouched(this.#job.sparklines.sourcesOf(sheet), changed)) return;
    const next = new PlacedSparklines(this.#job.workbook);
    const placed = next.of(sheet);
    if (next.notShown.length > 0 || placed.size !== sparklines.size) throw new NotFollowed();
    for (const [place, one] of placed) {
      if (isDeepStrictEqual(one, sparklines.get(place))) continue;
      sparklines.set(place, one);
      table.touchRow(Number(place.slice(0, place.indexOf(','))));
    }
  }
}
