import { type Attributes, isOn } from '../xml.ts';

/** Parts of a sheet that pages do without, by what they are called, and why. */
export const unshownParts = {
  'headers and footers': 'Pages are printed without them.',
  'page breaks': 'Pages are printed without them.',
  'print titles': 'Only rows are repeated on paper.',
  'data bar borders': 'Data bars are drawn without them.',
  'page setup': 'Only its orientation is kept; choose the rest when you print.',
  'input messages': 'Pages show only those of lists that accept entries.',
  'formulas in place of results': 'Pages show the results.',
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
  #pages: Attributes = {};
  #fitsPages = false;
  #hasOptions = false;

  open(name: string, attributes: Attributes): void {
    const part = ofPaper.get(name);
    if (part) this.#add(part);
    else if (name === 'pageSetUpPr') this.#fitsPages = isOn(attributes.fitToPage);
    else if (name === 'pageSetup') this.#pages = attributes;
    else if (name === 'sheetView' && isOn(attributes.showFormulas)) this.#found.set('formulas in place of results', 1);
    else if (name === 'printOptions') this.#hasOptions = printOptions.some((option) => isOn(attributes[option]));
    else if (name === 'dataBar' && isOn(attributes.border)) this.#add('data bar borders');
    else if (name === 'dataValidation' && attributes.type !== 'list' && (attributes.prompt ?? attributes.promptTitle)) {
      this.#add('input messages');
    }
  }

  #add(part: UnshownPart): void {
    this.#found.set(part, (this.#found.get(part) ?? 0) + 1);
  }

  found(): ReadonlyMap<UnshownPart, number> {
    if (this.#hasOptions || isSetUp(this.#pages, this.#fitsPages)) this.#found.set('page setup', 1);
    return this.#found;
  }
}

const printOptions = ['headings', 'gridLines', 'horizontalCentered', 'verticalCentered'];

/**
 * Whether a sheet asks for more of its pages than their orientation: the portal makes it as wide as the paper, whose size
 * and margins printers know too.
 */
function isSetUp(pages: Attributes, fitsPages: boolean): boolean {
  const {
    scale = '100',
    fitToWidth = '1',
    fitToHeight = '1',
    pageOrder = 'downThenOver',
    cellComments = 'none',
  } = pages;
  const isAsUsual = fitsPages ? fitToWidth === '1' && fitToHeight === '0' : scale === '100';
  const isPlain = isAsUsual && pageOrder === 'downThenOver' && cellComments === 'none';
  return !isPlain || isOn(pages.blackAndWhite) || isOn(pages.draft);
}
