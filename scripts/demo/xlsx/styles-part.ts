import type { Look } from './book.ts';
import { escapeXml } from './escape-xml.ts';

const FIRST_FREE_FORMAT = 164;
const DEFAULT_FONT = font({});
const NO_BORDER = border({});
/** Excel keeps the first two fills for itself. */
const OWN_FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
];

/** Collects the looks of a workbook's cells and writes them as xl/styles.xml. */
export class StylesPart {
  readonly #numbers = new Map<Look | string, number>();
  readonly #fonts = [DEFAULT_FONT];
  readonly #fills = [...OWN_FILLS];
  readonly #borders = [NO_BORDER];
  readonly #formats: string[] = [];
  readonly #xfs = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'];

  /** The number that cells of this look carry. */
  numberOf(look: Look | undefined): number {
    if (!look) return 0;
    const known = this.#numbers.get(look) ?? this.#numbers.get(JSON.stringify(look));
    const number = known ?? this.#xfs.push(this.#xf(look)) - 1;
    this.#numbers.set(look, number).set(JSON.stringify(look), number);
    return number;
  }

  xml(): string {
    const formats = this.#formats.map(
      (code, n) => `<numFmt numFmtId="${FIRST_FREE_FORMAT + n}" formatCode="${escapeXml(code)}"/>`,
    );
    return [
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
      list('numFmts', formats),
      list('fonts', this.#fonts),
      list('fills', this.#fills),
      list('borders', this.#borders),
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      list('cellXfs', this.#xfs),
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      '</styleSheet>',
    ].join('');
  }

  #xf(look: Look): string {
    const parts = [
      `numFmtId="${this.#formatNumber(look.format)}"`,
      `fontId="${place(this.#fonts, font(look))}"`,
      `fillId="${look.fill === undefined ? 0 : place(this.#fills, fill(look.fill))}"`,
      `borderId="${place(this.#borders, border(look))}"`,
    ];
    const aligned = alignment(look);
    return `<xf ${parts.join(' ')} xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${
      aligned === '' ? '/>' : ` applyAlignment="1">${aligned}</xf>`
    }`;
  }

  #formatNumber(code: string | undefined): number {
    return code === undefined ? 0 : FIRST_FREE_FORMAT + place(this.#formats, code);
  }
}

function place(entries: string[], entry: string): number {
  const at = entries.indexOf(entry);
  return at < 0 ? entries.push(entry) - 1 : at;
}

function list(name: string, entries: readonly string[]): string {
  return entries.length === 0 ? '' : `<${name} count="${entries.length}">${entries.join('')}</${name}>`;
}

function font({ bold, italic, size, ink }: Look): string {
  const color = ink === undefined ? '<color theme="1"/>' : `<color rgb="FF${ink}"/>`;
  const marks = `${bold ? '<b/>' : ''}${italic ? '<i/>' : ''}`;
  return `<font>${marks}<sz val="${size ?? 10}"/>${color}<name val="Arial"/><family val="2"/></font>`;
}

function fill(color: string): string {
  const ground = `<fgColor rgb="FF${color}"/><bgColor indexed="64"/>`;
  return `<fill><patternFill patternType="solid">${ground}</patternFill></fill>`;
}

function border({ top, bottom }: Look): string {
  const line = (side: string, style: string | undefined) =>
    style === undefined ? `<${side}/>` : `<${side} style="${style}"><color rgb="FF7D8A92"/></${side}>`;
  return `<border><left/><right/>${line('top', top)}${line('bottom', bottom)}<diagonal/></border>`;
}

function alignment({ align, middle, wrap, indent }: Look): string {
  const parts = [
    align === undefined ? '' : ` horizontal="${align}"`,
    middle ? ' vertical="center"' : '',
    wrap ? ' wrapText="1"' : '',
    indent === undefined ? '' : ` indent="${indent}"`,
  ].join('');
  return parts === '' ? '' : `<alignment${parts}/>`;
}
