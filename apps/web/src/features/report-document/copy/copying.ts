import { escapeText } from '@sheetwire/page/tag-writer';
import type { Figure, ReportDocumentOptions } from '../shown-document.ts';
import { isTyping, selectionWithin } from '../text-selection.ts';
import { textOf } from '../texts/text-of.ts';
import { CellRange } from './cell-range.ts';
import { type Copied, copiedTable, type Telling } from './copied-table.ts';
import { copyCells, partOf } from './copy-cells.ts';
import type { numberReader } from './read-numbers.ts';
import { toClipboard } from './to-clipboard.ts';

/** The page that is copied from. */
export interface CopySource {
  /** With every cell of now: asked for right before cells are read. */
  page(): HTMLElement | undefined;
  pageName(): string | undefined;
  styles(): readonly string[];
  readonly options: Pick<ReportDocumentOptions, 'verifyAt' | 'onFault'>;
}

interface CopyDeps {
  readonly root: ShadowRoot;
  /** Says to screen readers what is marked. */
  readonly element: HTMLElement;
  readonly source: CopySource;
}

/** Puts cells on the clipboard: those that are marked, else those that the selection reaches over. */
export class Copying {
  readonly range: CellRange;
  readonly #root: ShadowRoot;
  readonly #source: CopySource;
  #numberReader: typeof numberReader | undefined;

  constructor({ root, element, source }: CopyDeps, signal: AbortSignal) {
    this.#root = root;
    this.#source = source;
    this.range = new CellRange({ root, element, onMark: () => void this.prepare() }, signal);
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

  /** These cells, of one table; one alone is named where it can be verified. */
  async those(cells: readonly Element[]): Promise<Copied | undefined> {
    await this.prepare();
    this.#source.page();
    const [first, second] = cells;
    const part = first && partOf(first, new Set(cells));
    if (!part) return undefined;
    const cell = first.getAttribute('data-cell');
    const page = this.#source.pageName();
    const isFigure = second === undefined && cell !== null && page !== undefined;
    return copiedTable(part, this.#telling(isFigure ? { page, cell, text: textOf(first) } : undefined));
  }

  /** Writes what is chosen by the browser's other way: the key that asked for it is gone. */
  async write(): Promise<void> {
    const chosen = this.#chosen();
    if (chosen) await toClipboard(Promise.resolve(chosen));
    else await navigator.clipboard.writeText(document.getSelection()?.toString() ?? '');
  }

  #telling(figure?: Figure): Telling {
    const verifyAt = this.#source.options.verifyAt?.(figure);
    return { styles: this.#source.styles(), numberReader: this.#numberReader, verifyAt };
  }

  #chosen(): Copied | undefined {
    if (isTyping()) return undefined;
    const page = this.#source.page();
    const marked = this.range.copied(() => this.#telling());
    const selected = marked || !page ? undefined : selectionWithin(this.#root);
    return marked ?? (page && selected && copyCells(page, selected, this.#telling()));
  }
}

/** A page without cells is its text. */
function plainCopy(page: HTMLElement): Copied {
  const text = page.innerText;
  return { text, html: escapeText(text).replaceAll('\n', '<br>') };
}

/** A selection that is no copy of ours is left to the browser. */
function copyInto(event: ClipboardEvent, copied: Copied | undefined): void {
  if (!copied || !event.clipboardData) return;
  event.clipboardData.setData('text/plain', copied.text);
  event.clipboardData.setData('text/html', copied.html);
  event.preventDefault();
}
