import { NotEvaluated } from '../formula/faults.ts';
import { compared } from '../formula/values/coerce.ts';
import { isError } from '../formula/values/value.ts';
import type { CellValue } from '../model.ts';
import { periodHolds } from './periods.ts';
import type { Rule } from './rule.ts';
import { type RuleCells, sameness } from './rule-cells.ts';
import type { RuleFormula, RuleFormulas } from './rule-formulas.ts';
import type { PlacedCell } from './sheet-values.ts';

/** Whether a rule holds for a cell. */
export type Condition = (placed: PlacedCell) => boolean;

interface Judged {
  readonly rule: Rule;
  readonly formulas: RuleFormulas;
  /** The cells of all its ranges. */
  readonly cells: RuleCells;
}

/** The test of a rule that holds or not; undefined for a kind that is none. Throws NotEvaluated (fidelity 3). */
export function conditionOf(judged: Judged): Condition | undefined {
  const { type } = judged.rule;
  return Object.hasOwn(conditions, type) ? conditions[type]?.(judged) : undefined;
}

const conditions: Readonly<Record<string, ((judged: Judged) => Condition) | undefined>> = {
  expression: ({ rule, formulas }) => expression(formulas.of(rule.formulas[0] ?? '', rule)),
  cellIs: comparison,
  containsText: textCondition,
  notContainsText: textCondition,
  beginsWith: textCondition,
  endsWith: textCondition,
  timePeriod: periodCondition,
  containsBlanks: () => (placed) => isBlank(placed.cell.value),
  notContainsBlanks: () => (placed) => !isBlank(placed.cell.value) && !isError(placed.cell.value),
  containsErrors: () => (placed) => isError(placed.cell.value),
  notContainsErrors: () => (placed) => !isError(placed.cell.value),
  duplicateValues: countCondition,
  uniqueValues: countCondition,
  top10: rankCondition,
  aboveAverage: averageCondition,
};

/** As LEN(TRIM()) = 0 has it: spaces alone are blank, other white space is not, and an error is neither. */
function isBlank(value: CellValue | undefined): boolean {
  return value === undefined || (typeof value === 'string' && !/[^ ]/.test(value));
}

/** A formula holds where it is true, or a number other than 0. */
function expression(formula: RuleFormula): Condition {
  return ({ row, cell }) => {
    const value = formula({ row, column: cell.column });
    return value === true || (typeof value === 'number' && value !== 0);
  };
}

function comparison({ rule, formulas }: Judged): Condition {
  const [first, second] = rule.formulas.map((text) => formulas.of(text, rule));
  const isRange = rule.operator === 'between' || rule.operator === 'notBetween';
  if (!first || (isRange && !second)) throw new NotEvaluated('A rule has no value to compare with.');
  return ({ row, cell }) => {
    const { value, column } = cell;
    const one = first({ row, column });
    if (isError(value) || isError(one)) return false;
    if (!isRange) return meets(rule.operator, compared(value, one));
    const other = second?.({ row, column });
    if (isError(other)) return false;
    const [a, b] = [compared(value, one), compared(value, other)];
    return ((a >= 0 && b <= 0) || (a <= 0 && b >= 0)) === (rule.operator === 'between');
  };
}

function meets(operator: string, order: number): boolean {
  switch (operator) {
    case 'equal':
      return order === 0;
    case 'notEqual':
      return order !== 0;
    case 'lessThan':
      return order < 0;
    case 'lessThanOrEqual':
      return order <= 0;
    case 'greaterThan':
      return order > 0;
    case 'greaterThanOrEqual':
      return order >= 0;
    default:
      return false;
  }
}

/** Rules of texts have a formula that says the same; the text alone counts where there is none. */
function textCondition({ rule, formulas }: Judged): Condition {
  const { type, text } = rule;
  const [formula = ''] = rule.formulas;
  if (formula !== '') return expression(formulas.of(formula, rule));
  const sought = text.toLowerCase();
  return ({ cell }) => {
    const { value = '' } = cell;
    if (typeof value === 'object') return false;
    const shown = String(value).toLowerCase();
    if (type === 'beginsWith') return shown.startsWith(sought);
    if (type === 'endsWith') return shown.endsWith(sought);
    return shown.includes(sought) === (type === 'containsText');
  };
}

function periodCondition({ rule, formulas }: Judged): Condition {
  const { today, has1904Dates } = formulas.clock();
  const holds = periodHolds(rule.period, today, has1904Dates);
  if (!holds) throw new NotEvaluated('A rule names an unknown period.');
  return ({ cell }) => typeof cell.value === 'number' && holds(cell.value);
}

function countCondition({ rule, cells }: Judged): Condition {
  const isDuplicate = rule.type === 'duplicateValues';
  return ({ cell }) => {
    const key = sameness(cell.value);
    const count = key === undefined ? 0 : cells.countOf(key);
    return isDuplicate ? count > 1 : count === 1;
  };
}

/** The number from which on, or up to which, a rule of ranks or of averages holds. */
export function limitOfRule(rule: Rule, cells: RuleCells): number | undefined {
  if (rule.type === 'aboveAverage') return averageLimit(rule, cells);
  const { count } = cells;
  const wanted = rule.isPercent ? Math.max(1, Math.floor((count * rule.rank) / 100)) : rule.rank;
  const place = Math.min(wanted, count) - 1;
  return place < 0 ? undefined : cells.numberAt(rule.isBottom ? place : count - 1 - place);
}

function averageLimit({ isAbove, deviations }: Rule, cells: RuleCells): number {
  const { mean } = cells;
  return deviations === 0 ? mean : mean + (isAbove ? 1 : -1) * deviations * cells.spread;
}

function rankCondition({ rule, cells }: Judged): Condition {
  const limit = limitOfRule(rule, cells);
  return ({ cell }) => {
    if (typeof cell.value !== 'number' || limit === undefined) return false;
    return rule.isBottom ? cell.value <= limit : cell.value >= limit;
  };
}

function averageCondition({ rule, cells }: Judged): Condition {
  const limit = averageLimit(rule, cells);
  return ({ cell }) => {
    if (typeof cell.value !== 'number') return false;
    if (rule.isEqualToo && cell.value === limit) return true;
    return rule.isAbove ? cell.value > limit : cell.value < limit;
  };
}
