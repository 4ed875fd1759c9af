import { limits } from '@sheetwire/contract/limits';
import { cornerOf } from '../address.ts';
import type { CellRange } from '../model.ts';
import type { Palette } from '../read/color.ts';
import { StylesReader } from '../read/styles.ts';
import { officeTheme } from '../read/theme.ts';
import type { Attributes } from '../read/xml.ts';
import type { Rule } from './rule.ts';
import { draftOf, type RuleDraft, rangesOf } from './rule-draft.ts';
import { addExtendedPart } from './rule-parts.ts';

const types: ReadonlySet<string> = new Set([
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
  'colorScale',
  'dataBar',
  'iconSet',
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
  #isInPoint = false;
  #text = '';
  /** Whether an extension completes a bar of the basic content. */
  readonly #isTied: (id: string) => boolean;

  constructor(palette: Palette, isTied: (id: string) => boolean) {
    this.#palette = palette;
    this.#isTied = isTied;
  }

  /** Hears an element; answers whether it was one of such a rule. */
  openElement(name: string, attributes: Attributes): boolean {
    if (name === 'sqref' && this.#open.length > 0) this.#begin('ranges');
    else if (name === 'cfRule') return this.#openRule(attributes);
    else if (!this.#rule) return false;
    else if (name === 'f') this.#begin('formula');
    else this.#openPart(this.#rule, name, attributes);
    return true;
  }

  #openPart(rule: RuleDraft, name: string, attributes: Attributes): void {
    if (name === 'dxf' || this.#isInLook) this.#openLook(name, attributes);
    else {
      if (name === 'cfvo') this.#isInPoint = true;
      addExtendedPart(rule, name, attributes, this.#palette);
    }
  }

  #openRule(attributes: Attributes): boolean {
    const { type = '', id } = attributes;
    if (!types.has(type) || this.count >= limits.workbook.rules) return false;
    if (type === 'dataBar' && id !== undefined && this.#isTied(id)) return false;
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
    this.#look?.open(name, attributes);
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
    } else if (name === 'f' && this.#into === 'formula') this.#closeFormula(this.#text.trim());
    else if (name === 'sqref' && this.#into === 'ranges') this.#place(rangesOf(this.#text.trim()));
    if (name === 'cfvo') this.#isInPoint = false;
    if (name === 'f' || name === 'sqref') this.#into = undefined;
    if (name === 'cfRule') this.#rule = undefined;
  }

  /** The value of a point, or a formula of the rule. */
  #closeFormula(text: string): void {
    const last = this.#isInPoint ? this.#rule?.points.pop() : undefined;
    if (last) this.#rule?.points.push({ ...last, value: text });
    else this.#rule?.formulas.push(text);
  }

  #place(ranges: readonly CellRange[]): void {
    const start = cornerOf(ranges);
    for (const rule of this.#open) this.#rules.push({ ...rule, ranges, start });
    this.#open = [];
  }

  found(): Rule[] {
    return this.#rules.map(({ id: _, ...rule }) => rule);
  }
}

const charactersOfRange = 24;
