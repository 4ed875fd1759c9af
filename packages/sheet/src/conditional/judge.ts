import { NotEvaluated } from '../formula/faults.ts';
import type { Cell, PartLook } from '../model.ts';
import { type Condition, conditionOf, numbersOf } from './conditions.ts';
import { iconOf, isKnown } from './icons.ts';
import type { Rule } from './rule.ts';
import type { RuleFormulas } from './rule-formulas.ts';
import { barImage, iconStep, limitsOf, scaleColor } from './scale.ts';
import type { PlacedCell, SheetValues } from './sheet-values.ts';

/** What the rules say of one cell, the first to say a thing first. */
export interface Verdict {
  readonly formats: number[];
  isStopped: boolean;
  ground: string | undefined;
  bar: string | undefined;
  icon: string | undefined;
  hidesValue: boolean;
}

/** By row and column. */
export type Verdicts = Map<number, Map<number, Verdict>>;

const tooMuch = 'The rules cover too many cells.';
const unread = 'Rules of this kind are not shown.';

/** The court of one sheet: where rules judge its cells. */
export interface Court {
  readonly values: SheetValues;
  readonly formulas: RuleFormulas;
  readonly verdicts: Verdicts;
  /** Cells of the sheet that rules may still judge, each rule counted anew. */
  readonly work: { left: number; blanks: number };
  /** The number of the format that a rule brings with it. */
  readonly numberOf: (look: PartLook) => number;
}

/** Judges the cells of a rule; answers why the rule was left out. */
export function judge(rule: Rule, court: Court): string | undefined {
  const { verdicts, formulas } = court;
  try {
    const cells = cellsOf(rule, court);
    if (!cells) return tooMuch;
    formulas.begin();
    const say = sayingOf(rule, cells, court);
    if (!say) return unread;
    for (const placed of cells) say(placed, () => verdictAt(verdicts, placed));
    return undefined;
  } catch (fault) {
    if (fault instanceof NotEvaluated) return fault.why;
    throw fault;
  }
}

/** Kinds of rules that may hold for an empty cell. */
const heedsBlanks: ReadonlySet<string> = new Set([
  'expression',
  'cellIs',
  'notContainsText',
  'containsBlanks',
  'notContainsErrors',
]);

/** The cells of a rule; undefined where they are too many. */
function cellsOf(rule: Rule, { values, work }: Court): PlacedCell[] | undefined {
  const cells: PlacedCell[] = [];
  for (const range of rule.ranges) {
    if (--work.left < 0) return undefined;
    for (const placed of values.within(range, work)) {
      if (--work.left < 0) return undefined;
      cells.push(placed);
    }
    if (!heedsBlanks.has(rule.type)) continue;
    const size = values.sizeOf(range);
    if (size > work.blanks || size > work.left) continue;
    work.left -= size;
    for (const placed of values.blanksWithin(range)) {
      work.blanks--;
      cells.push(placed);
    }
  }
  return cells;
}

function verdictAt(verdicts: Verdicts, { row, cell }: PlacedCell): Verdict {
  let inRow = verdicts.get(row);
  if (!inRow) {
    inRow = new Map();
    verdicts.set(row, inRow);
  }
  let verdict = inRow.get(cell.column);
  if (!verdict) {
    verdict = { formats: [], isStopped: false, ground: undefined, bar: undefined, icon: undefined, hidesValue: false };
    inRow.set(cell.column, verdict);
  }
  return verdict;
}

type Saying = (placed: PlacedCell, verdict: () => Verdict) => void;

function sayingOf(rule: Rule, cells: readonly PlacedCell[], court: Court): Saying | undefined {
  if (rule.type === 'colorScale') return scaleSaying(rule, cells, court);
  if (rule.type === 'dataBar') return barSaying(rule, cells, court);
  if (rule.type === 'iconSet') return iconSaying(rule, cells, court);
  const holds: Condition | undefined = conditionOf({ rule, formulas: court.formulas, cells });
  if (!holds) return undefined;
  // All cells are judged before one is dressed: a rule that runs out of work is left out as a whole.
  const held = new Set(cells.filter((placed) => !isStopped(court.verdicts, placed) && holds(placed)));
  const format = rule.look ? court.numberOf(rule.look) : rule.format;
  return (placed, verdict) => {
    if (!held.has(placed)) return;
    if (format !== undefined) verdict().formats.push(format);
    if (rule.stops) verdict().isStopped = true;
  };
}

function isStopped(verdicts: Verdicts, { row, cell }: PlacedCell): boolean {
  return verdicts.get(row)?.get(cell.column)?.isStopped ?? false;
}

/** What a scale says of a cell that no rule before has stopped. */
function unlessStopped(court: Court, say: (cell: Cell, verdict: Verdict) => void): Saying {
  return (placed, verdict) => {
    if (typeof placed.cell.value === 'number' && !isStopped(court.verdicts, placed)) say(placed.cell, verdict());
  };
}

function pointsOf(rule: Rule, cells: readonly PlacedCell[], { formulas }: Court): number[] | undefined {
  return limitsOf(rule.points, numbersOf(cells), (text) => formulas.numberOf(text, rule));
}

function scaleSaying(rule: Rule, cells: readonly PlacedCell[], court: Court): Saying | undefined {
  const ends = pointsOf(rule, cells, court);
  const colors = rule.colors.map((color) => color ?? '#ffffff');
  if (!ends || ends.length < 2 || colors.length < ends.length) return undefined;
  return unlessStopped(court, ({ value }, verdict) => {
    if (typeof value === 'number') verdict.ground ??= scaleColor(value, ends, colors);
  });
}

function barSaying(rule: Rule, cells: readonly PlacedCell[], court: Court): Saying | undefined {
  const { colors, bar } = rule;
  const [least, most] = pointsOf(rule, cells, court) ?? [];
  const color = colors[0] ?? '#638ec6';
  if (!bar || least === undefined || most === undefined) return undefined;
  return unlessStopped(court, ({ value }, verdict) => {
    if (typeof value !== 'number' || verdict.bar !== undefined) return;
    verdict.bar = barImage(value, { look: bar, color, least, most });
    if (!bar.showsValue) verdict.hidesValue = true;
  });
}

function iconSaying(rule: Rule, cells: readonly PlacedCell[], court: Court): Saying | undefined {
  const ends = pointsOf(rule, cells, court);
  const { icons } = rule;
  if (!icons || !ends || !isKnown(icons, ends.length)) return undefined;
  return unlessStopped(court, ({ value }, verdict) => {
    const step = iconStep(value, ends, rule);
    if (step === undefined || verdict.icon !== undefined) return;
    verdict.icon = iconOf(icons, step);
    if (!icons.showsValue) verdict.hidesValue = true;
  });
}
