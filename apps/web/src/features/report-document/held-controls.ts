import { CLOSED } from '@sheetwire/page/closed-controls';
import type { Cell } from './cell-index.ts';
import { redrawControls } from './drawn-controls.ts';
import { focusedOf } from './focus/behind-dialog.ts';
import { caretOf, sameControl, setCaret, takeOver, withoutEvents, writeAround } from './focus/focused-control.ts';
import { toFragment } from './insert-html.ts';

type Control = HTMLElement;
/** A cell's new content and the number of its style; undefined leaves the style. */
export interface CellWrite {
  readonly html: string;
  readonly style: number | undefined;
}
/** Says whether a control is being edited: nothing writes it then. */
export type IsHeld = (control: HTMLElement) => boolean;
/** A newer form of a held control waits until it is let go. */
export type OnDeferred = (held: HTMLElement, fresh: HTMLElement) => void;
/** A control that has the focus and is not held took a newer form over; the form itself is used up. */
export type OnTaken = (control: HTMLElement, isDisabled: boolean) => void;

interface HeldControlsOptions {
  readonly isHeld: IsHeld;
  readonly onDeferred?: OnDeferred | undefined;
  readonly onTaken?: OnTaken | undefined;
}

const CONTROLS = '[data-control]';

/** Keeps controls that are being edited through updates, and gives them their update once they are let go. */
export class HeldControls {
  readonly #isHeld: IsHeld;
  readonly #onDeferred: OnDeferred | undefined;
  readonly #onTaken: OnTaken | undefined;
  readonly #cells = new Map<Cell, CellWrite>();
  readonly #controls = new Map<Control, Control>();

  constructor({ isHeld, onDeferred, onTaken }: HeldControlsOptions) {
    this.#isHeld = isHeld;
    this.#onDeferred = onDeferred;
    this.#onTaken = onTaken;
  }

  /** Writes a cell's new content, around the control in it that has the focus, if one has. */
  write(cell: Cell, content: DocumentFragment): void {
    const control = focusedIn(cell);
    const fresh = control && content.querySelector<Control>(sameControl(control));
    if (control && fresh && writeAround(cell, content, control, fresh)) this.#take(control, fresh);
    else cell.replaceChildren(content);
  }

  #take(control: Control, fresh: Control): void {
    // A browser that lays out the parts of a date anew moves the focus among them.
    withoutEvents(control.getRootNode(), () => takeOver(control, fresh));
    this.#onTaken?.(control, fresh.hasAttribute('disabled') && !fresh.hasAttribute(CLOSED));
  }

  /** Whether the cell's write must wait; it is kept then, in place of one that waited before. */
  defer(cell: Cell, write: CellWrite): boolean {
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
  released(): [Cell, CellWrite][] {
    for (const [old, fresh] of this.#controls) {
      if (old.isConnected && this.#isHeld(old)) continue;
      this.#controls.delete(old);
      const place = document.createDocumentFragment();
      place.append(fresh);
      // Whether it may be used can have changed while it waited outside of the document.
      redrawControls(place);
      if (old.isConnected && old === focusedIn(old)) this.#take(old, fresh);
      else if (old.isConnected) old.replaceWith(place);
    }
    const free = [...this.#cells].filter(
      ([cell]) => !cell.isConnected || ![...cell.querySelectorAll<Control>(CONTROLS)].some(this.#isHeld),
    );
    for (const [cell] of free) this.#cells.delete(cell);
    return free.filter(([cell]) => cell.isConnected);
  }

  /** Moves what is held or has the focus into its place on the page that comes; both pages must be in the document. */
  carry(from: Element, to: Element): void {
    this.#cells.clear();
    for (const old of from.querySelectorAll<Control>(CONTROLS)) {
      const isHeld = this.#isHeld(old);
      if (!isHeld && old !== focusedIn(old)) continue;
      const fresh = to.querySelector<Control>(sameControl(old));
      if (!fresh?.parentElement) continue;
      moveTo(fresh.parentElement, old, fresh);
      fresh.remove();
      if (isHeld) {
        this.#controls.set(old, fresh);
        this.#onDeferred?.(old, fresh);
      } else this.#take(old, fresh);
    }
  }

  clear(): void {
    this.#cells.clear();
    this.#controls.clear();
  }
}

/** The control within an element, or the element itself, that has the focus or gets it back from a dialog. */
function focusedIn(element: Element): Control | undefined {
  const root = element.getRootNode();
  const active = root instanceof ShadowRoot ? focusedOf(root) : undefined;
  return active instanceof HTMLElement && active.matches(CONTROLS) && element.contains(active) ? active : undefined;
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
  const hadFocus = node === focusedIn(node);
  const caret = caretOf(node);
  withoutEvents(node.getRootNode(), () => {
    parent.insertBefore(node, before);
    if (hadFocus) node.focus({ preventScroll: true });
    setCaret(node, caret, Number.POSITIVE_INFINITY);
  });
}

/** What a reader fills in over some time; a box is ticked and a button pressed at once. */
export function isTyped(control: HTMLElement): boolean {
  return control.matches('textarea:not([readonly]), select, input:not([type="checkbox"], [readonly])');
}
