import { type Cell, OWN_CELLS } from '../cell-index.ts';
import { type Copied, copiedTable, type Telling } from './copied-table.ts';
import { type Area, meets, type Rectangle, rectangleOf, type TableAreas, tableAreas } from './table-areas.ts';

/** Where a key goes: rows, columns, and whether to the end. */
interface Step {
  readonly down: number;
  readonly right: number;
  readonly isFar: boolean;
}

interface RangeDeps {
  readonly root: ShadowRoot;
  /** Says to screen readers what is marked. */
  readonly element: HTMLElement;
  onMark(): void;
}

/** What is pressed, and what it is on: later than while it is told, the event does not know. */
interface RangeInput {
  readonly event: Event;
  readonly target: EventTarget | undefined;
}

const arrows: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};
const CONTROLS = 'a, button, input, select, textarea';

/**
 * The cells that the reader marked, as a rectangle: by dragging, by Shift and a click, by Shift and the arrow keys.
 * Only attributes of cells change, so that updates go on beneath it; within one cell text is selected as ever.
 */
export class CellRange {
  readonly #element: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #host: Element;
  readonly #onMark: () => void;
  #anchor: Cell | undefined;
  #focus: Cell | undefined;
  #marked = new Set<Cell>();
  /** The report and page that it is about. */
  #place = '';
  #table: { readonly element: HTMLTableElement; readonly laid: TableAreas; readonly of: Map<Cell, Area> } | undefined;

  constructor({ root, element, onMark }: RangeDeps, signal: AbortSignal) {
    this.#onMark = onMark;
    this.#root = root;
    this.#host = root.host;
    this.#element = element;
    const take = (event: Event) => this.take({ event, target: event.composedPath()[0] });
    document.addEventListener('pointerdown', take, { signal });
    root.addEventListener('pointermove', (event) => this.#moved(event), { signal });
    root.host.addEventListener('keydown', take, { signal });
  }

  /** A press or a key, on what it was. */
  take({ event, target }: RangeInput): void {
    if (event instanceof PointerEvent) this.#pressed(event, target);
    else if (event instanceof KeyboardEvent) this.#key(event, target);
  }

  /** What is marked, for the clipboard; undefined for less than two cells. */
  copied(telling: () => Telling): Copied | undefined {
    const rectangle = this.#rectangle();
    if (!rectangle || !this.#table) return undefined;
    const { element: table, laid } = this.#table;
    const areas = laid.areas.filter((area) => meets(area, rectangle));
    const { top: first, bottom: last } = rectangle;
    return copiedTable({ table, areas, first, last, columns: laid.columns }, telling());
  }

  /** Rows came or went: the rectangle between the same two cells is another. */
  refresh(): void {
    this.#table = undefined;
    if (this.#marked.size > 0) this.#mark();
  }

  /** The page was drawn: what was marked on this very page is marked again, by the names of its cells. */
  carry(place: string): void {
    const names =
      place === this.#place ? [this.#anchor, this.#focus].map((cell) => cell?.getAttribute('data-cell')) : [];
    this.#place = place;
    this.clear();
    const [anchor, focus] = names.map((name) => this.#named(name));
    if (!anchor || !focus) return;
    this.#anchor = anchor;
    this.#extend(focus);
  }

  #named(name: string | null | undefined): Cell | undefined {
    if (name === null || name === undefined) return undefined;
    return this.#root.querySelector<Cell>(`[data-cell="${CSS.escape(name)}"]`) ?? undefined;
  }

  clear(): void {
    this.#anchor = undefined;
    this.#focus = undefined;
    this.#table = undefined;
    this.#mark();
  }

  #pressed(event: PointerEvent, target: EventTarget | undefined): void {
    if (event.button !== 0) return;
    const cell = this.#cellOf(target);
    if (event.shiftKey && cell && this.#anchor?.isConnected) {
      this.#extend(cell);
      return;
    }
    this.clear();
    this.#anchor = cell;
    this.#focus = cell;
  }

  #moved(event: Event): void {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'mouse' || (event.buttons & 1) === 0) return;
    const target = event.target instanceof Element ? event.target.closest<Cell>(OWN_CELLS) : null;
    if (target && this.#anchor && target !== this.#focus) this.#extend(target);
  }

  /** The cell of what was pressed, unless that is a control or link in it. */
  #cellOf(target: EventTarget | undefined): Cell | undefined {
    if (!(target instanceof Element) || !this.#root.contains(target) || target.closest(CONTROLS)) return undefined;
    return target.closest<Cell>(OWN_CELLS) ?? undefined;
  }

  #key(event: KeyboardEvent, target: EventTarget | undefined): void {
    if (target instanceof Element && target.matches('input, select, textarea')) return;
    if (event.key === 'Escape' && this.#marked.size > 0) {
      event.preventDefault();
      this.clear();
    }
    // The browser selects all of the page, which is what a copy then is of.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') this.clear();
    const arrow = event.shiftKey && !event.altKey ? arrows[event.key] : undefined;
    if (!arrow) return;
    const [down, right] = arrow;
    const from = this.#focus?.isConnected ? this.#focus : this.#firstSeen();
    if (!from) return;
    event.preventDefault();
    this.#anchor = this.#anchor?.isConnected ? this.#anchor : from;
    const sign = getComputedStyle(from).direction === 'rtl' ? -1 : 1;
    const next = this.#neighbour(from, { down, right: right * sign, isFar: event.ctrlKey || event.metaKey });
    document.getSelection()?.removeAllRanges();
    this.#extend(next);
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** The first cell on screen that is not frozen. */
  #firstSeen(): Cell | undefined {
    const { left, top, bottom } = this.#host.getBoundingClientRect();
    const step = 12;
    for (let y = top + step; y < bottom; y += step) {
      const cell = this.#root.elementFromPoint(left + step, y)?.closest<Cell>(OWN_CELLS);
      if (cell && !cell.closest('thead')) return cell;
    }
    return this.#root.querySelector<Cell>(OWN_CELLS) ?? undefined;
  }

  #neighbour(cell: Cell, { down, right, isFar }: Step): Cell {
    const table = this.#tableOf(cell);
    const area = table?.of.get(cell);
    if (!table || !area) return cell;
    const rows = table.element.rows.length;
    const row = down > 0 ? area.row + area.rows : area.row + down;
    const column = right > 0 ? area.column + area.columns : area.column + right;
    const top = isFar && down !== 0 ? (down > 0 ? rows - 1 : 0) : row;
    const left = isFar && right !== 0 ? (right > 0 ? table.laid.columns - 1 : 0) : column;
    const place = { top: down === 0 ? area.row : top, left: right === 0 ? area.column : left };
    const found = table.laid.areas.find((one) => meets(one, { ...place, bottom: place.top, right: place.left }));
    return found?.cell ?? cell;
  }

  #extend(cell: Cell): void {
    if (!this.#anchor || cell.closest('table') !== this.#anchor.closest('table')) return;
    this.#focus = cell;
    this.#mark();
  }

  #tableOf(cell: Cell) {
    const element = cell.closest('table');
    if (!element) return undefined;
    if (this.#table?.element === element) return this.#table;
    const laid = tableAreas([...element.querySelectorAll('tr')]);
    this.#table = { element, laid, of: new Map(laid.areas.map((area) => [area.cell, area])) };
    return this.#table;
  }

  #rectangle(): Rectangle | undefined {
    if (!this.#anchor?.isConnected || !this.#focus?.isConnected || this.#anchor === this.#focus) return undefined;
    const table = this.#tableOf(this.#anchor);
    const one = table?.of.get(this.#anchor);
    const other = table?.of.get(this.#focus);
    return table && one && other ? rectangleOf(table.laid.areas, one, other) : undefined;
  }

  #mark(): void {
    const rectangle = this.#rectangle();
    const areas = rectangle && this.#table ? this.#table.laid.areas.filter((area) => meets(area, rectangle)) : [];
    const marked = new Set(areas.map(({ cell }) => cell));
    for (const cell of this.#marked) if (!marked.has(cell)) cell.removeAttribute('data-r');
    for (const cell of marked) if (!this.#marked.has(cell)) cell.setAttribute('data-r', '1');
    if (marked.size > 0 && this.#marked.size === 0) this.#onMark();
    this.#marked = marked;
    this.#host.toggleAttribute('data-range', marked.size > 0);
    this.#element.textContent = wordsOf(areas);
  }
}

function wordsOf(areas: readonly Area[]): string {
  const [first] = areas;
  const last = areas.at(-1);
  if (!first || !last) return '';
  const name = ({ cell, row, column }: Area) => cell.getAttribute('data-cell') ?? `row ${row + 1} column ${column + 1}`;
  return `${name(first)} to ${name(last)} marked, ${areas.length} cells`;
}
