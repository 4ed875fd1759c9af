import { limits } from '@sheetwire/contract/limits';
import type { CellStyle, NotShown, PartLook, Sheet, SheetRow, Workbook } from '../model.ts';
import { quoted } from '../workbook-error.ts';
import { type Condition, conditionOf, numbersOf } from './conditions.ts';
import { iconHtml } from './icons.ts';
import type { Rule } from './rule.ts';
import { barImage, iconStep, limitsOf, scaleColor } from './scale.ts';
import { type PlacedCell, SheetValues } from './sheet-values.ts';

/** What the rules say of one cell, the first to say a thing first. */
interface Verdict {
  readonly formats: number[];
  isStopped: boolean;
  ground: string | undefined;
  bar: string | undefined;
  icon: string | undefined;
  hidesValue: boolean;
}

/** The workbook with the looks that its rules of conditional formatting give to cells, and the rules that were left out. */
export function withRules(workbook: Workbook): { readonly workbook: Workbook; readonly notShown: NotShown[] } {
  const [plain] = workbook.styles;
  if (!plain || !workbook.sheets.some(({ rules = [] }) => rules.length > 0)) return { workbook, notShown: [] };
  const looks = new RuleLooks(workbook.styles, plain, workbook.formats ?? []);
  const notShown: NotShown[] = [];
  const sheets = workbook.sheets.map((sheet) => (sheet.isHidden ? sheet : dressedSheet(sheet, looks, notShown)));
  return { workbook: { ...workbook, sheets, styles: looks.all }, notShown };
}

function dressedSheet(sheet: Sheet, looks: RuleLooks, notShown: NotShown[]): Sheet {
  const rules = (sheet.rules ?? []).toSorted((a, b) => a.priority - b.priority);
  if (rules.length === 0) return sheet;
  const values = new SheetValues(sheet);
  const verdicts = new Map<number, Map<number, Verdict>>();
  const skipped = new Map<string, number>();
  const work = { left: limits.workbook.ruleSteps };
  for (const rule of rules) {
    const why = judge(rule, { values, verdicts, work });
    if (why !== undefined) skipped.set(why, (skipped.get(why) ?? 0) + 1);
  }
  for (const [why, count] of skipped) {
    notShown.push({ sheet: quoted(sheet.name), what: 'rules of conditional formatting', count, why });
  }
  const before = looks.lost;
  const rows = sheet.rows.map((row) => dressedRow(row, verdicts.get(row.number), looks));
  const count = looks.lost - before;
  if (count > 0) notShown.push({ sheet: quoted(sheet.name), what: 'looks of rules', count, why: tooManyLooks });
  return { ...sheet, rows };
}

const tooManyLooks = 'They give too many different looks.';
const tooMuch = 'The rules cover too many cells.';
const unread = 'Rules with a formula of this kind are not evaluated.';

interface Court {
  readonly values: SheetValues;
  readonly verdicts: Map<number, Map<number, Verdict>>;
  /** Cells of the sheet that rules may still judge, each rule counted anew. */
  readonly work: { left: number };
}

/** Judges the cells of a rule; answers why the rule was left out. */
function judge(rule: Rule, { values, verdicts, work }: Court): string | undefined {
  const cells: PlacedCell[] = [];
  for (const range of rule.ranges) {
    if (--work.left < 0) return tooMuch;
    for (const placed of values.within(range, work)) {
      if (--work.left < 0) return tooMuch;
      cells.push(placed);
    }
  }
  const say = sayingOf(rule, cells, values);
  if (!say) return unread;
  for (const placed of cells) {
    const verdict = verdictAt(verdicts, placed);
    if (!verdict.isStopped) say(placed, verdict);
  }
  return undefined;
}

function verdictAt(verdicts: Map<number, Map<number, Verdict>>, { row, cell }: PlacedCell): Verdict {
  let inRow = verdicts.get(row);
  if (!inRow) {
    inRow = new Map();
    verdicts.set(row, inRow);
  }
  let verdict = inRow.get(cell.column);
  if (!verdict) {
    verdict = {
      formats: [],
      isStopped: false,
      ground: undefined,
      bar: undefined,
      icon: undefined,
      hidesValue: false,
    };
    inRow.set(cell.column, verdict);
  }
  return verdict;
}

type Saying = (placed: PlacedCell, verdict: Verdict) => void;

function sayingOf(rule: Rule, cells: readonly PlacedCell[], sheet: SheetValues): Saying | undefined {
  if (rule.type === 'colorScale') return scaleSaying(rule, cells);
  if (rule.type === 'dataBar') return barSaying(rule, cells);
  if (rule.type === 'iconSet') return iconSaying(rule, cells);
  const holds: Condition | undefined = conditionOf({ rule, sheet, cells });
  return (
    holds &&
    ((placed, verdict) => {
      if (!holds(placed)) return;
      if (rule.format !== undefined) verdict.formats.push(rule.format);
      if (rule.stops) verdict.isStopped = true;
    })
  );
}

function scaleSaying(rule: Rule, cells: readonly PlacedCell[]): Saying | undefined {
  const ends = limitsOf(rule.points, numbersOf(cells));
  const colors = rule.colors.map((color) => color ?? '#ffffff');
  if (!ends || ends.length < 2 || colors.length < ends.length) return undefined;
  return ({ cell }, verdict) => {
    if (typeof cell.value === 'number') verdict.ground ??= scaleColor(cell.value, ends, colors);
  };
}

function barSaying({ points, colors, bar }: Rule, cells: readonly PlacedCell[]): Saying | undefined {
  const [least, most] = limitsOf(points, numbersOf(cells)) ?? [];
  const color = colors[0] ?? '#638ec6';
  if (!bar || least === undefined || most === undefined) return undefined;
  return ({ cell }, verdict) => {
    if (typeof cell.value !== 'number' || verdict.bar !== undefined) return;
    verdict.bar = barImage(cell.value, { look: bar, color, least, most });
    if (!bar.showsValue) verdict.hidesValue = true;
  };
}

function iconSaying(rule: Rule, cells: readonly PlacedCell[]): Saying | undefined {
  const ends = limitsOf(rule.points, numbersOf(cells));
  const { icons } = rule;
  if (!icons || !ends || iconHtml(icons.set, ends.length - 1, false) === undefined) return undefined;
  return ({ cell }, verdict) => {
    const step = iconStep(cell.value, ends, rule);
    if (step === undefined || verdict.icon !== undefined) return;
    verdict.icon = iconHtml(icons.set, step, icons.isReversed);
    if (!icons.showsValue) verdict.hidesValue = true;
  };
}

function dressedRow(row: SheetRow, verdicts: Map<number, Verdict> | undefined, looks: RuleLooks): SheetRow {
  if (!verdicts) return row;
  const cells = row.cells.map((cell) => {
    const verdict = verdicts.get(cell.column);
    const style = verdict ? looks.numberOf(cell.style, verdict) : cell.style;
    return style === cell.style ? cell : { ...cell, style };
  });
  return { ...row, cells };
}

/** The looks of the workbook and those that rules make of them, each once. */
class RuleLooks {
  readonly #looks: CellStyle[];
  readonly #formats: readonly PartLook[];
  readonly #plain: CellStyle;
  readonly #numbers = new Map<string, number>();
  /** Cells whose look was one too many. */
  lost = 0;

  constructor(styles: readonly CellStyle[], plain: CellStyle, formats: readonly PartLook[]) {
    this.#looks = [...styles];
    this.#plain = plain;
    this.#formats = formats;
  }

  get all(): readonly CellStyle[] {
    return this.#looks;
  }

  numberOf(style: number, verdict: Verdict): number {
    const { formats, ground, bar, icon, hidesValue } = verdict;
    if (formats.length === 0 && ground === undefined && bar === undefined && icon === undefined) return style;
    const key = JSON.stringify([style, formats, ground, bar, icon, hidesValue]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#numbers.size >= limits.workbook.ruleLooks) {
      this.lost++;
      return style;
    }
    const number = this.#looks.length;
    this.#looks.push(this.#dressed(style, verdict));
    this.#numbers.set(key, number);
    return number;
  }

  #dressed(style: number, { formats, ground, bar, icon, hidesValue }: Verdict): CellStyle {
    let look = this.#looks[style] ?? this.#plain;
    for (const number of formats.toReversed()) look = over(look, this.#formats[number] ?? {});
    const fill = formats.some((number) => this.#formats[number]?.fill) ? look.fill : undefined;
    return {
      ...look,
      fill: fill ?? (ground === undefined ? look.fill : { ground }),
      ...(bar !== undefined && { bar }),
      ...(icon !== undefined && { icon }),
      ...(hidesValue && { hidesValue }),
    };
  }
}

/** A look with what a differential format says over it. */
function over(look: CellStyle, { font, fill, borders, format }: PartLook): CellStyle {
  return {
    ...look,
    format: format ?? look.format,
    font: { ...look.font, ...font },
    fill: fill ?? look.fill,
    borders: borders ? { ...look.borders, ...defined(borders) } : look.borders,
  };
}

function defined<T extends object>(parts: T): Partial<T> {
  const found: Partial<T> = { ...parts };
  for (const name in found) if (found[name] === undefined) delete found[name];
  return found;
}
