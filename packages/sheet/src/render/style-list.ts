import { limits } from '@sheetwire/contract/limits';
import type { Budget } from '../budget.ts';
import { escapeAttribute } from './escape.ts';

/** The styles of one page, each once, numbered by first use. */
export class StyleList {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #text: Budget;

  /** Declarations that have their numbers from before keep them. */
  constructor(text: Budget, before: readonly string[] = []) {
    this.#text = text;
    for (const css of before) this.#numberOf(css);
  }

  /** The attribute that gives a cell its declarations; beyond the list's cap they stand in the cell itself. */
  attribute(css: string): string {
    if (css === '') return '';
    const number = this.#numberOf(css);
    return number === undefined ? ` style="${escapeAttribute(css)}"` : ` data-s="${number}"`;
  }

  #numberOf(css: string): number | undefined {
    const known = this.#numbers.get(css);
    if (known !== undefined) return known;
    if (this.list.length >= limits.maxStyles) return undefined;
    this.#text.spend(css.length);
    this.#numbers.set(css, this.list.length);
    this.list.push(css);
    return this.list.length - 1;
  }
}
