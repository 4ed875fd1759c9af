import { escapeText } from '@sheetwire/page/tag-writer';
import type { ReportDocumentOptions } from '../shown-document.ts';
import { selectionWithin } from '../text-selection.ts';
import { CellRange } from './cell-range.ts';
import type { Copied, Telling } from './copied-table.ts';
import { copyCells } from './copy-cells.ts';
import type { numberReader } from './read-numbers.ts';

/** The page that is copied from. */
export interface CopySource {
  page(): HTMLElement | undefined;
  styles(): readonly string[];
  readonly options: Pick<ReportDocumentOptions, 'verifyAt'>;
}

/** Puts cells on the clipboard: those that are marked, else those that the selection reaches over. */
export class Copying {
  readonly range: CellRange;
  readonly #root: ShadowRoot;
  readonly #source: CopySource;
  #numberReader: typeof numberReader | undefined;

  constructor(root: ShadowRoot, source: CopySource, signal: AbortSignal) {
    this.#root = root;
    this.#source = source;
    this.range = new CellRange(root, signal, () => void this.prepare());
    document.addEventListener('copy', (event) => copyInto(event, this.#chosen()), { signal });
  }

  /** Loads what reads numbers; without it the texts alone are copied. */
  async prepare(): Promise<void> {
    try {
      this.#numberReader = (await import('./read-numbers.ts')).numberReader;
    } catch (error) {
      console.warn('Numbers are copied as text', error);
    }
  }

  /** The whole page that is shown. */
  async all(): Promise<Copied | undefined> {
    await this.prepare();
    const page = this.#source.page();
    if (!page) return undefined;
    const all = document.createRange();
    all.selectNodeContents(page);
    return copyCells(page, all, this.#telling()) ?? plainCopy(page);
  }

  #telling(): Telling {
    const verifyAt = this.#source.options.verifyAt?.();
    return { styles: this.#source.styles(), numberReader: this.#numberReader, verifyAt };
  }

  #chosen(): Copied | undefined {
    if (isTyping()) return undefined;
    const marked = this.range.copied(() => this.#telling());
    const page = this.#source.page();
    const selected = marked || !page ? undefined : selectionWithin(this.#root);
    return marked ?? (page && selected && copyCells(page, selected, this.#telling()));
  }
}

/** A page without cells is its text. */
function plainCopy(page: HTMLElement): Copied {
  const text = page.innerText;
  return { text, html: escapeText(text).replaceAll('\n', '<br>') };
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
