import { limits } from '@sheetwire/contract/limits';
import type { CellRange } from '../model.ts';
import { type Palette, resolveColor } from '../read/color.ts';
import type { Attributes } from '../read/xml.ts';
import { WorkbookError } from '../workbook-error.ts';
import { ExtendedRules } from './extended-rules.ts';
import type { BarLook, Rule, RulePoint } from './rule.ts';
import { draftOf, type RuleDraft, rangesOf } from './rule-draft.ts';
import { addPart, extendedBarOf, pointOf, usualExtendedBar, withBarColor } from './rule-parts.ts';

/** What a later program says of a data bar besides (`x14:dataBar`). */
interface BarExtension {
  bar: BarLook;
  readonly points: RulePoint[];
  color: string | undefined;
}

/** Reads the rules of one sheet, those of `extLst` that complete a data bar included. */
export class RuleReader {
  readonly #palette: Palette;
  readonly #rules: RuleDraft[] = [];
  readonly #bars = new Map<string, BarExtension>();
  #ranges: CellRange[] = [];
  #rule: RuleDraft | undefined;
  #into: 'formula' | 'id' | 'point' | undefined;
  #text = '';
  #extension: BarExtension | undefined;
  #elsewhere = 0;
  readonly #extended: ExtendedRules;
  /** What ties rules to their extensions. */
  readonly #tied = new Set<string>();

  constructor(palette: Palette) {
    this.#palette = palette;
    this.#extended = new ExtendedRules(palette, (id) => this.#tied.has(id));
  }

  /** Hears an element of the basic content; answers whether it was one of a rule. */
  open(name: string, attributes: Attributes): boolean {
    if (name === 'conditionalFormatting') {
      this.#ranges = rangesOf(attributes.sqref ?? '');
      return true;
    }
    if (name === 'cfRule') this.#openRule(attributes);
    else if (!this.#rule) return false;
    else this.#openPart(this.#rule, name, attributes);
    return true;
  }

  #openRule(attributes: Attributes): void {
    if (this.#rules.length + this.#extended.count >= limits.workbook.rules) throw new WorkbookError(tooMany);
    this.#rule = draftOf(attributes, this.#ranges);
    this.#rules.push(this.#rule);
  }

  #openPart(rule: RuleDraft, name: string, attributes: Attributes): void {
    if (name === 'formula') this.#begin('formula');
    else addPart(rule, name, attributes, this.#palette);
  }

  #begin(into: 'formula' | 'id' | 'point'): void {
    this.#into = into;
    this.#text = '';
  }

  textOfExtension(text: string): void {
    this.#extended.text(text);
    this.text(text);
  }

  text(text: string): void {
    if (this.#into && this.#text.length < limits.workbook.formula) this.#text += text;
  }

  close(name: string): void {
    if (name === 'formula' && this.#into === 'formula') {
      this.#rule?.formulas.push(this.#text.trim());
      this.#into = undefined;
    }
    if (name === 'cfRule') this.#rule = undefined;
  }

  /** Hears an element of an extension. */
  openExtension(name: string, attributes: Attributes): void {
    if (this.#extended.openElement(name, attributes)) return;
    if (name === 'id') this.#begin('id');
    else if (name === 'cfRule') this.#openExtended(attributes);
    else if (this.#extension) this.#openExtendedPart(this.#extension, name, attributes);
  }

  #openExtended(attributes: Attributes): void {
    this.#extension = undefined;
    if (attributes.type !== 'dataBar' || this.#bars.size >= limits.workbook.rules) {
      this.#elsewhere++;
      return;
    }
    this.#extension = { bar: usualExtendedBar, points: [], color: undefined };
    this.#bars.set(attributes.id ?? '', this.#extension);
  }

  #openExtendedPart(extension: BarExtension, name: string, attributes: Attributes): void {
    if (name === 'dataBar') extension.bar = extendedBarOf(attributes, extension.bar);
    else if (name === 'cfvo') extension.points.push({ ...pointOf(attributes), value: '' });
    else if (name === 'f') this.#begin('point');
    else if (name === 'fillColor') extension.color = resolveColor(attributes, this.#palette);
    else if (name === 'negativeFillColor' || name === 'axisColor')
      extension.bar = withBarColor(extension.bar, name, attributes, this.#palette);
  }

  closeExtension(name: string): void {
    this.#extended.close(name);
    if (name === 'id' && this.#into === 'id' && this.#rule) {
      this.#rule.id = this.#text.trim();
      this.#tied.add(this.#rule.id);
    }
    if (name === 'f' && this.#into === 'point') {
      const last = this.#extension?.points.pop();
      if (last) this.#extension?.points.push({ ...last, value: this.#text.trim() });
    }
    if (name === 'id' || name === 'f') this.#into = undefined;
    if (name === 'cfRule') this.#extension = undefined;
  }

  /** The rules, and how many stand in extensions alone. */
  found(): { readonly rules: Rule[]; readonly elsewhere: number } {
    const rules = [...this.#rules.map((rule) => this.#whole(rule)), ...this.#extended.found()];
    return { rules, elsewhere: this.#elsewhere };
  }

  #whole({ id, ...rule }: RuleDraft): Rule {
    const extension = this.#bars.get(id);
    if (!rule.bar || !extension) return rule;
    const points = extension.points.length === 2 ? extension.points : rule.points;
    const colors = extension.color === undefined ? rule.colors : [extension.color];
    return { ...rule, points, colors, bar: extension.bar };
  }
}

const tooMany = `The workbook has more than ${limits.workbook.rules.toLocaleString('en-US')} conditional formatting rules: remove some and save it again.`;
