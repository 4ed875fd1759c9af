import type { CellStyle } from '../../cell-style.ts';
import { alignmentElement, borderElement, fillElement, fontProperties } from './style-elements.ts';
import { mainSpace, xml, xmlHead } from './xml-text.ts';

const builtIn: Readonly<Record<string, number>> = {
  General: 0,
  '0': 1,
  '0.00': 2,
  '#,##0': 3,
  '#,##0.00': 4,
  '0%': 9,
  '0.00%': 10,
  '0.00E+00': 11,
};
const firstOwn = 164;

/** Entries of one list of the part, each once. */
class Entries {
  readonly #numbers = new Map<string, number>();

  constructor(first: readonly string[]) {
    for (const entry of first) this.numberOf(entry);
  }

  numberOf(entry: string): number {
    const known = this.#numbers.get(entry);
    if (known !== undefined) return known;
    this.#numbers.set(entry, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  xml(name: string): string {
    return `<${name} count="${this.#numbers.size}">${[...this.#numbers.keys()].join('')}</${name}>`;
  }
}

/** The looks of a workbook as a part; a text that starts like a formula has its look once more, marked as text. */
export class StylesPart {
  readonly #fonts: Entries;
  readonly #fills = new Entries([
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]);
  readonly #borders = new Entries(['<border><left/><right/><top/><bottom/><diagonal/></border>']);
  readonly #formats = new Map<string, number>();
  readonly #xfs: string[] = [];
  readonly #quoted = new Map<number, number>();
  readonly #styles: readonly CellStyle[];

  constructor(styles: readonly CellStyle[]) {
    this.#styles = styles;
    const [plain] = styles;
    this.#fonts = new Entries(plain ? [`<font>${fontProperties(plain.font, 'name')}</font>`] : []);
    for (const style of styles) this.#xfs.push(this.#xf(style, false));
  }

  /** The number of a look for a text that must never become a formula. */
  quoted(style: number): number {
    const known = this.#quoted.get(style);
    if (known !== undefined) return known;
    const look = this.#styles[style];
    if (!look) return style;
    this.#quoted.set(style, this.#xfs.length);
    this.#xfs.push(this.#xf(look, true));
    return this.#xfs.length - 1;
  }

  #xf({ format, font, fill, borders, align }: CellStyle, isQuoted: boolean): string {
    const numbers = [
      this.#format(format),
      this.#fonts.numberOf(`<font>${fontProperties(font, 'name')}</font>`),
      fill ? this.#fills.numberOf(fillElement(fill)) : 0,
      this.#borders.numberOf(borderElement(borders)),
    ];
    const [numFmt, fontId, fillId, borderId] = numbers;
    const alignment = alignmentElement(align);
    const applied = ['NumberFormat', 'Font', 'Fill', 'Border']
      .filter((_, n) => (numbers[n] ?? 0) > 0)
      .map((name) => ` apply${name}="1"`)
      .join('');
    const ids = ` numFmtId="${numFmt}" fontId="${fontId}" fillId="${fillId}" borderId="${borderId}" xfId="0"`;
    const open = `<xf${ids}${isQuoted ? ' quotePrefix="1"' : ''}${applied}`;
    return alignment === '' ? `${open}/>` : `${open} applyAlignment="1">${alignment}</xf>`;
  }

  #format(code: string): number {
    const known = builtIn[code] ?? this.#formats.get(code);
    if (known !== undefined) return known;
    const number = firstOwn + this.#formats.size;
    this.#formats.set(code, number);
    return number;
  }

  xml(): string {
    const formats = [...this.#formats].map(([code, id]) => `<numFmt numFmtId="${id}" formatCode="${xml(code)}"/>`);
    return [
      `${xmlHead}<styleSheet xmlns="${mainSpace}">`,
      formats.length === 0 ? '' : `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`,
      this.#fonts.xml('fonts'),
      this.#fills.xml('fills'),
      this.#borders.xml('borders'),
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      `<cellXfs count="${this.#xfs.length}">${this.#xfs.join('')}</cellXfs>`,
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      '<dxfs count="0"/></styleSheet>',
    ].join('');
  }
}
