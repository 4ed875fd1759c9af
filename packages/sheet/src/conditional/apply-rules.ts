import { limits } from '@sheetwire/contract/limits';
import type { CellStyle } from '../cell-style.ts';
import { FormulaBook } from '../formula/formula-book.ts';
import type { Cell, NotShown, Sheet, SheetRow, Workbook } from '../model.ts';
import type { PartLook } from '../part-look.ts';
import { quoted } from '../workbook-error.ts';
import { type Court, type JudgingRule, judge, type Verdict } from './judge.ts';
import type { Rule } from './rule.ts';
import { RuleFormulas } from './rule-formulas.ts';
import { SheetValues } from './sheet-values.ts';

/** A workbook with the looks that its rules give to cells. */
export interface RuledWorkbook {
  readonly workbook: Workbook;
  /** The rules that were left out. */
  readonly notShown: NotShown[];
  /** A rule looked at the clock. */
  readonly usesClock: boolean;
}

/** Told of what the rules are judged with, so that they go on with other values. */
export interface RuleKeeper {
  readonly begin: (book: FormulaBook, looks: RuleLooks) => void;
  /** The court of a sheet begins. */
  readonly sheet: (sheet: Sheet, court: Court) => void;
  /** The rows of the sheet as they were dressed: an array of its own. */
  readonly dressed: (rows: SheetRow[]) => void;
  readonly rule: (found: JudgingRule) => void;
  /** A rule was left out, or a look, that would not be with other values. */
  readonly fault: () => void;
}

/** The workbook with the looks that its conditional formatting rules give to cells, and the rules that were left out. */
export function withRules(workbook: Workbook, now: Date, keeper?: RuleKeeper): RuledWorkbook {
  const [plain] = workbook.styles;
  if (!plain || !workbook.sheets.some(({ rules = [] }) => rules.length > 0)) {
    return { workbook, notShown: [], usesClock: false };
  }
  const book = new FormulaBook(workbook, now);
  const looks = new RuleLooks(workbook.styles, plain, workbook.formats ?? []);
  const notShown: NotShown[] = [];
  keeper?.begin(book, looks);
  const sheets = workbook.sheets.map((sheet) =>
    sheet.isHidden ? sheet : dressedSheet(sheet, { book, looks, notShown, keeper }),
  );
  return { workbook: { ...workbook, sheets, styles: looks.all }, notShown, usesClock: book.hasAskedTime };
}

interface Dressing {
  readonly book: FormulaBook;
  readonly looks: RuleLooks;
  readonly notShown: NotShown[];
  readonly keeper: RuleKeeper | undefined;
}

function dressedSheet(sheet: Sheet, { book, looks, notShown, keeper }: Dressing): Sheet {
  const rules = (sheet.rules ?? []).toSorted((a, b) => a.priority - b.priority);
  const grid = book.sheet(sheet.name);
  if (rules.length === 0 || !grid) return sheet;
  const court: Court = {
    values: new SheetValues(sheet),
    formulas: new RuleFormulas(book, grid),
    verdicts: new Map(),
    work: { left: limits.workbook.ruleSteps, blanks: limits.workbook.ruleBlanks },
    numberOf: (look) => looks.formatNumber(look),
    fills: (format) => looks.fills(format),
    listOf: (formats) => looks.listOf(formats),
    isRightToLeft: sheet.isRightToLeft,
    onRule: keeper?.rule,
    onFault: keeper?.fault,
  };
  keeper?.sheet(sheet, court);
  for (const [why, count] of leftOut(rules, court)) {
    notShown.push({ sheet: quoted(sheet.name), what: 'conditional formatting rules', count, why });
  }
  const before = looks.lost;
  const rows = dressedRows(sheet, court, looks);
  keeper?.dressed(rows);
  const count = looks.lost - before;
  if (count > 0) {
    keeper?.fault();
    notShown.push({
      sheet: quoted(sheet.name),
      what: 'formats of conditional formatting rules',
      count,
      why: tooManyLooks,
    });
  }
  return { ...sheet, rows };
}

/** Judges by all rules; answers how many were left out, by the reason. */
function leftOut(rules: readonly Rule[], court: Court): Map<string, number> {
  const skipped = new Map<string, number>();
  for (const rule of rules) {
    const why = judge(rule, court);
    if (why !== undefined) skipped.set(why, (skipped.get(why) ?? 0) + 1);
  }
  return skipped;
}

const tooManyLooks = 'They result in too many different styles.';

/** The rows with the looks of their cells, those made that the file does not list. */
function dressedRows(sheet: Sheet, { verdicts, values }: Court, looks: RuleLooks): SheetRow[] {
  const rows = sheet.rows.map((row) => dressedRow(row, { verdicts: verdicts.get(row.number), looks, values }));
  const known = new Set(rows.map(({ number }) => number));
  const fresh = [...verdicts.keys()].filter((number) => !known.has(number));
  if (fresh.length === 0) return rows;
  for (const number of fresh) {
    const empty = { number, height: undefined, isHidden: sheet.hidesOtherRows, style: 0, cells: [] };
    rows.push(dressedRow(empty, { verdicts: verdicts.get(number), looks, values }));
  }
  return rows.sort((a, b) => a.number - b.number);
}

interface RowDressing {
  readonly verdicts: ReadonlyMap<number, Verdict> | undefined;
  readonly looks: RuleLooks;
  readonly values: SheetValues;
}

function dressedRow(row: SheetRow, { verdicts, looks, values }: RowDressing): SheetRow {
  if (!verdicts) return row;
  const listed = new Set<number>();
  const cells = row.cells.map((cell) => {
    listed.add(cell.column);
    const verdict = verdicts.get(cell.column);
    const style = verdict ? looks.numberOf(cell.style, verdict) : cell.style;
    return style === cell.style ? cell : { ...cell, style };
  });
  const fresh = [...verdicts].flatMap(([column, verdict]): Cell[] => {
    if (listed.has(column)) return [];
    const own = values.styleAt(row, column);
    const style = looks.numberOf(own, verdict);
    return style === own ? [] : [{ column, style, value: undefined }];
  });
  return { ...row, cells: fresh.length === 0 ? cells : [...cells, ...fresh].sort((a, b) => a.column - b.column) };
}

/** The looks of the workbook and those that rules make of them, each once. */
export class RuleLooks {
  readonly #looks: CellStyle[];
  readonly #formats: PartLook[];
  readonly #plain: CellStyle;
  readonly #numbers = new Map<string, number>();
  readonly #ownFormats = new Map<PartLook, number>();
  readonly #lists = new Map<string, number>();
  readonly #marks = new Map<string, number>();
  /** Cells whose look was one too many. */
  lost = 0;

  constructor(styles: readonly CellStyle[], plain: CellStyle, formats: readonly PartLook[]) {
    this.#looks = [...styles];
    this.#plain = plain;
    this.#formats = [...formats];
  }

  /** The number of a format that a rule brings with it. */
  formatNumber(look: PartLook): number {
    const number = this.#ownFormats.get(look) ?? this.#formats.push(look) - 1;
    this.#ownFormats.set(look, number);
    return number;
  }

  /** Whether a format fills its cells. */
  fills(format: number): boolean {
    return this.#formats[format]?.fill !== undefined;
  }

  get all(): readonly CellStyle[] {
    return this.#looks;
  }

  numberOf(style: number, verdict: Verdict): number {
    const { formats, ground, bar, icon, hidesValue } = verdict;
    if (formats.length === 0 && ground === undefined && bar === undefined && icon === undefined) return style;
    const drawn = `${this.#mark(ground)} ${this.#mark(bar)} ${this.#mark(icon)}`;
    const list = verdict.list ?? this.listOf(formats);
    const key = `${style} ${list} ${drawn} ${hidesValue}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (list === undefined || this.#numbers.size >= limits.workbook.ruleLooks) {
      this.lost++;
      return style;
    }
    const number = this.#looks.length;
    this.#looks.push(this.#dressed(style, verdict));
    this.#numbers.set(key, number);
    return number;
  }

  /** The number of a list of formats: the same for the same ones in the same order; undefined where there are too many. */
  listOf(formats: readonly number[]): number | undefined {
    const text = formats.join();
    const known = this.#lists.get(text);
    if (known !== undefined || this.#lists.size > limits.workbook.ruleLooks) return known;
    return this.#lists.set(text, this.#lists.size).size - 1;
  }

  /** A short name of a long text. */
  #mark(text: string | undefined): number {
    if (text === undefined) return -1;
    const known = this.#marks.get(text);
    if (known !== undefined) return known;
    return this.#marks.set(text, this.#marks.size).size - 1;
  }

  #dressed(style: number, { formats, ground, bar, icon, hidesValue }: Verdict): CellStyle {
    let look = this.#looks[style] ?? this.#plain;
    for (const number of formats.toReversed()) look = over(look, this.#formats[number] ?? {});
    return {
      ...look,
      ...(ground !== undefined && { fill: { ground } }),
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
