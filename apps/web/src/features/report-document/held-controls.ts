import type { Cell } from './cell-index.ts';
import { toFragment } from './insert-html.ts';

type Control = HTMLElement;
/** Says whether a control is being edited: nothing writes it then. */
export type IsHeld = (control: HTMLElement) => boolean;
/** A newer form of a held control waits until it is let go. */
export type OnDeferred = (held: HTMLElement, fresh: HTMLElement) => void;

const CONTROLS = '[data-control]';

/** Keeps controls that are being edited through updates, and gives them their update once they are let go. */
export class HeldControls {
  readonly #isHeld: IsHeld;
  readonly #onDeferred: OnDeferred | undefined;
  readonly #cells = new Map<Cell, { html: string; style: number | undefined }>();
  readonly #controls = new Map<Control, Control>();

  constructor(isHeld: IsHeld, onDeferred?: OnDeferred) {
    this.#isHeld = isHeld;
    this.#onDeferred = onDeferred;
  }

  /** Whether the cell's write must wait; it is kept then, in place of one that waited before. */
  defer(cell: Cell, write: { html: string; style: number | undefined }): boolean {
    if (!cell.firstElementChild) return false;
    const held = [...cell.querySelectorAll<Control>(CONTROLS)].filter(this.#isHeld);
    if (held.length === 0) {
      this.#cells.delete(cell);
      return false;
    }
    this.#cells.set(cell, write);
    this.#tellDeferred(held, write.html);
    return true;
  }

  #tellDeferred(held: readonly Control[], html: string): void {
    if (!this.#onDeferred) return;
    const written = toFragment(html, 'td');
    for (const old of held) {
      const fresh = written.querySelector<Control>(sameControl(old));
      if (fresh) this.#onDeferred(old, fresh);
    }
  }

  /** Whether anything waits. */
  get isWaiting(): boolean {
    return this.#controls.size > 0 || this.#cells.size > 0;
  }

  /** The writes that may be done now. */
  released(): [Cell, { html: string; style: number | undefined }][] {
    for (const [old, fresh] of this.#controls) {
      if (old.isConnected && this.#isHeld(old)) continue;
      this.#controls.delete(old);
      if (old.isConnected) old.replaceWith(fresh);
    }
    const free = [...this.#cells].filter(
      ([cell]) => !cell.isConnected || ![...cell.querySelectorAll<Control>(CONTROLS)].some(this.#isHeld),
    );
    for (const [cell] of free) this.#cells.delete(cell);
    return free.filter(([cell]) => cell.isConnected);
  }

  /** Moves held controls of a page that goes into their places on the page that comes; both must be in the document. */
  carry(from: Element, to: Element): void {
    this.#cells.clear();
    for (const old of from.querySelectorAll<Control>(CONTROLS)) {
      if (!this.#isHeld(old)) continue;
      const fresh = to.querySelector<Control>(sameControl(old));
      if (!fresh?.parentElement) continue;
      moveTo(fresh.parentElement, old, fresh);
      fresh.remove();
      this.#controls.set(old, fresh);
      this.#onDeferred?.(old, fresh);
    }
  }

  clear(): void {
    this.#cells.clear();
    this.#controls.clear();
  }
}

function sameControl(control: Control): string {
  return `${control.localName}[data-control="${CSS.escape(control.getAttribute('data-control') ?? '')}"]`;
}

interface Movable {
  moveBefore?(node: Node, before: Node | null): void;
}

/** moveBefore keeps focus and what is typed; without it the focus is set again. */
function moveTo(parent: Element & Movable, node: HTMLElement, before: Node): void {
  if (parent.moveBefore) {
    parent.moveBefore(node, before);
    return;
  }
  const root = node.getRootNode();
  const hadFocus = root instanceof ShadowRoot && root.activeElement === node;
  const caret = node instanceof HTMLTextAreaElement ? [node.selectionStart, node.selectionEnd] : [];
  parent.insertBefore(node, before);
  if (hadFocus) node.focus({ preventScroll: true });
  const [start, end] = caret;
  if (node instanceof HTMLTextAreaElement && start !== undefined && end !== undefined)
    node.setSelectionRange(start, end);
}

/** What a reader fills in over some time; a box is ticked and a button pressed at once. */
export function isTyped(control: HTMLElement): boolean {
  return control.matches('textarea:not([readonly]), select, input:not([type="checkbox"], [readonly])');
}
