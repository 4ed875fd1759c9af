import type { RuleFormulas } from './rule-formulas.ts';

/**
 * What rules that ask the same have taken each of the work of all formulas since their sheet was judged as a whole. Cells
 * that are judged again and again would add up to more than judging each of them once may take: what goes beyond that is
 * given back.
 */
export class RuleWork {
  readonly #formulas: RuleFormulas;
  /** How often the formulas are asked for when all is judged once. */
  readonly #asked: number;
  /** How many rules they are. */
  rules = 1;
  #sum = 0;
  #dearest = 0;

  constructor(formulas: RuleFormulas, cells: number) {
    this.#formulas = formulas;
    this.#asked = cells + 1;
  }

  /** Counts what one rule took since so many steps were left, for one cell or for the ends of a scale. */
  note(leftBefore: number): void {
    this.#count(leftBefore - this.#formulas.left);
  }

  /** Counts for each of the rules what another one took that asked the same. Throws NotEvaluated. */
  charge(steps: number): void {
    if (steps === 0) return;
    this.#formulas.begin();
    this.#formulas.spend(steps * this.rules);
    this.#count(steps);
  }

  /** Gives back what judging every cell once, at the dearest it was, would not take. */
  settle(): void {
    const most = this.#asked * this.#dearest;
    if (this.#sum <= most) return;
    this.#formulas.giveBack((this.#sum - most) * this.rules);
    this.#sum = most;
  }

  #count(steps: number): void {
    this.#sum += steps;
    this.#dearest = Math.max(this.#dearest, steps);
  }
}
