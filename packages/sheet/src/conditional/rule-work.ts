import type { RuleFormulas } from './rule-formulas.ts';

/**
 * What a rule has taken of the work of all formulas since its sheet was judged as a whole. Cells that are judged again
 * and again would add up to more than judging each of them once may take: what goes beyond that is given back.
 */
export class RuleWork {
  readonly #formulas: RuleFormulas;
  /** How often its formulas are asked for when all is judged once. */
  readonly #asked: number;
  #sum = 0;
  #dearest = 0;

  constructor(formulas: RuleFormulas, cells: number) {
    this.#formulas = formulas;
    this.#asked = cells + 1;
  }

  /** Counts what was taken since so many steps were left, for one cell or for the ends of a scale. */
  note(leftBefore: number): void {
    const steps = leftBefore - this.#formulas.left;
    this.#sum += steps;
    this.#dearest = Math.max(this.#dearest, steps);
  }

  /** Gives back what judging every cell once, at the dearest it was, would not take. */
  settle(): void {
    const most = this.#asked * this.#dearest;
    if (this.#sum <= most) return;
    this.#formulas.giveBack(this.#sum - most);
    this.#sum = most;
  }
}
