import { limits } from '@sheetwire/contract/limits';
import type { RuleLooks } from '../conditional/apply-rules.ts';
import type { Court } from '../conditional/judge.ts';
import { type ChangedCell, type JudgedCell, LiveRules } from '../conditional/live-rules.ts';
import type { FormulaBook } from '../formula/formula-book.ts';
import type { Cell, SheetRow } from '../model.ts';
import { placeFrom } from '../render/visible.ts';
import { type ChangedRow, cellAt, changedRow, isPlain, putCell } from './cell-changes.ts';
import { NotFollowed } from './not-followed.ts';

/** The rows of one sheet as its rules dress them, kept up with its values. */
export class LiveSheet {
  /** The name in lower case. */
  readonly key: string;
  /** As the file has them with the values since, and as rules dress them: the same where no rule judges. */
  readonly #rows: SheetRow[];
  #dressed: SheetRow[];
  readonly #court: Court | undefined;
  readonly #looks: RuleLooks | undefined;
  readonly rules: LiveRules | undefined;

  constructor(key: string, rows: SheetRow[], judged?: { readonly court: Court; readonly looks: RuleLooks }) {
    this.key = key;
    this.#rows = rows;
    this.#dressed = rows;
    this.#court = judged?.court;
    this.#looks = judged?.looks;
    this.rules = judged && new LiveRules(judged.court, key);
  }

  /** The rows as the rules have dressed them. */
  dress(rows: SheetRow[]): void {
    this.#dressed = rows;
  }

  /** Takes rows over as they are now; answers the cells that hold another value, and tells the formulas of rules. */
  take(rows: Iterable<SheetRow>, book: FormulaBook | undefined): { rows: ChangedRow[]; cells: ChangedCell[] } {
    const grid = book?.sheet(this.key);
    const changed: ChangedRow[] = [];
    const cells: ChangedCell[] = [];
    for (const row of rows) {
      const found = changedRow(this.#rows, row);
      changed.push(found);
      this.#rows[found.at] = row;
      for (const column of found.columns) {
        const [before, after] = [cellAt(found.before, column), cellAt(row, column)];
        if (!before || !after || !isPlain(before) || !isPlain(after) || before.link !== after.link)
          throw new NotFollowed();
        cells.push({ sheet: this.key, row: row.number, column, before: before.value, after: after.value });
        if (grid && !grid.change(row, column, after.value)) throw new NotFollowed();
      }
    }
    return { rows: changed, cells };
  }

  /** The values of the sheet end where they did. */
  get endsAsBefore(): boolean {
    return this.#court?.values.endsAsBefore ?? true;
  }

  /** The rows whose looks or values are others: what was taken, and what its rules say of it. */
  dressed(taken: readonly ChangedRow[], changes: readonly ChangedCell[]): ChangedRow[] {
    if (!this.rules || !this.#looks) return [...taken];
    // The cells that were taken are judged anyway.
    const judged = this.rules.follow(changes);
    const rows: ChangedRow[] = [];
    for (let from = 0, to = 0; from < judged.length; from = to) {
      while (to < judged.length && judged[to]?.row === judged[from]?.row) to++;
      const row = this.#dressedRow(judged.slice(from, to));
      if (row) rows.push(row);
    }
    if (this.#looks.lost > 0 || this.#looks.all.length > limits.workbook.ruleLooks) throw new NotFollowed();
    return rows;
  }

  /** A row with what rules say of its cells now; undefined where that is what they said. */
  #dressedRow(judged: readonly JudgedCell[]): ChangedRow | undefined {
    const number = judged[0]?.row ?? 0;
    const at = placeFrom(this.#dressed, number);
    const listed = this.#dressed[at];
    const before = listed?.number === number ? listed : undefined;
    const columns = new Set<number>();
    let cells: Cell[] | undefined;
    for (const one of judged) {
      const { column } = one;
      const cell = this.#dressedCell(one);
      if (isSameCell(before && cellAt(before, column), cell)) continue;
      // A row that nothing was listed of.
      if (!before) throw new NotFollowed();
      cells ??= [...before.cells];
      putCell(cells, column, cell);
      columns.add(column);
    }
    if (!before || !cells) return undefined;
    const after = { ...before, cells };
    this.#dressed[at] = after;
    return { at, before, after, columns };
  }

  #dressedCell({ row, column, listed, verdict }: JudgedCell): Cell | undefined {
    const own = listed?.style ?? this.#styleAt(row, column);
    const style = verdict && this.#looks ? this.#looks.numberOf(own, verdict) : own;
    if (listed) return style === own ? listed : { ...listed, style };
    return style === own ? undefined : { column, style, value: undefined };
  }

  /** The look of a cell that the file does not list. */
  #styleAt(number: number, column: number): number {
    const row = this.#rows[placeFrom(this.#rows, number)];
    return this.#court?.values.styleAt(row?.number === number ? row : undefined, column) ?? 0;
  }
}

function isSameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  if (!a || !b) return a === b;
  return a === b || (a.style === b.style && a.value === b.value && a.shown === b.shown && a.runs === b.runs);
}
