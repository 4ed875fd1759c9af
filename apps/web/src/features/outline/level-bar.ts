import type { TableOutline } from './table-outline.ts';

/** The bar over the sheet: a button for each level, and the place of the buttons of columns. */
export class LevelBar {
  readonly element = document.createElement('div');
  readonly columns = document.createElement('div');
  readonly #levels = document.createElement('div');
  readonly #tables: readonly TableOutline[];
  readonly #onToggle: () => void;
  #written = '';

  constructor(tables: readonly TableOutline[], onToggle: () => void) {
    this.#tables = tables;
    this.#onToggle = onToggle;
    this.element.className = 'outline-bar';
    this.#levels.className = 'outline-levels';
    this.columns.className = 'outline-columns';
    this.#levels.setAttribute('role', 'group');
    this.#levels.setAttribute('aria-label', 'Outline levels');
    this.columns.setAttribute('role', 'group');
    this.columns.setAttribute('aria-label', 'Column groups');
    this.element.append(this.#levels, this.columns);
  }

  /** Writes the buttons anew where there are other levels. */
  write(): void {
    const counts = (['rows', 'columns'] as const).map((axis) => this.#levelsOf(axis));
    if (this.#written === counts.join()) return;
    this.#written = counts.join();
    this.columns.hidden = counts[1] === 0;
    this.#levels.replaceChildren(...this.#buttons('rows', 'Rows'), ...this.#buttons('columns', 'Columns'));
  }

  #levelsOf(axis: 'rows' | 'columns'): number {
    return Math.max(0, ...this.#tables.map((table) => table[axis].levels));
  }

  #buttons(axis: 'rows' | 'columns', title: string): HTMLElement[] {
    const count = this.#levelsOf(axis);
    if (count === 0) return [];
    const head = document.createElement('span');
    head.textContent = title;
    head.setAttribute('aria-hidden', 'true');
    return [head, ...Array.from({ length: count }, (_, n) => this.#button(axis, title, n + 1))];
  }

  #button(axis: 'rows' | 'columns', title: string, level: number): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = String(level);
    button.ariaLabel = `${title}, level ${level}`;
    button.title = `${title}, level ${level}`;
    button.addEventListener('click', () => {
      for (const table of this.#tables) table[axis].showLevels(level);
      this.#onToggle();
    });
    return button;
  }
}
