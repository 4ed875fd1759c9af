import { loadChunk } from '#lib/load-chunk.ts';
import { isTyping, selectionWithin } from '../text-selection.ts';
import type { Copied } from './copied-table.ts';
import type { Copying, CopySource } from './copying.ts';

/** A press or a key that came before what it is for, with what it was on: that is only known while it is told. */
export interface EarlyInput {
  readonly event: PointerEvent | KeyboardEvent;
  readonly target: EventTarget | undefined;
}

/**
 * What marks and copies cells: no page waits for it. It is loaded once the browser has nothing else to do, else with the
 * first pointer or focus on the report; presses and keys of until then are made good.
 */
export class LaterCopying {
  /** Says to screen readers what is marked. */
  readonly element: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #source: CopySource;
  readonly #signal: AbortSignal;
  #early: EarlyInput[] = [];
  #place: string | undefined;
  #open: Copying | undefined;
  #coming: Promise<Copying> | undefined;

  constructor(root: ShadowRoot, source: CopySource, signal: AbortSignal) {
    this.#root = root;
    this.#source = source;
    this.#signal = signal;
    this.element = document.createElement('p');
    this.element.className = 'told';
    this.element.setAttribute('role', 'status');
    const options = { signal };
    const { host } = root;
    for (const kind of ['pointerenter', 'focusin']) host.addEventListener(kind, () => this.#begin(), options);
    for (const kind of ['pointerdown', 'keydown']) host.addEventListener(kind, (event) => this.#note(event), options);
    document.addEventListener('copy', (event) => this.#copyEarly(event), options);
  }

  /** Rows came or went: the rectangle between the same two cells is another. */
  refresh(): void {
    this.#open?.range.refresh();
  }

  /** The page was drawn: what was marked on this very page is marked again. */
  carry(place: string): void {
    if (this.#place === undefined && 'requestIdleCallback' in globalThis) requestIdleCallback(() => this.#begin());
    this.#place = place;
    this.#open?.range.carry(place);
  }

  /** These cells of the shown page, or all of it. */
  async copied(cells?: readonly Element[]): Promise<Copied | undefined> {
    const copying = await this.#load();
    return cells ? copying.those(cells) : copying.all();
  }

  #begin(): void {
    this.#load().catch(() => undefined); // Asked for again with the next press, and told where a copy waits for it.
  }

  #load(): Promise<Copying> {
    this.#coming ??= this.#loadOnce().catch((error: unknown) => {
      this.#coming = undefined;
      throw error;
    });
    return this.#coming;
  }

  async #loadOnce(): Promise<Copying> {
    const { Copying } = await loadChunk(() => import('./copying.ts'));
    const copying = new Copying({ root: this.#root, element: this.element, source: this.#source }, this.#signal);
    copying.range.carry(this.#place ?? '');
    for (const input of this.#early) copying.range.take(input);
    this.#early = [];
    this.#open = copying;
    return copying;
  }

  #note(event: Event): void {
    if (this.#open) return;
    this.#begin();
    const [target] = event.composedPath();
    if (event instanceof PointerEvent || event instanceof KeyboardEvent) this.#early.push({ event, target });
  }

  /** The browser's own copy of cells would let a text act as a formula where it is pasted. */
  #copyEarly(event: ClipboardEvent): void {
    if (this.#open || isTyping()) return;
    const range = selectionWithin(this.#root);
    if (!range || cellOf(range.startContainer) === cellOf(range.endContainer)) return;
    event.preventDefault();
    const { onFault } = this.#source.options;
    this.#load()
      .then((copying) => copying.write())
      .catch(() => onFault?.('The cells could not be copied. Press Ctrl+C again.'));
  }
}

function cellOf(node: Node): Element | null {
  return (node instanceof Element ? node : node.parentElement)?.closest('td, th') ?? null;
}
