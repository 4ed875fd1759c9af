import { limits } from '@sheetwire/contract/limits';
import type { CellRange } from '../model.ts';
import type { Palette } from '../read/color.ts';
import { StylesReader } from '../read/styles.ts';
import { officeTheme } from '../read/theme.ts';
import type { Attributes } from '../read/xml.ts';
import type { Rule } from './rule.ts';
import { draftOf, type RuleDraft, rangesOf } from './rule-draft.ts';

/** Rules that need no more than a formula or a value; scales, bars and icons of an extension have parts of their own. */
const plainTypes: ReadonlySet<string> = new Set([
  'expression',
  'cellIs',
  'containsText',
  'notContainsText',
  'beginsWith',
  'endsWith',
  'containsBlanks',
  'notContainsBlanks',
  'containsErrors',
  'notContainsErrors',
  'duplicateValues',
  'uniqueValues',
  'top10',
  'aboveAverage',
  'timePeriod',
]);

/** Reads rules that stand in an extension alone, each with its format, their ranges behind them (MS-XLSX 2.6.13). */
export class ExtendedRules {
  readonly #palette: Palette;
  readonly #rules: RuleDraft[] = [];
  /** Rules whose ranges are still to come. */
  #open: RuleDraft[] = [];
  #rule: RuleDraft | undefined;
  #look: StylesReader | undefined;
  #isInLook = false;
  #into: 'formula' | 'ranges' | undefined;
  #text = '';

  constructor(palette: Palette) {
    this.#palette = palette;
  }

  /** Hears an element; answers whether it was one of such a rule. */
  openElement(name: string, attributes: Attributes): boolean {
    if (name === 'sqref' && this.#open.length > 0) this.#begin('ranges');
    else if (name === 'cfRule') return this.#openRule(attributes);
    else if (!this.#rule) return false;
    else if (name === 'f') this.#begin('formula');
    else this.#openLook(name, attributes);
    return true;
  }

  #openRule(attributes: Attributes): boolean {
    if (!plainTypes.has(attributes.type ?? '') || this.count >= limits.workbook.rules) return false;
    this.#rule = draftOf(attributes, []);
    this.#open.push(this.#rule);
    return true;
  }

  get count(): number {
    return this.#rules.length + this.#open.length;
  }

  #openLook(name: string, attributes: Attributes): void {
    if (name === 'dxf') {
      this.#isInLook = true;
      this.#look ??= new StylesReader(this.#palette, { ...officeTheme, colors: this.#palette.theme });
    }
    if (this.#isInLook) this.#look?.open(name, attributes);
  }

  #begin(into: 'formula' | 'ranges'): void {
    this.#into = into;
    this.#text = '';
  }

  text(text: string): void {
    const most = this.#into === 'ranges' ? limits.workbook.ruleRanges * charactersOfRange : limits.workbook.formula;
    if (this.#into && this.#text.length < most) this.#text += text;
  }

  close(name: string): void {
    if (this.#isInLook) this.#look?.close(name);
    if (name === 'dxf' && this.#rule) {
      this.#isInLook = false;
      this.#rule.look = this.#look?.differential.at(-1);
    } else if (name === 'f' && this.#into === 'formula') this.#rule?.formulas.push(this.#text.trim());
    else if (name === 'sqref' && this.#into === 'ranges') this.#place(rangesOf(this.#text.trim()));
    if (name === 'f' || name === 'sqref') this.#into = undefined;
    if (name === 'cfRule') this.#rule = undefined;
  }

  #place(ranges: readonly CellRange[]): void {
    for (const rule of this.#open) this.#rules.push({ ...rule, ranges });
    this.#open = [];
  }

  found(): Rule[] {
    return this.#rules.map(({ id: _, ...rule }) => rule);
  }
}

const charactersOfRange = 24;
