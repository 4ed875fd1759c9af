import { limits } from '@sheetwire/contract/limits';
import type { RuleLooks } from '../conditional/apply-rules.ts';
import { spotOf } from '../conditional/held-cells.ts';
import type { Court, Verdict } from '../conditional/judge.ts';
import { type ChangedCell, LiveRules } from '../conditional/live-rules.ts';
import type { FormulaBook } from '../formula/formula-book.ts';
import type { Cell, SheetRow } from '../model.ts';
import { placeFrom } from '../render/visible.ts';
import { type ChangedRow, cellAt, changedRow, isPlain, rowWithCell } from './cell-changes.ts';
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
    const byRow = new Map<number, Map<number, Verdict | undefined>>();
    for (const [place, verdict] of this.rules.follow(changes)) {
      const { row, column } = spotOf(place);
      const inRow = byRow.get(row) ?? new Map<number, Verdict | undefined>();
      byRow.set(row, inRow.set(column, verdict));
    }
    for (const { after, columns } of taken) {
      const inRow = byRow.get(after.number) ?? new Map<number, Verdict | undefined>();
      byRow.set(after.number, inRow);
      for (const column of columns) if (!inRow.has(column)) inRow.set(column, undefined);
    }
    const rows = [...byRow].flatMap(([number, verdicts]) => this.#dressedRow(number, verdicts) ?? []);
    if (this.#looks.lost > 0 || this.#looks.all.length > limits.workbook.ruleLooks) throw new NotFollowed();
    return rows;
  }

  #dressedRow(number: number, verdicts: ReadonlyMap<number, Verdict | undefined>): ChangedRow | undefined {
    const at = placeFrom(this.#dressed, number);
    const before = this.#dressed[at];
    const known = this.#rows[placeFrom(this.#rows, number)];
    const own = known?.number === number ? known : undefined;
    const columns = new Set<number>();
    let row = before?.number === number ? before : undefined;
    for (const [column, verdict] of verdicts) {
      const cell = this.#dressedCell(own, column, verdict);
      const old = row && cellAt(row, column);
      if (isSameCell(old, cell)) continue;
      // A row that nothing was listed of.
      if (!row) throw new NotFollowed();
      row = rowWithCell(row, column, cell);
      columns.add(column);
    }
    if (!row || !before || columns.size === 0) return undefined;
    this.#dressed[at] = row;
    return { at, before, after: row, columns };
  }

  #dressedCell(row: SheetRow | undefined, column: number, verdict: Verdict | undefined): Cell | undefined {
    const listed = row && cellAt(row, column);
    const own = listed?.style ?? this.#court?.values.styleAt(row, column) ?? 0;
    const style = verdict && this.#looks ? this.#looks.numberOf(own, verdict) : own;
    if (listed) return style === own ? listed : { ...listed, style };
    return style === own ? undefined : { column, style, value: undefined };
  }
}

function isSameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  if (!a || !b) return a === b;
  return a === b || (a.style === b.style && a.value === b.value && a.shown === b.shown && a.runs === b.runs);
}
