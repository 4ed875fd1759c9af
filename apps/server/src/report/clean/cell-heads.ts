import { limits } from '@sheetwire/contract/limits';

const { heads: mostHeads, headLength } = limits.clean;

/**
 * What stands before the text of cells and is clean as it is, such as an icon: with another text behind it, it need not be
 * read again. A head is learned from a cell that cleaning left as it was, its text not empty: then all tags before the
 * text are closed, none of them waits for a text to come, and what is written behind them is what it would be alone.
 */
export class CellHeads {
  readonly #known = new Set<string>();

  /** Where the text of a cell begins behind a head that is known; undefined for any other cell. */
  textAt(html: string): number | undefined {
    const at = textStart(html);
    return at !== undefined && this.#known.has(html.slice(0, at)) ? at : undefined;
  }

  /** Learns from a cell that holds neither table nor control, and that cleaning left as it was. */
  learn(html: string): void {
    const at = textStart(html);
    if (at === undefined || at === html.length) return;
    if (this.#known.size >= mostHeads) this.#known.clear();
    this.#known.add(html.slice(0, at));
  }
}

function textStart(html: string): number | undefined {
  const at = html.lastIndexOf('>') + 1;
  return at > 0 && at <= headLength ? at : undefined;
}
