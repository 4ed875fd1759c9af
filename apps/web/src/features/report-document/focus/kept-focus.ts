import type { CellIndex } from '../cell-index.ts';
import { focusedOf, giveFocus } from './behind-dialog.ts';
import { type Caret, caretOf, setCaret, withoutEvents } from './focused-control.ts';

const FOCUSABLE = 'a, button, input, select, textarea, summary';

/** Where the focus is, in words that hold for a new rendering of the page. */
export interface KeptFocus {
  readonly control: string | undefined;
  /** Undefined outside of tables. */
  readonly cell: number | undefined;
  readonly nth: number;
  readonly caret: Caret | undefined;
}

/** Notes the focus within a page. */
export function saveFocus(root: ShadowRoot, index: CellIndex): KeptFocus | undefined {
  const active = focusedOf(root);
  if (!active) return undefined;
  const cell = active.closest('td, th');
  return {
    control: active.getAttribute('data-control') ?? undefined,
    cell: cell ? index.numberOf(cell) : undefined,
    nth: [...(cell ?? root).querySelectorAll(FOCUSABLE)].indexOf(active),
    caret: caretOf(active),
  };
}

/** Sets the focus again where its element was written anew, on the report itself where it is gone; nothing scrolls. */
export function restoreFocus(kept: KeptFocus | undefined, root: ShadowRoot, index: CellIndex): void {
  if (!kept || focusedOf(root)) return;
  const { control, cell, nth, caret } = kept;
  const byName = control && root.querySelector<HTMLElement>(`[data-control="${CSS.escape(control)}"]`);
  const scope = cell === undefined ? root : index.cell(cell);
  const found = byName || scope?.querySelectorAll<HTMLElement>(FOCUSABLE)[nth];
  withoutEvents(root, () => found && giveFocus(root, found));
  if (found) setCaret(found, caret, Number.POSITIVE_INFINITY);
  if (!focusedOf(root) && root.host instanceof HTMLElement) giveFocus(root, root.host);
}
