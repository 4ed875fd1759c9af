import { NotEvaluated, tooMuchWork } from '../formula/faults.ts';
import type { CellRange } from '../model.ts';
import type { PartLook } from '../part-look.ts';
import { type Condition, conditionOf, limitOfRule } from './conditions.ts';
import { turnsOfBar, turnsOfScale } from './held/turning-points.ts';
import { iconOf, isKnown } from './icons.ts';
import type { Rule } from './rule.ts';
import { ListedCells, type RuleCells } from './rule-cells.ts';
import type { RuleFormulas } from './rule-formulas.ts';
import { barImage, iconStep, limitsOf, scaleColor } from './scale.ts';
import type { PlacedCell, SheetValues } from './sheet-values.ts';

/** What the rules say of one cell, the first to say a thing first. */
export interface Verdict {
  readonly formats: number[];
  isStopped: boolean;
  /** One of the formats has a fill: no scale behind it colors the cell. */
  isFilled: boolean;
  /** The color of a scale: no fill of a format behind it is seen. */
  ground: string | undefined;
  bar: string | undefined;
  icon: string | undefined;
  hidesValue: boolean;
  /** The number of the list of its formats, where it is known. */
  readonly list?: number | undefined;
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
  /** Whether a format fills its cells. */
  readonly fills: (format: number) => boolean;
  /** The number of a list of formats; undefined where there are too many. */
  readonly listOf: (formats: readonly number[]) => number | undefined;
  readonly isRightToLeft: boolean;
  /** Told of each rule that judges, before it does. */
  readonly onRule?: ((found: JudgingRule) => void) | undefined;
  /** Told that a rule was left out which other values might let judge. */
  readonly onFault?: (() => void) | undefined;
}

/** A rule with the cells that it judges. */
export interface JudgingRule extends CellsOfRule {
  readonly rule: Rule;
}

/** Judges the cells of a rule; answers why the rule was left out. */
export function judge(rule: Rule, court: Court): string | undefined {
  const { verdicts, formulas } = court;
  let saying: Saying | undefined;
  try {
    const found = cellsOf(rule, court);
    if (!found) return tooMuch;
    formulas.begin();
    saying = sayingOf(rule, new ListedCells(found.cells), court);
    if (!saying) {
      if (isScale(rule)) court.onFault?.();
      return unread;
    }
    court.onRule?.({ ...found, rule });
    // All cells are judged before one is dressed: a rule that runs out of work is left out as a whole.
    const { holds, say } = saying;
    const held = found.cells.filter((placed) => holds(placed, verdictAt(verdicts, placed)));
    for (const placed of held) say(placed, verdictNow(verdicts, placed));
    return undefined;
  } catch (fault) {
    if (!(fault instanceof NotEvaluated)) throw fault;
    if (saying || isScale(rule) || fault.why === tooMuchWork) court.onFault?.();
    return fault.why;
  }
}

/** Rules whose ends may be values of cells. */
export function isScale({ type }: Pick<Rule, 'type'>): boolean {
  return type === 'colorScale' || type === 'dataBar' || type === 'iconSet';
}

/** Kinds of rules that may hold for an empty cell. */
const heedsBlanks: ReadonlySet<string> = new Set([
  'expression',
  'cellIs',
  'notContainsText',
  'containsBlanks',
  'notContainsErrors',
]);

/** The cells of a rule, and the parts of its ranges of which cells that the file does not list are among them. */
interface CellsOfRule {
  readonly cells: readonly PlacedCell[];
  readonly blanks: readonly CellRange[];
}

/** The cells of a rule; undefined where they are too many. */
function cellsOf(rule: Rule, { values, work }: Court): CellsOfRule | undefined {
  const cells: PlacedCell[] = [];
  const blanks: CellRange[] = [];
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
    blanks.push(range);
    for (const placed of values.blanksWithin(range)) {
      work.blanks--;
      cells.push(placed);
    }
  }
  return { cells, blanks };
}

function verdictAt(verdicts: Verdicts, { row, cell }: PlacedCell): Verdict | undefined {
  return verdicts.get(row)?.get(cell.column);
}

/** The verdict of a cell, begun where there is none. */
function verdictNow(verdicts: Verdicts, { row, cell }: PlacedCell): Verdict {
  let inRow = verdicts.get(row);
  if (!inRow) {
    inRow = new Map();
    verdicts.set(row, inRow);
  }
  let verdict = inRow.get(cell.column);
  if (!verdict) {
    verdict = newVerdict();
    inRow.set(cell.column, verdict);
  }
  return verdict;
}

/** A verdict that says nothing yet. */
export function newVerdict(): Verdict {
  return {
    formats: [],
    isStopped: false,
    isFilled: false,
    ground: undefined,
    bar: undefined,
    icon: undefined,
    hidesValue: false,
  };
}

/** What a rule says of the cells that it holds for. */
export interface Saying {
  /** Whether it says something of a cell, of which the rules before have said this. */
  readonly holds: (placed: PlacedCell, verdict: Verdict | undefined) => boolean;
  readonly say: (placed: PlacedCell, verdict: Verdict) => void;
  /** The numbers that it goes by. */
  readonly ends: readonly number[];
  /** Numbers at which what it says turns; undefined where other ends may turn all. */
  readonly turns: () => readonly number[] | undefined;
}

/** What a rule says, with all cells of its ranges at hand; undefined for a kind that is not shown. */
export function sayingOf(rule: Rule, cells: RuleCells, court: SayingCourt): Saying | undefined {
  if (rule.type === 'colorScale') return scaleSaying(rule, cells, court);
  if (rule.type === 'dataBar') return barSaying(rule, cells, court);
  if (rule.type === 'iconSet') return iconSaying(rule, cells, court);
  const holds: Condition | undefined = conditionOf({ rule, formulas: court.formulas, cells });
  if (!holds) return undefined;
  const format = rule.look ? court.numberOf(rule.look) : rule.format;
  const isFilling = format !== undefined && court.fills(format);
  const limit = rule.type === 'top10' || rule.type === 'aboveAverage' ? limitOfRule(rule, cells) : undefined;
  const ends = limit === undefined ? [] : [limit];
  return {
    holds: (placed, verdict) => !verdict?.isStopped && holds(placed),
    say: (_, verdict) => {
      if (format !== undefined) verdict.formats.push(format);
      if (isFilling) verdict.isFilled = true;
      if (rule.stops) verdict.isStopped = true;
    },
    ends,
    turns: () => ends,
  };
}

/** What sayings are made with. */
type SayingCourt = Pick<Court, 'formulas' | 'numberOf' | 'fills' | 'isRightToLeft'>;

/** What a scale says of a number that no rule before has stopped. */
function ofNumbers(
  { ends, turns }: Pick<Saying, 'ends' | 'turns'>,
  say: (value: number, verdict: Verdict) => void,
): Saying {
  let known: { readonly turns: readonly number[] | undefined } | undefined;
  return {
    holds: ({ cell }, verdict) => typeof cell.value === 'number' && !verdict?.isStopped,
    say: ({ cell }, verdict) => {
      if (typeof cell.value === 'number') say(cell.value, verdict);
    },
    ends,
    // Asked for when its ends are new, and again when they are old.
    turns: () => {
      known ??= { turns: turns() };
      return known.turns;
    },
  };
}

function pointsOf(rule: Rule, cells: RuleCells, { formulas }: SayingCourt): number[] | undefined {
  return limitsOf(rule.points, cells, (text) => formulas.numberOf(text, rule));
}

function scaleSaying(rule: Rule, cells: RuleCells, court: SayingCourt): Saying | undefined {
  const ends = pointsOf(rule, cells, court);
  const colors = rule.colors.map((color) => color ?? '#ffffff');
  if (!ends || ends.length < 2 || colors.length < ends.length) return undefined;
  const scale = { ends, colors, mixed: new Map<number, string>() };
  return ofNumbers({ ends, turns: () => turnsOfScale(ends) }, (value, verdict) => {
    if (!verdict.isFilled) verdict.ground ??= scaleColor(value, scale);
  });
}

function barSaying(rule: Rule, cells: RuleCells, court: SayingCourt): Saying | undefined {
  const { colors, bar: look } = rule;
  const [least, most] = pointsOf(rule, cells, court) ?? [];
  const color = colors[0] ?? '#638ec6';
  if (!look || least === undefined || most === undefined) return undefined;
  const isFromRight = look.direction === 'context' ? court.isRightToLeft : look.direction === 'rightToLeft';
  const bar = { look, color, least, most, isFromRight, images: new Map<string, string | undefined>() };
  return ofNumbers({ ends: [least, most], turns: () => turnsOfBar(bar) }, (value, verdict) => {
    if (verdict.bar !== undefined) return;
    verdict.bar = barImage(value, bar);
    if (!look.showsValue) verdict.hidesValue = true;
  });
}

function iconSaying(rule: Rule, cells: RuleCells, court: SayingCourt): Saying | undefined {
  const ends = pointsOf(rule, cells, court);
  const { icons } = rule;
  if (!icons || !ends || !isKnown(icons, ends.length)) return undefined;
  return ofNumbers({ ends, turns: () => ends }, (value, verdict) => {
    const step = iconStep(value, ends, rule);
    if (step === undefined || verdict.icon !== undefined) return;
    verdict.icon = iconOf(icons, step);
    if (!icons.showsValue) verdict.hidesValue = true;
  });
}
