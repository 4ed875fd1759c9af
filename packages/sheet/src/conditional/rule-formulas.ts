import { scalarOf } from '../formula/areas.ts';
import type { SheetGrid } from '../formula/cells/sheet-grid.ts';
import type { Env } from '../formula/env.ts';
import { evaluate } from '../formula/evaluate.ts';
import { NoResult, NotEvaluated, notEvaluated } from '../formula/faults.ts';
import type { FormulaBook } from '../formula/formula-book.ts';
import type { Node } from '../formula/node.ts';
import { type Read, readsOf } from '../formula/reads.ts';
import { errors, type Scalar } from '../formula/values/value.ts';
import type { CellPlace } from '../model.ts';
import type { Rule } from './rule.ts';

/** What a formula of a rule gives for a cell; undefined beside a cell without a result. */
export type RuleFormula = (spot: CellPlace) => Scalar;

const noLocals: Env['locals'] = new Map();

/** The formulas of the rules of a sheet, written for the cell at which a rule starts and evaluated over arrays (fidelity 3). */
export class RuleFormulas {
  readonly #book: FormulaBook;
  readonly #grid: SheetGrid;
  /** What formulas gave that give the same for every cell; no more than a workbook has rules. */
  readonly #fixed = new Map<string, { readonly value: Scalar }>();

  constructor(book: FormulaBook, grid: SheetGrid) {
    this.#book = book;
    this.#grid = grid;
  }

  /** A formula of a rule; throws NotEvaluated where it cannot be evaluated. */
  of(text: string, { start }: Pick<Rule, 'start'>): RuleFormula {
    if (text === '') throw new NotEvaluated('A rule has no formula.');
    const { root, unknown } = this.#book.formula(text);
    if (unknown.length > 0) throw new NotEvaluated(notEvaluated(unknown));
    if (root.kind === 'value') return () => root.value;
    if (root.isFixed) return (spot) => this.#fixedResult(text, () => this.#result(root, spot, start));
    return (spot) => this.#result(root, spot, start);
  }

  /** What a formula of a rule may read: undefined where its text does not tell. */
  readsOf(text: string): readonly Read[] | undefined {
    return readsOf(this.#book.formula(text).root, this.#book, this.#grid.name);
  }

  /** What the fixed parts of a formula gave is asked for anew. */
  forget(text: string): void {
    this.#fixed.delete(text);
    forgetHeld(this.#book.formula(text).root);
  }

  /** The number that a point of a scale stands for, for the cell at which its rule starts; undefined for what is none. */
  numberOf(text: string, rule: Pick<Rule, 'start'>): number | undefined {
    const value = this.of(text, rule)(rule.start);
    if (typeof value === 'number') return value;
    return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
      ? Number(value)
      : undefined;
  }

  /** The day of publishing. */
  clock(): { readonly today: number; readonly has1904Dates: boolean } {
    return { today: Math.floor(this.#book.now()), has1904Dates: this.#book.has1904Dates };
  }

  /** From here on a rule may take its share of the work that is left. */
  begin(): void {
    this.#book.share();
  }

  /** Work that is left for all formulas of the workbook. */
  get left(): number {
    return this.#book.left;
  }

  /** Counts work; throws NotEvaluated when it is spent. */
  spend(steps: number): void {
    this.#book.spend(steps);
  }

  /** Work that was counted, and is no part of what judging everything once would take. */
  giveBack(steps: number): void {
    this.#book.giveBack(steps);
  }

  #fixedResult(text: string, make: () => Scalar): Scalar {
    const known = this.#fixed.get(text);
    if (known) {
      this.#book.spend(1);
      return known.value;
    }
    const value = make();
    this.#fixed.set(text, { value });
    return value;
  }

  #result(root: Node, { row, column }: CellPlace, from: CellPlace): Scalar {
    const book = this.#book;
    book.depth = 0;
    const env: Env = {
      book,
      evaluate,
      sheet: this.#grid,
      row,
      column,
      away: { rows: row - from.row, columns: column - from.column },
      isArray: true,
      isKept: true,
      locals: noLocals,
      names: [],
    };
    try {
      return scalarOf(evaluate(root, env), env);
    } catch (fault) {
      if (fault instanceof NoResult) return errors.missing;
      throw fault;
    }
  }
}

/** The parts of a formula right below another. */
function partsOf(node: Node): readonly (Node | undefined)[] {
  switch (node.kind) {
    case 'call':
      return node.args;
    case 'unary':
      return [node.of];
    case 'binary':
      return [node.left, node.right];
    case 'let':
      return [...node.values, node.body];
    default:
      return [];
  }
}

function forgetHeld(root: Node): void {
  const open: (Node | undefined)[] = [root];
  for (let node = open.pop(); open.length > 0 || node; node = open.pop()) {
    if (node?.kind === 'call') node.held = undefined;
    if (node) open.push(...partsOf(node));
  }
}
