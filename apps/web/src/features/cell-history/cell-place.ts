/** A cell of the report on the screen, wherever rows that come and go move it. */
export class CellPlace {
  readonly #root: ParentNode;
  #element: Element | undefined;
  #name: string;

  constructor(root: ParentNode, cell: Element | string) {
    this.#root = root;
    this.#element = typeof cell === 'string' ? undefined : cell;
    this.#name = typeof cell === 'string' ? cell.trim().toUpperCase() : '';
  }

  /** Its `data-cell` now, or the last one that it had; empty for a cell without one. */
  get name(): string {
    // A page that is drawn anew has other elements under the same names.
    if (!this.#element?.isConnected && this.#name !== '')
      this.#element = this.#root.querySelector(`[data-cell="${CSS.escape(this.#name)}"]`) ?? undefined;
    this.#name = this.#element?.getAttribute('data-cell') ?? this.#name;
    return this.#name;
  }

  /** Whether it stands on the screen. */
  get isThere(): boolean {
    return this.name !== '' && this.#element?.isConnected === true;
  }
}

const OF_A_PAGE = ':is(td, th):not([data-fill])';

/** The cell of the page that an event is about. */
export function cellOfEvent(event: Event, root: ShadowRoot): Element | undefined {
  return cellAround(event.composedPath()[0], root);
}

/** The cell of the page that holds a target. */
export function cellAround(target: EventTarget | undefined, root: ShadowRoot): Element | undefined {
  if (!(target instanceof Element) || !root.contains(target)) return undefined;
  return target.closest(OF_A_PAGE) ?? undefined;
}

/** The cells that are marked, else the one that has the focus, else the one that was pressed last. */
export function chosenCells(root: ShadowRoot, pressed: Element | undefined): readonly Element[] {
  const marked = [...root.querySelectorAll(`[data-r]${OF_A_PAGE}`)];
  if (marked.length > 0) return marked;
  const one = root.activeElement?.closest(OF_A_PAGE) ?? pressed;
  return one?.isConnected ? [one] : [];
}
