import type { CellIndex } from './cell-index.ts';

const FOCUSABLE = 'a, button, input, select, textarea, summary';

/** Where the focus is, in words that hold for a new rendering of the page. */
export interface KeptFocus {
  readonly control: string | undefined;
  readonly cell: number;
  readonly nth: number;
}

/** Notes the focus within a page. */
export function saveFocus(root: ShadowRoot, index: CellIndex): KeptFocus | undefined {
  const active = root.activeElement;
  const cell = active?.closest('td, th');
  if (!active || !cell) return undefined;
  return {
    control: active.getAttribute('data-control') ?? undefined,
    cell: index.numberOf(cell),
    nth: [...cell.querySelectorAll(FOCUSABLE)].indexOf(active),
  };
}

/** Sets the focus again where its element was written anew; nothing scrolls. */
export function restoreFocus(kept: KeptFocus, page: Element, index: CellIndex): void {
  const byName = kept.control && page.querySelector<HTMLElement>(`[data-control="${CSS.escape(kept.control)}"]`);
  const inCell = index.cell(kept.cell)?.querySelectorAll<HTMLElement>(FOCUSABLE)[kept.nth];
  const target = byName || inCell;
  target?.focus({ preventScroll: true });
}
