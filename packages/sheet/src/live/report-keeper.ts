import type { RuleKeeper, RuleLooks } from '../conditional/apply-rules.ts';
import type { Court } from '../conditional/judge.ts';
import type { FormulaBook } from '../formula/formula-book.ts';
import type { CellRange, SheetRow } from '../model.ts';
import type { KeptTable } from '../render/area.ts';
import type { Area } from '../render/page/page-list.ts';
import type { ReportJob } from '../render/page/report-job.ts';
import type { RenderKeeper } from '../render/selection.ts';
import type { StyleList } from '../render/style-list.ts';
import type { RowDraft } from '../render/table/written-row.ts';
import { LiveSheet } from './live-sheet.ts';
import { LiveTable } from './live-table.ts';
import { NotFollowed } from './not-followed.ts';

/** An area of a page, and what of it is shown. */
interface KeptArea {
  readonly area: Area;
  readonly ranges: readonly CellRange[];
}

/** A page as it was written. */
export interface KeptPage {
  readonly name: string;
  readonly styles: StyleList;
  readonly areas: KeptArea[];
  readonly tables: { readonly kept: KeptTable; readonly rows: RowDraft[] }[];
}

/** Keeps what a report is written from while it is written. */
export class ReportKeeper {
  readonly sheets = new Map<string, LiveSheet>();
  readonly pages: KeptPage[] = [];
  book: FormulaBook | undefined;
  job: ReportJob | undefined;
  /** Other values can be followed. */
  isFollowed = true;
  #looks: RuleLooks | undefined;
  #court: Court | undefined;
  #judging: LiveSheet | undefined;
  readonly #rows: ReadonlyMap<string, SheetRow[]>;

  constructor(rows: ReadonlyMap<string, SheetRow[]>) {
    this.#rows = rows;
    for (const [key, own] of rows) this.sheets.set(key, new LiveSheet(key, own));
  }

  readonly rules: RuleKeeper = {
    begin: (book, looks) => {
      this.book = book;
      this.#looks = looks;
    },
    sheet: (sheet, court) => this.#begin(sheet.name.toLowerCase(), court),
    rule: (found) => {
      try {
        this.#judging?.rules?.add(found);
      } catch (fault) {
        if (!(fault instanceof NotFollowed)) throw fault;
        this.isFollowed = false;
      }
    },
    dressed: (rows) => {
      this.#judging?.dress(rows);
      this.#court?.verdicts.clear();
    },
    fault: () => {
      this.isFollowed = false;
    },
  };

  readonly render: RenderKeeper = {
    rules: this.rules,
    report: (job) => {
      this.job = job;
    },
    page: (name, styles) => this.pages.push({ name, styles, areas: [], tables: [] }),
    area: (area, ranges) => this.pages.at(-1)?.areas.push({ area, ranges }),
    table: (kept) => {
      const rows: RowDraft[] = [];
      this.pages.at(-1)?.tables.push({ kept, rows });
      return (row) => rows.push(row);
    },
  };

  /** The tables of a page, ready to be written again. */
  tablesOf({ tables }: KeptPage): LiveTable[] {
    return tables.map(({ kept, rows }) => new LiveTable(kept, rows));
  }

  #begin(key: string, court: Court): void {
    const rows = this.#rows.get(key);
    if (!rows || !this.#looks) return;
    this.#court = court;
    this.#judging = new LiveSheet(key, rows, { court, looks: this.#looks });
    this.sheets.set(key, this.#judging);
  }
}
