import type { Cell } from './cell-index.ts';

type Control = HTMLElement;
/** Says whether a control is being edited: nothing writes it then. */
export type IsHeld = (control: HTMLElement) => boolean;

const CONTROLS = '[data-control]';

/** Keeps controls that are being edited through updates, and gives them their update once they are let go. */
export class HeldControls {
  readonly #isHeld: IsHeld;
  readonly #cells = new Map<Cell, { html: string; style: number | undefined }>();
  readonly #controls = new Map<Control, Control>();

  constructor(isHeld: IsHeld) {
    this.#isHeld = isHeld;
  }

  /** Whether the cell's write must wait; it is kept then, in place of one that waited before. */
  defer(cell: Cell, write: { html: string; style: number | undefined }): boolean {
    if (!cell.firstElementChild) return false;
    if (![...cell.querySelectorAll<Control>(CONTROLS)].some(this.#isHeld)) {
      this.#cells.delete(cell);
      return false;
    }
    this.#cells.set(cell, write);
    return true;
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
      const name = old.getAttribute('data-control') ?? '';
      const fresh = to.querySelector<Control>(`${old.localName}[data-control="${CSS.escape(name)}"]`);
      if (!fresh?.parentElement) continue;
      moveTo(fresh.parentElement, old, fresh);
      fresh.remove();
      this.#controls.set(old, fresh);
    }
  }

  clear(): void {
    this.#cells.clear();
    this.#controls.clear();
  }
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
  return control.matches('textarea, select, input:not([type="checkbox"])');
}
