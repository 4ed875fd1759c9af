import { limits } from '@sheetwire/contract/limits';
import type { CellRange } from '../model.ts';
import { type Palette, resolveColor } from '../read/color.ts';
import { type Attributes, decimal, isOn } from '../read/xml.ts';
import { WorkbookError } from '../workbook-error.ts';
import { ExtendedRules } from './extended-rules.ts';
import type { BarLook, Rule, RulePoint } from './rule.ts';
import { draftOf, type RuleDraft, rangesOf } from './rule-draft.ts';

type BarDraft = { -readonly [K in keyof BarLook]: BarLook[K] };

const usualBar: BarLook = {
  least: 10,
  most: 90,
  showsValue: true,
  isGradient: true,
  border: undefined,
  negative: undefined,
  axis: 'none',
  isFromEnd: false,
};

/** What a later program says of a data bar besides (`x14:dataBar`). */
interface BarExtension {
  readonly bar: BarDraft;
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

  constructor(palette: Palette) {
    this.#palette = palette;
    this.#extended = new ExtendedRules(palette);
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
    else if (name === 'cfvo') rule.points.push(pointOf(attributes));
    else if (name === 'color') rule.colors.push(resolveColor(attributes, this.#palette));
    else if (name === 'dataBar') rule.bar = barOf(attributes, usualBar);
    else if (name === 'iconSet') {
      const set = attributes.iconSet ?? '3TrafficLights1';
      rule.icons = { set, showsValue: isOn(attributes.showValue, true), isReversed: isOn(attributes.reverse) };
    }
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
    const id = attributes.id ?? '';
    if (attributes.type !== 'dataBar' || this.#bars.size >= limits.workbook.rules) {
      this.#elsewhere++;
      this.#extension = undefined;
      return;
    }
    this.#extension = { bar: { ...usualBar, axis: 'automatic', negative: '#ff0000' }, points: [], color: undefined };
    this.#bars.set(id, this.#extension);
  }

  #openExtendedPart(extension: BarExtension, name: string, attributes: Attributes): void {
    const { bar } = extension;
    if (name === 'dataBar') Object.assign(bar, barOf(attributes, bar), extendedBarOf(attributes));
    else if (name === 'cfvo') extension.points.push({ ...pointOf(attributes), value: '' });
    else if (name === 'f') this.#begin('point');
    else if (name === 'fillColor') extension.color = resolveColor(attributes, this.#palette);
    else if (name === 'borderColor') bar.border = resolveColor(attributes, this.#palette);
    else if (name === 'negativeFillColor' && bar.negative !== undefined)
      bar.negative = resolveColor(attributes, this.#palette) ?? bar.negative;
  }

  closeExtension(name: string): void {
    this.#extended.close(name);
    if (name === 'id' && this.#into === 'id' && this.#rule) this.#rule.id = this.#text.trim();
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

const tooMany = `The workbook holds more than ${limits.workbook.rules.toLocaleString('en-US')} rules of conditional formatting: remove some and save it again.`;

function pointOf(attributes: Attributes): RulePoint {
  return { type: attributes.type ?? 'num', value: attributes.val ?? '', isAtLeast: isOn(attributes.gte, true) };
}

function barOf(attributes: Attributes, known: BarLook): BarDraft {
  return {
    ...known,
    least: decimal(attributes.minLength) ?? known.least,
    most: decimal(attributes.maxLength) ?? known.most,
    showsValue: isOn(attributes.showValue, true),
  };
}

function extendedBarOf(attributes: Attributes): Partial<BarDraft> {
  const axis = attributes.axisPosition;
  return {
    isGradient: isOn(attributes.gradient, true),
    isFromEnd: attributes.direction === 'rightToLeft',
    axis: axis === 'none' || axis === 'middle' ? axis : 'automatic',
    negative: isOn(attributes.negativeBarColorSameAsPositive) ? undefined : '#ff0000',
  };
}
