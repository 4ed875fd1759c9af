import type { Attributes } from './xml.ts';

/** Parts of a sheet that pages do without, by what they are called, and why. */
export const unshownParts = {
  'headers and footers': 'Pages are printed without them.',
  'page breaks': 'Pages are printed without them.',
  'print titles': 'Only rows are repeated on paper.',
  'input messages': 'Pages show only those of lists that accept entries.',
} as const;

export type UnshownPart = keyof typeof unshownParts;

const ofPaper: ReadonlyMap<string, UnshownPart> = new Map([
  ['oddHeader', 'headers and footers'],
  ['oddFooter', 'headers and footers'],
  ['evenHeader', 'headers and footers'],
  ['evenFooter', 'headers and footers'],
  ['firstHeader', 'headers and footers'],
  ['firstFooter', 'headers and footers'],
  ['brk', 'page breaks'],
]);

/** Counts the parts of one sheet that pages do without (fidelity 2). */
export class UnshownParts {
  readonly #found = new Map<UnshownPart, number>();

  open(name: string, attributes: Attributes): void {
    const part = ofPaper.get(name);
    if (part) this.#add(part);
    else if (name === 'dataValidation' && attributes.type !== 'list' && (attributes.prompt ?? attributes.promptTitle)) {
      this.#add('input messages');
    }
  }

  #add(part: UnshownPart): void {
    this.#found.set(part, (this.#found.get(part) ?? 0) + 1);
  }

  found(): ReadonlyMap<UnshownPart, number> {
    return this.#found;
  }
}
