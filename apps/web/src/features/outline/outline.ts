import { adoptSheet } from '#features/report-document/page-styles.ts';
import type { LocalStore } from '#lib/local-store.ts';
import { groupAt } from './groups.ts';
import { Gutter } from './gutter.ts';
import { KeptFolds } from './kept-folds.ts';
import { LevelBar } from './level-bar.ts';
import { outlineCss } from './outline-css.ts';
import { TableOutline } from './table-outline.ts';

/** What has keys of its own. */
const EDITED = 'input, select, textarea';

/** The parts of a page that collapse and expand; it goes with its page. */
class Outline {
  readonly #page: HTMLElement;
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #tables: readonly TableOutline[];
  readonly #sheet = new CSSStyleSheet();
  readonly #gutter: Gutter;
  readonly #bar: LevelBar;
  readonly #events = new AbortController();
  readonly #rows = new MutationObserver(() => this.#read());
  readonly #sizes = new ResizeObserver(() => this.#place());
  #frame = 0;

  constructor(page: HTMLElement, root: ShadowRoot, host: HTMLElement, store: LocalStore) {
    this.#page = page;
    this.#root = root;
    this.#host = host;
    const tables = [...page.querySelectorAll<HTMLTableElement>(':scope > table.t[data-outline]')];
    const name = tables[0]?.getAttribute('aria-label') ?? '';
    const folds = new KeptFolds(store, name);
    this.#tables = tables.map((table, n) => new TableOutline(table, String(n), folds));
    const onToggle = () => this.#changed();
    this.#gutter = new Gutter(host, this.#tables, onToggle);
    this.#bar = new LevelBar(this.#tables, onToggle);
    this.#show();
    this.#listen();
  }

  #show(): void {
    adoptSheet(this.#root, this.#sheet);
    this.#page.before(this.#bar.element, this.#gutter.rows);
    this.#apply();
    this.#place();
  }

  #listen(): void {
    const { signal } = this.#events;
    this.#host.addEventListener('scroll', () => this.#placeSoon(), { passive: true, signal });
    document.addEventListener('keydown', (event) => this.#press(event), { signal });
    this.#sizes.observe(this.#page);
    this.#watchRows();
    // Another page takes the place of this one.
    const gone = new MutationObserver(() => {
      if (this.#page.isConnected) return;
      gone.disconnect();
      this.#stop();
    });
    gone.observe(this.#root, { childList: true });
  }

  #stop(): void {
    this.#events.abort();
    this.#rows.disconnect();
    this.#sizes.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#bar.element.remove();
    this.#gutter.rows.remove();
  }

  #watchRows(): void {
    this.#rows.disconnect();
    for (const { table } of this.#tables) {
      this.#rows.observe(table, { childList: true });
      for (const block of table.children) this.#rows.observe(block, { childList: true });
    }
  }

  #read(): void {
    for (const table of this.#tables) table.read();
    this.#watchRows();
    this.#changed();
  }

  #changed(): void {
    this.#apply();
    this.#place();
  }

  #apply(): void {
    const levels = (axis: 'rows' | 'columns') => Math.max(0, ...this.#tables.map((one) => one[axis].levels));
    const room = { rows: Math.max(0, levels('rows') - 1), columns: Math.max(0, levels('columns') - 1) };
    for (const table of this.#tables) table.applyRows();
    this.#sheet.replaceSync(outlineCss(room) + this.#tables.map((table) => table.css()).join(''));
    this.#bar.write();
  }

  #placeSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#place());
  }

  #place(): void {
    this.#gutter.place(this.#bar.columns, this.#page);
  }

  /** Alt+Shift+Up collapses the group around the chosen cell, Alt+Shift+Down expands it; all where none is chosen. */
  #press(event: KeyboardEvent): void {
    const isIt = event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey;
    const isShut = event.code === 'ArrowUp';
    if (!isIt || event.defaultPrevented || (!isShut && event.code !== 'ArrowDown')) return;
    if (document.querySelector('dialog[open]') || this.#root.activeElement?.matches(EDITED)) return;
    event.preventDefault();
    const chosen = this.#root.querySelector('[data-r]') ?? this.#root.activeElement;
    const row = chosen?.closest('tr');
    const table = this.#tables.find((one) => row && one.table.contains(row));
    if (table && row) this.#fold(table, row, isShut);
    else for (const { rows } of this.#tables) rows.showLevels(isShut ? 1 : rows.levels);
    this.#changed();
  }

  /** A collapsed group is collapsed already: the one around it is meant. */
  #fold({ rows, lines }: TableOutline, row: HTMLTableRowElement, isShut: boolean): void {
    const place = lines.indexOf(row);
    const groups = rows.groups.map((group, n) => (rows.isShut[n] === isShut ? { ...group, level: 0 } : group));
    const found = groupAt(groups, place);
    if (found >= 0) rows.set(found, isShut);
  }
}

/** Lets readers collapse and expand the groups of a page (fidelity 5). */
export function showOutline(page: HTMLElement, host: HTMLElement, store: LocalStore): void {
  const root = page.getRootNode();
  if (root instanceof ShadowRoot) new Outline(page, root, host, store);
}
