import { WorkbookError } from './workbook-error.ts';

/** How much of one thing a file may cost: counted before it is made, refused with a sentence when it is spent. */
export class Budget {
  readonly #sentence: string;
  #left: number;

  constructor(most: number, sentence: string) {
    this.#left = most;
    this.#sentence = sentence;
  }

  /** Takes an amount; throws WorkbookError when there is not so much left. */
  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) throw new WorkbookError(this.#sentence);
  }

  /** Throws as `spend` would, and takes nothing: what is made from so much is counted once it is known. */
  ensure(amount: number): void {
    if (amount > this.#left) throw new WorkbookError(this.#sentence);
  }
}
