import { selectionWithin } from '../text-selection.ts';
import { CellRange } from './cell-range.ts';
import type { Copied } from './copied-table.ts';
import { copyCells } from './copy-cells.ts';

/** The page that is copied from. */
export interface CopySource {
  page(): Element | undefined;
  styles(): readonly string[];
}

/** Puts cells on the clipboard: those that are marked, else those that the selection reaches over. */
export class Copying {
  readonly range: CellRange;
  readonly #root: ShadowRoot;
  readonly #source: CopySource;

  constructor(root: ShadowRoot, source: CopySource, signal: AbortSignal) {
    this.#root = root;
    this.#source = source;
    this.range = new CellRange(root, signal);
    document.addEventListener('copy', (event) => copyInto(event, this.#chosen()), { signal });
  }

  /** The whole page that is shown. */
  all(): Copied | undefined {
    const page = this.#source.page();
    if (!page) return undefined;
    const all = document.createRange();
    all.selectNodeContents(page);
    return copyCells(page, all, this.#source.styles());
  }

  #chosen(): Copied | undefined {
    if (isTyping()) return undefined;
    const marked = this.range.copied(() => this.#source.styles());
    const page = this.#source.page();
    const selected = marked || !page ? undefined : selectionWithin(this.#root);
    return marked ?? (page && selected && copyCells(page, selected, this.#source.styles()));
  }
}

/** A field with the focus copies its own text. */
function isTyping(): boolean {
  const focused = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
  return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
}

/** A selection that is no copy of ours is left to the browser. */
function copyInto(event: ClipboardEvent, copied: Copied | undefined): void {
  if (!copied || !event.clipboardData) return;
  event.clipboardData.setData('text/plain', copied.text);
  event.clipboardData.setData('text/html', copied.html);
  event.preventDefault();
}
