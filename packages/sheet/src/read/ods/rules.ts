import { limits } from '@sheetwire/contract/limits';
import { parseAddress, parseRange } from '../../address.ts';
import type { Rule } from '../../conditional/rule.ts';
import { draftOf, type RuleDraft } from '../../conditional/rule-draft.ts';
import { usualExtendedBar } from '../../conditional/rule-parts.ts';
import type { CellRange } from '../../model.ts';
import type { PartLook } from '../../part-look.ts';
import { WorkbookError } from '../../workbook-error.ts';
import { type Attributes, decimal } from '../xml.ts';
import { cellsOf, listedRanges } from './addresses.ts';
import { periods, plainFormula, pointTypes, ruleWords } from './rule-words.ts';

interface RuleParts {
  /** What a cell style sets. */
  lookOf(style: string): PartLook;
  /** A rule that cannot be read. */
  onLost(): void;
}

/** Reads the conditional formats of one sheet, which stand behind its cells. */
export class OdsRules {
  readonly rules: Rule[] = [];
  readonly #parts: RuleParts;
  #ranges: CellRange[] = [];
  #rule: RuleDraft | undefined;
  #count = 0;

  constructor(parts: RuleParts) {
    this.#parts = parts;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'conditional-format':
        this.#ranges = rangesOf(attributes[':target-range-address']);
        break;
      case 'condition':
        this.#openCondition(attributes);
        break;
      case 'date-is':
        this.#openPeriod(attributes);
        break;
      case 'color-scale':
        this.#begin({ type: 'colorScale' });
        break;
      case 'data-bar':
        this.#openBar(attributes);
        break;
      case 'icon-set':
        this.#openIcons(attributes);
        break;
      case 'color-scale-entry':
      case 'formatting-entry':
      case 'data-bar-entry':
        this.#addPoint(attributes);
    }
  }

  close(name: string): void {
    if (name !== 'color-scale' && name !== 'data-bar' && name !== 'icon-set') return;
    const rule = this.#rule;
    this.#rule = undefined;
    if (rule?.points.every(({ type }) => type !== '')) this.#add(rule);
    else this.#parts.onLost();
  }

  #openCondition(attributes: Attributes): void {
    const found = ruleWords(attributes[':value'] ?? '');
    const style = attributes[':apply-style-name'];
    if (!found || style === undefined) {
      this.#parts.onLost();
      return;
    }
    const rule = draftOf({ ...found.attributes, priority: this.#next() }, this.#ranges);
    rule.formulas.push(...found.formulas);
    const base = parseAddress(cellsOf(attributes[':base-cell-address'] ?? '') ?? '');
    this.#add({ ...rule, ...(base && { start: base }), look: this.#parts.lookOf(style) });
  }

  #openPeriod(attributes: Attributes): void {
    const timePeriod = periods[attributes[':date'] ?? ''];
    const style = attributes[':style'];
    if (timePeriod === undefined || style === undefined) {
      this.#parts.onLost();
      return;
    }
    const rule = draftOf({ type: 'timePeriod', timePeriod, priority: this.#next() }, this.#ranges);
    this.#add({ ...rule, look: this.#parts.lookOf(style) });
  }

  #openBar(attributes: Attributes): void {
    const rule = this.#begin({ type: 'dataBar' });
    const axis = attributes[':axis-position'];
    rule.colors.push(colorOf(attributes[':positive-color']));
    rule.bar = {
      ...usualExtendedBar,
      least: decimal(attributes[':min-length']) ?? 0,
      most: decimal(attributes[':max-length']) ?? 100,
      showsValue: attributes[':show-value'] !== 'false',
      isGradient: attributes[':gradient'] !== 'false',
      negative: colorOf(attributes[':negative-color']),
      axis: axis === 'none' || axis === 'middle' ? axis : 'automatic',
      axisColor: colorOf(attributes[':axis-color']) ?? usualExtendedBar.axisColor,
    };
  }

  #openIcons(attributes: Attributes): void {
    this.#begin({ type: 'iconSet' }).icons = {
      set: attributes[':icon-set-type'] ?? '',
      showsValue: attributes[':show-value'] !== 'false',
      isReversed: false,
      own: [],
    };
  }

  #addPoint(attributes: Attributes): void {
    const rule = this.#rule;
    if (!rule) return;
    const type = pointTypes[attributes[':type'] ?? ''] ?? '';
    const given = attributes[':value'] ?? '';
    const value = type === 'formula' ? plainFormula(given) : given;
    rule.points.push({ type: value === undefined ? '' : type, value: value ?? '', isAtLeast: true });
    if (rule.type === 'colorScale') rule.colors.push(colorOf(attributes[':color']));
  }

  #begin(attributes: Attributes): RuleDraft {
    const rule = draftOf({ ...attributes, priority: this.#next() }, this.#ranges);
    this.#rule = rule;
    return rule;
  }

  #add({ id: _, ...rule }: RuleDraft): void {
    if (rule.ranges.length > 0) this.rules.push(rule);
    else this.#parts.onLost();
  }

  /** The first is the most important; those that are read are counted. */
  #next(): string {
    if (this.#count >= limits.workbook.rules) throw new WorkbookError(tooMany);
    return String(++this.#count);
  }
}

const tooMany = `The workbook has more than ${limits.workbook.rules.toLocaleString('en-US')} conditional formatting rules: remove some and save it again.`;

function rangesOf(text = ''): CellRange[] {
  const parts = listedRanges(text, limits.workbook.ruleRanges);
  return parts.map((part) => parseRange(part)).filter((range) => range !== undefined);
}

function colorOf(text = ''): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;
}
