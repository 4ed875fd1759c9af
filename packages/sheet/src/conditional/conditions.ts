import type { CellValue } from '../model.ts';
import { type Operand, operandOf, placeOf } from './operand.ts';
import type { Rule } from './rule.ts';
import type { PlacedCell, SheetValues } from './sheet-values.ts';

/** Whether a rule holds for a cell. */
export type Condition = (placed: PlacedCell) => boolean;

interface Judged {
  readonly rule: Rule;
  readonly sheet: SheetValues;
  /** The cells of all its ranges. */
  readonly cells: readonly PlacedCell[];
}

/** The test of a rule that holds or not; undefined for one that needs a formula, a clock or a scale (fidelity 3). */
export function conditionOf(judged: Judged): Condition | undefined {
  const { rule } = judged;
  switch (rule.type) {
    case 'cellIs':
      return comparison(judged);
    case 'containsText':
    case 'notContainsText':
    case 'beginsWith':
    case 'endsWith':
      return textCondition(rule);
    case 'containsBlanks':
      return ({ cell }) => isBlank(cell.value);
    case 'notContainsBlanks':
      return ({ cell }) => !isBlank(cell.value);
    case 'containsErrors':
      return ({ cell }) => isError(cell.value);
    case 'notContainsErrors':
      return ({ cell }) => !isError(cell.value);
    case 'duplicateValues':
    case 'uniqueValues':
      return countCondition(judged);
    case 'top10':
      return rankCondition(judged);
    case 'aboveAverage':
      return averageCondition(judged);
    default:
      return undefined;
  }
}

function isError(value: CellValue | undefined): boolean {
  return typeof value === 'object';
}

function isBlank(value: CellValue | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

function comparison({ rule, sheet }: Judged): Condition | undefined {
  const [first, second] = rule.formulas.map(operandOf);
  const isRange = rule.operator === 'between' || rule.operator === 'notBetween';
  if (!first || (isRange && !second)) return undefined;
  const operandIn = (operand: Operand, placed: PlacedCell) => operandValue(operand, placed, { rule, sheet });
  return (placed) => {
    const { value } = placed.cell;
    if (isError(value)) return false;
    const one = compared(value, operandIn(first, placed));
    if (!isRange) return meets(rule.operator, one);
    const other = compared(value, second && operandIn(second, placed));
    const isWithin = (one >= 0 && other <= 0) || (one <= 0 && other >= 0);
    return isWithin === (rule.operator === 'between');
  };
}

function operandValue(
  operand: Operand,
  { row, cell }: PlacedCell,
  { rule, sheet }: Pick<Judged, 'rule' | 'sheet'>,
): CellValue | undefined {
  if (operand.kind === 'value') return operand.value;
  const [first] = rule.ranges;
  const away = { rows: row - (first?.top ?? row), columns: cell.column - (first?.left ?? cell.column) };
  const place = placeOf(operand, away);
  return sheet.at(place.row, place.column);
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

/** As a spreadsheet orders values: numbers before texts before truth values; an empty cell is 0, or an empty text. */
function compared(a: CellValue | undefined, b: CellValue | undefined): number {
  const left = a ?? emptyLike(b);
  const right = b ?? emptyLike(a);
  const [leftKind, rightKind] = [kindOf(left), kindOf(right)];
  if (leftKind !== rightKind) return leftKind - rightKind;
  if (typeof left === 'string' && typeof right === 'string') return textOrder(left, right);
  return Number(left) - Number(right);
}

function emptyLike(other: CellValue | undefined): CellValue {
  if (typeof other === 'string') return '';
  return typeof other === 'boolean' ? false : 0;
}

function kindOf(value: CellValue): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? 1 : 2;
}

function textOrder(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function textCondition({ type, text, formulas }: Rule): Condition | undefined {
  const sought = (text === '' ? soughtIn(formulas[0] ?? '') : text)?.toLowerCase();
  if (sought === undefined) return undefined;
  return ({ cell }) => {
    const { value = '' } = cell;
    if (typeof value === 'object') return false;
    const shown = String(value).toLowerCase();
    if (type === 'beginsWith') return shown.startsWith(sought);
    if (type === 'endsWith') return shown.endsWith(sought);
    return shown.includes(sought) === (type === 'containsText');
  };
}

/** The text of `NOT(ISERROR(SEARCH("x",A1)))`, `LEFT(A1,1)="x"`. */
function soughtIn(formula: string): string | undefined {
  return /"((?:[^"]|"")+)"/.exec(formula)?.[1]?.replaceAll('""', '"');
}

function countCondition({ rule, cells }: Judged): Condition {
  const counts = new Map<string, number>();
  for (const { cell } of cells) {
    const key = keyOf(cell.value);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isDuplicate = rule.type === 'duplicateValues';
  return ({ cell }) => {
    const count = counts.get(keyOf(cell.value) ?? '') ?? 0;
    return isDuplicate ? count > 1 : count === 1;
  };
}

function keyOf(value: CellValue | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'object') return `error ${value.error}`;
  return typeof value === 'string' ? `text ${value.toLowerCase()}` : `${typeof value} ${value}`;
}

function rankCondition({ rule, cells }: Judged): Condition {
  const numbers = numbersOf(cells).sort((a, b) => (rule.isBottom ? a - b : b - a));
  const wanted = rule.isPercent ? Math.max(1, Math.floor((numbers.length * rule.rank) / 100)) : rule.rank;
  const limit = numbers[Math.min(wanted, numbers.length) - 1];
  return ({ cell }) => {
    if (typeof cell.value !== 'number' || limit === undefined) return false;
    return rule.isBottom ? cell.value <= limit : cell.value >= limit;
  };
}

function averageCondition({ rule, cells }: Judged): Condition {
  const numbers = numbersOf(cells);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const spread = Math.sqrt(numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / numbers.length);
  const limit = mean + (rule.isAbove ? 1 : -1) * rule.deviations * spread;
  return ({ cell }) => {
    if (typeof cell.value !== 'number') return false;
    if (rule.isEqualToo && cell.value === limit) return true;
    return rule.isAbove ? cell.value > limit : cell.value < limit;
  };
}

/** The numbers of cells. */
export function numbersOf(cells: readonly PlacedCell[]): number[] {
  return cells.map(({ cell }) => cell.value).filter((value) => typeof value === 'number');
}
