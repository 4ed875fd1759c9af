import { limits } from '@sheetwire/contract/limits';
import { cornerOf, parseRange } from '../address.ts';
import { type ReadBudget, spendMemory } from '../read/read-budget.ts';
import { type Attributes, isOn } from '../read/xml.ts';
import type { ListValidation } from './validation.ts';

const bytesOfValidation = 200;

/** Reads the lists of data validation of one sheet, in its basic content and in extensions. */
export class ValidationReader {
  readonly #budget: ReadBudget;
  readonly #found: ListValidation[] = [];
  #attributes: Attributes | undefined;
  #into: 'source' | 'ranges' | undefined;
  #source = '';
  #ranges = '';
  #lost = 0;

  constructor(budget: ReadBudget) {
    this.#budget = budget;
  }

  /** Hears an element; answers whether it was one of a validation. */
  open(name: string, attributes: Attributes): boolean {
    if (name === 'dataValidation') {
      this.#attributes = attributes;
      this.#source = '';
      this.#ranges = attributes.sqref ?? '';
    } else if (!this.#attributes) return false;
    else if (name === 'formula1') this.#into = 'source';
    else if (name === 'sqref') this.#into = 'ranges';
    return true;
  }

  text(text: string): void {
    if (this.#into === 'source' && this.#source.length < limits.workbook.formula) this.#source += text;
    if (this.#into === 'ranges' && this.#ranges.length < limits.workbook.formula) this.#ranges += text;
  }

  close(name: string): void {
    if (name === 'formula1' || name === 'sqref') this.#into = undefined;
    if (name !== 'dataValidation' || !this.#attributes) return;
    const { type, allowBlank, promptTitle = '', prompt = '', showDropDown } = this.#attributes;
    // It is written the wrong way round: what is on hides the arrow.
    if (type === 'list' && !isOn(showDropDown))
      this.#add(isOn(allowBlank), [promptTitle, prompt].filter(Boolean).join(': '));
    this.#attributes = undefined;
  }

  #add(allowsBlank: boolean, prompt: string): void {
    const { lists, ranges: most } = limits.workbook.entries;
    if (this.#found.length >= lists) {
      this.#lost++;
      return;
    }
    spendMemory(this.#budget, bytesOfValidation, this.#source + this.#ranges);
    const parts = this.#ranges.trim().split(/\s+/, most).map(parseRange);
    const ranges = parts.filter((range) => range !== undefined);
    this.#found.push({
      ranges,
      start: cornerOf(ranges),
      source: this.#source.trim().replace(/^=/, ''),
      allowsBlank,
      prompt,
    });
  }

  /** The lists, and how many were too many. */
  found(): { readonly lists: ListValidation[]; readonly lost: number } {
    return { lists: this.#found, lost: this.#lost };
  }
}
