import type { Attributes } from '../xml.ts';

/** A validation that pages do without: what it is called, and why. */
export interface LostValidation {
  readonly what: string;
  readonly why: string;
}

const list: LostValidation = { what: 'validation lists', why: 'Lists of .ods files are shown as text.' };
const message: LostValidation = { what: 'input messages', why: 'Messages of .ods files are not shown.' };
const LIST = /cell-content-is-in-(?:list|range)\(/;
/** Names of validations that are kept. */
const mostNames = 10_000;

/** Reads the validations of a document, which its cells name. */
export class ValidationBook {
  readonly #byName = new Map<string, LostValidation[]>();
  #open: LostValidation[] | undefined;

  open(name: string, attributes: Attributes): void {
    if (name === 'content-validation') this.#begin(attributes);
    else if (name === 'help-message' && attributes[':display'] === 'true') this.#open?.push(message);
  }

  #begin(attributes: Attributes): void {
    const name = attributes[':name'] ?? '';
    this.#open = LIST.test(attributes[':condition'] ?? '') && attributes[':display-list'] !== 'none' ? [list] : [];
    if (this.#byName.size < mostNames) this.#byName.set(name, this.#open);
  }

  /** What of a validation pages do without. */
  of(name: string | undefined): readonly LostValidation[] {
    return (name !== undefined && this.#byName.get(name)) || [];
  }
}
