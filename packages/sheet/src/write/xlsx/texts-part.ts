import type { Font } from '../../cell-style.ts';
import type { TextRun } from '../../model.ts';
import { fontProperties } from './style-elements.ts';
import { mainSpace, textElement, xmlHead } from './xml-text.ts';

/** The texts of a workbook, each once, numbered by first use. */
export class TextsPart {
  readonly #numbers = new Map<string, number>();
  #uses = 0;

  /** The number of a text, with the looks of its pieces where it has any. */
  numberOf(text: string, runs: readonly TextRun[] | undefined): number {
    const element = runs ? runs.map(runElement).join('') : textElement(text);
    this.#uses++;
    const known = this.#numbers.get(element);
    if (known !== undefined) return known;
    this.#numbers.set(element, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  *xml(): Generator<string> {
    yield `${xmlHead}<sst xmlns="${mainSpace}" count="${this.#uses}" uniqueCount="${this.#numbers.size}">`;
    for (const element of this.#numbers.keys()) yield `<si>${element}</si>`;
    yield '</sst>';
  }
}

function runElement({ text, font }: TextRun): string {
  const look = font && isWhole(font) ? `<rPr>${fontProperties(font, 'rFont')}</rPr>` : '';
  return `<r>${look}${textElement(text)}</r>`;
}

/** A run says all of its look or nothing. */
function isWhole(font: Partial<Font>): font is Font {
  return font.name !== undefined && font.size !== undefined;
}
