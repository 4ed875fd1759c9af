import { limits } from '@sheetwire/contract/limits';
import { columnOf, lastColumn, lastRow } from '../../address.ts';
import { type FormulaOfCell, formulaMarks, linkIn, SharedFormulas } from '../../formula/cells/cell-formulas.ts';
import type { Cell, CellRange, CellValue, SheetRow, TextRun } from '../../model.ts';
import { groupOf } from '../../outline/read-groups.ts';
import type { RichValues } from '../../pictures/cell-pictures.ts';
import type { CellPicture } from '../../pictures/picture.ts';
import { WorkbookError } from '../../workbook-error.ts';
import type { Palette } from '../color.ts';
import { bytesOf, type ReadBudget, spendMemory } from '../read-budget.ts';
import { ownText, type SharedText, type TextReader } from '../shared-strings.ts';
import { type Attributes, decimal, isOn, whole } from '../xml.ts';
import { serialOfIso } from './iso-date.ts';
import { PlainCell } from './plain-cell.ts';
import { grouped, ordered, type RowDraft, saysSomething } from './row-drafts.ts';

/** What all sheets of a workbook share while they are read. */
export interface SharedState {
  readonly texts: readonly SharedText[];
  /** What stands in cells in place of a value, by the number of its metadata. */
  readonly richValues: RichValues;
  readonly styleCount: number;
  readonly palette: Palette;
  readonly budget: ReadBudget;
  readonly has1904Dates: boolean;
  /** The program that wrote the file asks for its formulas to be calculated: what it saved may be old, and a 0 is no result. */
  readonly asksToCalculate: boolean;
  /** The formulas of all cells are kept, also of those with results. */
  readonly keepsFormulas: boolean;
}

const noFacts: Attributes = {};

/** Reads the rows of one sheet, cell by cell. */
export class CellReader {
  readonly #state: SharedState;
  readonly #inline: TextReader;
  readonly #rows: RowDraft[] = [];
  #row: RowDraft | undefined;
  #column = 0;
  #type = 'n';
  #style = 0;
  #value = '';
  #formula = '';
  #formulaFacts: Attributes | undefined;
  readonly #shared = new SharedFormulas();
  #picture: CellPicture | undefined;
  /** In place of an error that older programs show. */
  #instead: CellValue | undefined;
  #into: 'value' | 'formula' | 'inline' | undefined;
  #isDynamic = false;
  #hasValue = false;
  #isOrdered = true;
  #hasGroups = false;
  readonly #plain = new PlainCell();
  /** Elements that are open within the row at hand; undefined between rows. */
  #inRow: number | undefined;

  constructor(state: SharedState, inline: TextReader) {
    this.#state = state;
    this.#inline = inline;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#inRow !== undefined) this.#inRow++;
    if (this.#into === 'inline') this.#inline.open(name, attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') {
      this.#into = 'value';
      this.#hasValue = true;
    } else if (name === 'f') {
      this.#into = 'formula';
      this.#formulaFacts = attributes;
    } else if (name === 'is') this.#into = 'inline';
    else if (name === 'row') this.#openRow(attributes);
  }

  text(text: string): void {
    if (this.#into === 'inline') this.#inline.text(text);
    else if (this.#into === 'formula') {
      if (this.#formula.length < limits.workbook.formula) this.#formula += text;
    } else if (this.#into === 'value') {
      this.#value += text;
      this.#state.budget.texts.ensure(this.#value.length);
    }
  }

  close(name: string): void {
    if (this.#inRow !== undefined) this.#inRow = this.#inRow > 0 ? this.#inRow - 1 : undefined;
    if (name === 'v' || name === 'f' || name === 'is') this.#into = undefined;
    else if (this.#into === 'inline') this.#inline.close(name);
    else if (name === 'c') this.#closeCell();
  }

  #openRow(attributes: Attributes): void {
    const before = this.#rows.at(-1)?.number ?? 0;
    const number = whole(attributes.r) ?? before + 1;
    if (number < 1 || number > lastRow) throw new WorkbookError(outside);
    if (number <= before) this.#isOrdered = false;
    this.#state.budget.rows.spend(1);
    spendMemory(this.#state.budget, bytesOf.row);
    const group = groupOf(attributes);
    this.#row = {
      number,
      height: decimal(attributes.ht),
      isHidden: isOn(attributes.hidden) || attributes.ht === '0',
      style: isOn(attributes.customFormat) ? this.#styleOf(attributes) : 0,
      cells: [],
      ...(group && { draft: group }),
    };
    this.#hasGroups ||= group !== undefined;
    this.#rows.push(this.#row);
    this.#column = 0;
    this.#inRow = 0;
  }

  /** Reads the plain cells that come next in the row at hand; answers the place behind them. */
  skim(text: string, from: number): number {
    const cells = this.#inRow === 0 ? this.#row?.cells : undefined;
    if (!cells) return from;
    const plain = this.#plain;
    let at = from;
    let count = 0;
    for (let end = plain.read(text, at); end > at; end = plain.read(text, at)) {
      const column = plain.column > 0 ? plain.column : this.#column + 1;
      if (column > lastColumn) break;
      if (column <= this.#column) this.#isOrdered = false;
      this.#column = column;
      cells.push(this.#plainCell(plain, column));
      at = end;
      count++;
    }
    this.#state.budget.cells.spend(count);
    spendMemory(this.#state.budget, count * bytesOf.cell);
    return at;
  }

  #plainCell(plain: PlainCell, column: number): Cell {
    const { style, isShared, hasValue, value } = plain;
    const known = style < this.#state.styleCount ? style : 0;
    if (plain.formula !== '' || plain.sharedFormula !== undefined) return this.#plainFormula(plain, column, known);
    if (!isShared || !hasValue) return { column, style: known, value: hasValue ? value : undefined };
    const shared = this.#state.texts[value];
    return shared?.runs
      ? { column, style: known, value: shared.text, runs: shared.runs }
      : { column, style: known, value: shared?.text };
  }

  #plainFormula({ formula, sharedFormula, hasValue, value: number }: PlainCell, column: number, style: number): Cell {
    this.#type = 'n';
    this.#formula = formula;
    this.#isDynamic = false;
    this.#hasValue = hasValue;
    const value = hasValue ? number : undefined;
    const facts: Attributes = sharedFormula === undefined ? noFacts : { t: 'shared', si: sharedFormula };
    return cellOf(column, style, { value, runs: undefined, told: this.#formulaOf(facts, value) });
  }

  #styleOf(attributes: Attributes): number {
    const style = whole(attributes.s) ?? 0;
    return style > 0 && style < this.#state.styleCount ? style : 0;
  }

  #openCell(attributes: Attributes): void {
    const column = columnOf(attributes.r) ?? this.#column + 1;
    if (column > lastColumn) throw new WorkbookError(outside);
    if (column <= this.#column) this.#isOrdered = false;
    this.#column = column;
    this.#type = attributes.t ?? 'n';
    this.#style = this.#styleOf(attributes);
    const rich = attributes.vm === undefined ? undefined : (whole(attributes.vm) ?? 0);
    this.#picture = rich === undefined ? undefined : this.#state.richValues.pictures.get(rich);
    this.#instead = rich === undefined ? undefined : this.#state.richValues.values.get(rich);
    this.#isDynamic = attributes.cm !== undefined;
    this.#value = '';
    this.#formula = '';
    this.#formulaFacts = undefined;
    this.#hasValue = false;
  }

  #closeCell(): void {
    const state = this.#state;
    state.budget.cells.spend(1);
    spendMemory(state.budget, bytesOf.cell);
    if (this.#picture) {
      this.#row?.cells.push({ column: this.#column, style: this.#style, value: undefined, picture: this.#picture });
      return;
    }
    const text = this.#sharedText();
    const value = text ? text.text : this.#plainValue();
    const told = this.#formulaFacts ? this.#formulaOf(this.#formulaFacts, value) : undefined;
    this.#row?.cells.push(cellOf(this.#column, this.#style, { value, runs: text?.runs, told }));
  }

  /** A 0 in place of a result stays until it is known whether the file holds results at all. */
  #formulaOf(facts: Attributes, value: CellValue | undefined): FormulaOfCell {
    const state = this.#state;
    const isUncalculated = this.#lacksResult(value);
    const row = this.#row?.number ?? 1;
    const read = this.#shared.formulaOf(facts, this.#formula, { row, column: this.#column });
    const formula = read && {
      ...read,
      ...(this.#isDynamic && { isDynamic: true as const }),
      ...(state.asksToCalculate && { isAsked: true as const }),
    };
    const isTotal = formula !== undefined && TOTAL.test(formula.text);
    const link = formula && linkIn(formula);
    const isKept = formula !== undefined && (isUncalculated || state.asksToCalculate || state.keepsFormulas);
    if (isKept || typeof link === 'object') {
      state.budget.texts.spend(this.#formula.length);
      spendMemory(state.budget, bytesOf.formula, this.#formula);
    }
    const spill = this.#isDynamic ? formula?.fills : undefined;
    return { formula: isKept ? formula : undefined, link, isUncalculated, isTotal, spill };
  }

  /** No value, or what libraries that cannot calculate write in its place: an empty one, or 0 with a request. */
  #lacksResult(value: CellValue | undefined): boolean {
    if (this.#type === 'inlineStr' || this.#type === 'str') return this.#type === 'str' && !this.#hasValue;
    return value === undefined || (value === 0 && this.#state.asksToCalculate);
  }

  #sharedText(): SharedText | undefined {
    if (this.#type === 'inlineStr') return this.#inline.take();
    return this.#type === 's' && this.#hasValue ? this.#state.texts[Number(this.#value)] : undefined;
  }

  #plainValue(): CellValue | undefined {
    if (!this.#hasValue || this.#type === 's') return undefined;
    const text = this.#value;
    switch (this.#type) {
      case 'b':
        return text.trim() === '1' || text.trim() === 'true';
      case 'e':
        return this.#instead ?? { error: this.#ownText(text).trim() };
      case 'str':
        return this.#ownText(text);
      case 'd':
        return serialOfIso(text, this.#state.has1904Dates) ?? this.#ownText(text);
      default:
        return text === '' ? undefined : (decimal(text) ?? this.#ownText(text));
    }
  }

  #ownText(text: string): string {
    this.#state.budget.texts.spend(text.length);
    spendMemory(this.#state.budget, 0, text);
    return ownText(text);
  }

  /** The rows by rising number, those of one number joined; totals of groups stand above them, and filters hide rows. */
  rows(isAbove: boolean, filtered: readonly CellRange[]): SheetRow[] {
    const said = this.#rows.filter(saysSomething);
    const rows = this.#isOrdered ? said : ordered(said);
    return this.#hasGroups ? grouped(rows, isAbove, filtered) : rows;
  }
}

const outside = 'The workbook refers to a cell beyond the last row or column: save it again in a spreadsheet program.';

function cellOf(
  column: number,
  style: number,
  content: {
    value: CellValue | undefined;
    runs: readonly TextRun[] | undefined;
    told: FormulaOfCell | undefined;
  },
): Cell {
  const { value, runs, told } = content;
  if (runs === undefined && !told) return { column, style, value };
  return {
    column,
    style,
    value,
    ...(runs && { runs }),
    ...(told && formulaMarks(told)),
  };
}

/** A total of its own, which other totals leave out. */
const TOTAL = /^\s*(?:SUBTOTAL|_xlfn\.AGGREGATE|AGGREGATE)\(/i;
