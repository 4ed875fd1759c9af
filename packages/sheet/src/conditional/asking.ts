import { around } from '../address.ts';
import { NotEvaluated } from '../formula/faults.ts';
import type { Read, Readers } from '../formula/reads.ts';
import type { CellRange } from '../model.ts';
import type { HeldCells } from './held-cells.ts';
import type { Saying } from './judge.ts';
import type { Rule } from './rule.ts';
import { cellBox } from './rule-boxes.ts';
import type { RuleFormulas } from './rule-formulas.ts';
import type { RuleWork } from './rule-work.ts';

/** What rules ask that differ in nothing but their formats and their order: it is asked once for all of them. */
export interface Asking {
  readonly rule: Rule;
  readonly blanks: readonly CellRange[];
  readonly cells: HeldCells | undefined;
  /** What it says hangs on numbers of its cells. */
  readonly goesByNumbers: boolean;
  /** Formulas that it has, but for those that are values. */
  readonly formulas: readonly RuleReads[];
  /** All its cells. */
  readonly box: CellRange;
  /** The work of each of its rules. */
  readonly works: RuleWork[];
  saying: Saying;
  /** The cell that it was judged of last, by the count of those that were; whether it holds, and the steps that took. */
  judged: number;
  isHeld: boolean;
  steps: number;
}

/** A formula of a rule, and from where it reads what. */
interface RuleReads {
  readonly text: string;
  /** Undefined where it may be anything. */
  readonly reads: readonly Read[] | undefined;
  /** It is asked for one cell alone, as the points of a scale are. */
  readonly isOfFirst: boolean;
  readonly readers: Readers;
}

/** What a rule begins with. */
interface Begun {
  readonly blanks: readonly CellRange[];
  readonly cells: HeldCells | undefined;
  readonly saying: Saying;
}

/** The same text for rules that ask the same of the same cells. */
export function askingKey(rule: Rule, blanks: readonly CellRange[]): string {
  return JSON.stringify([{ ...rule, priority: 0, stops: false, format: undefined, look: undefined }, blanks]);
}

/** What a rule asks that was judged of all its cells. */
export function askingOf(rule: Rule, begun: Begun, formulas: RuleFormulas): Asking {
  const box = around(rule.ranges);
  return {
    ...begun,
    ...{ rule, box, works: [], judged: 0, isHeld: false, steps: 0 },
    goesByNumbers: askedBy(rule)?.numbers === true,
    formulas: readsOfRule(rule, box, formulas),
  };
}

/** What a kind of rule asks of all its cells; undefined for nothing. */
export function askedBy({ type, deviations = 0 }: Pick<Rule, 'type'> & { readonly deviations?: number }) {
  switch (type) {
    case 'duplicateValues':
    case 'uniqueValues':
      return { numbers: false, spread: false, counts: true };
    case 'aboveAverage':
      return { numbers: true, spread: deviations !== 0, counts: false };
    case 'top10':
    case 'colorScale':
    case 'dataBar':
    case 'iconSet':
      return { numbers: true, spread: false, counts: false };
    default:
      return undefined;
  }
}

function isFixedPoint(type: string): boolean {
  return type === 'min' || type === 'max' || type === 'autoMin' || type === 'autoMax';
}

function readsOfRule(
  { type, formulas, points, ranges: [range] }: Rule,
  box: CellRange,
  all: RuleFormulas,
): RuleReads[] {
  if (askedBy({ type })?.counts) return [];
  const first = { row: range?.top ?? 1, column: range?.left ?? 1 };
  const asked = [
    ...formulas.map((text) => ({ text, isOfFirst: false })),
    ...points
      .filter((point) => point.value !== '' && !isFixedPoint(point.type))
      .map(({ value }) => ({ text: value, isOfFirst: true })),
  ];
  return asked.flatMap(({ text, isOfFirst }): RuleReads[] => {
    const reads = text === '' ? [] : readable(text, all);
    const readers = { first, box: isOfFirst ? cellBox(first) : box };
    return reads?.length === 0 ? [] : [{ text, reads, isOfFirst, readers }];
  });
}

/** A formula that is not asked for need not be one. */
function readable(text: string, all: RuleFormulas): readonly Read[] | undefined {
  try {
    return all.readsOf(text);
  } catch (fault) {
    if (fault instanceof NotEvaluated) return [];
    throw fault;
  }
}
