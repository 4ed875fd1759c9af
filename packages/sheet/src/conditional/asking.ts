import { around } from '../address.ts';
import { NotEvaluated } from '../formula/faults.ts';
import type { Read, Readers } from '../formula/reads.ts';
import type { CellRange } from '../model.ts';
import type { HeldCells } from './held/held-cells.ts';
import type { HeldMap } from './held/held-map.ts';
import type { Saying } from './judge.ts';
import type { Rule } from './rule.ts';
import { cellBox } from './rule-boxes.ts';
import type { RuleFormulas } from './rule-formulas.ts';
import type { RuleWork } from './rule-work.ts';
import type { PlacedCell } from './sheet-values.ts';

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
  /** The work of the first of its rules, and of the others. */
  readonly work: RuleWork;
  others: RuleWork | undefined;
  /** The first of its rules, and the first that lets none behind it judge. */
  readonly first: number;
  stopsAt: number;
  saying: Saying;
  /** Whether it holds for the cell that is judged. */
  isHeld: boolean;
  /** Whether it held for cells that are read beside others; undefined until one is. */
  heldAt: HeldMap | undefined;
  /** The most places of which that is known. */
  readonly mapped: number;
  /** It was not asked since values changed: what formulas keep for all cells is worked out with the first cell. */
  isFresh: boolean;
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
  readonly work: RuleWork;
  readonly first: number;
  readonly mapped: number;
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
    ...{ rule, box, others: undefined, stopsAt: Number.POSITIVE_INFINITY },
    ...{ isHeld: false, heldAt: undefined, isFresh: true },
    goesByNumbers: askedBy(rule)?.numbers === true,
    formulas: readsOfRule(rule, box, formulas),
  };
}

/** Whether rules with formulas hold for a cell; the work is counted for each of them. Throws NotEvaluated. */
export function heldByFormulas(asking: Asking, placed: PlacedCell, formulas: RuleFormulas): boolean {
  const { saying, work, others } = asking;
  formulas.begin();
  const { left } = formulas;
  const isHeld = saying.holds(placed, undefined);
  work.note(left);
  if (others) others.charge(asking.isFresh ? stepsAgain(asking, placed, formulas) : left - formulas.left);
  asking.isFresh = false;
  return isHeld;
}

/** What a rule takes once what formulas keep for all cells was worked out for another. */
function stepsAgain({ saying }: Asking, placed: PlacedCell, formulas: RuleFormulas): number {
  formulas.begin();
  const { left } = formulas;
  saying.holds(placed, undefined);
  const steps = left - formulas.left;
  formulas.giveBack(steps);
  return steps;
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

function readsOfRule({ type, formulas, points, start: first }: Rule, box: CellRange, all: RuleFormulas): RuleReads[] {
  if (askedBy({ type })?.counts) return [];
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
