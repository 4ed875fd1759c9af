import type { LiveTable } from './live-table.ts';
import { NotFollowed } from './not-followed.ts';
import type { PageStep } from './page-step.ts';
import type { KeptPage } from './report-keeper.ts';

/** A page as it stands. */
export class LivePage {
  readonly name: string;
  readonly tables: readonly LiveTable[];
  readonly #kept: KeptPage;
  /** The text of a page without a table. */
  readonly #bare: string;
  #told: number;

  constructor(kept: KeptPage, tables: readonly LiveTable[], bare: () => string) {
    this.name = kept.name;
    this.tables = tables;
    this.#kept = kept;
    this.#bare = tables.length === 0 ? bare() : '';
    this.#told = kept.styles.list.length;
  }

  get styles(): readonly string[] {
    return this.#kept.styles.list;
  }

  get html(): string {
    return this.tables.length === 0 ? this.#bare : this.tables.map(({ html }) => html).join('');
  }

  get memory(): number {
    return this.tables.reduce((sum, table) => sum + table.memory, 0);
  }

  /** The styles that were told of. */
  get toldStyles(): readonly string[] {
    return this.styles.slice(0, this.#told);
  }

  /** All that was written counts. */
  settle(): void {
    this.#told = this.styles.length;
  }

  /** Writes what changed: styles first, then rows, then cells. */
  rewrite(): PageStep[] {
    const steps: PageStep[] = [];
    let [row, cell] = [0, 0];
    for (const table of this.tables) {
      const { isPaper } = table;
      steps.push(...table.rewrite({ row, cell }));
      if (table.isPaper !== isPaper) throw new NotFollowed();
      row += table.rowCount;
      cell += table.cellCount;
    }
    const styles = this.styles
      .slice(this.#told)
      .map((css, n): PageStep => ({ kind: 'style', number: this.#told + n, css }));
    const rows = steps.filter(({ kind }) => kind === 'row');
    return [...styles, ...rows, ...steps.filter(({ kind }) => kind === 'cell')];
  }
}
