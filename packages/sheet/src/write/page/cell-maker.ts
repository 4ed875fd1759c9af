import { limits } from '@sheetwire/contract/limits';
import type { WireCell, WireRow } from '@sheetwire/page/table-scan';
import type { CellStyle, Font } from '../../cell-style.ts';
import type { TextRun } from '../../model.ts';
import { inkColor } from '../../named-inks.ts';
import { type Look, lookOf } from '../looks/css-look.ts';
import type { Conventions } from '../values/conventions.ts';
import type { CellStyles } from './cell-styles.ts';
import { cellText, type HeldValue, heldValue } from './cell-value.ts';
import { type Inline, readInline } from './inline.ts';
import { attributeOf } from './tags.ts';

/** A cell before it has its place. */
export interface MadeCell {
  readonly value: string | number | boolean | undefined;
  readonly style: number;
  readonly runs?: readonly TextRun[];
  /** The text that the page shows. */
  readonly shown: string;
  readonly target: string | undefined;
  readonly pictures: number;
}

/** What fills the places of a sheet. */
export interface CellSource {
  readonly plainFont: Font;
  use(styles: readonly string[]): void;
  within(attributes: string, isSheet: boolean): void;
  rowCss(section: string, row: WireRow): string;
  cell(source: WireCell, rowCss: string): MadeCell;
  text(text: string, css: string): Pick<MadeCell, 'value' | 'style'>;
}

export interface CellMakerDeps {
  readonly styles: CellStyles;
  readonly conventions: Conventions;
  /** The address that links within the portal are read against. */
  readonly baseUrl: string;
}

const headCss = 'font-weight:700;background-color:#f2f4f5';
const inherited = /^(?:color|font(?:-[a-z]+)?|text-align|white-space|direction)$/;

/** Makes cells of what a page shows: value, number format, look and link. */
export class CellMaker implements CellSource {
  readonly #deps: CellMakerDeps;
  readonly #looks = new Map<string, Look>();
  readonly #numbers = new Map<string, number>();
  #pageStyles: readonly string[] = [];
  #tableCss = '';
  #isSheet = true;

  constructor(deps: CellMakerDeps) {
    this.#deps = deps;
  }

  get plainFont(): Font {
    return this.#deps.styles.plain.font;
  }

  /** The styles that `data-s` names from now on. */
  use(styles: readonly string[]): void {
    this.#pageStyles = styles;
    this.#tableCss = '';
  }

  /** Cells of this table from now on; one that names no cells has its heads marked. */
  within(attributes: string, isSheet: boolean): void {
    this.#tableCss = handedDown(legacyCss(attributes));
    this.#isSheet = isSheet;
  }

  /** The declarations that a row hands down to its cells. */
  rowCss(section: string, row: WireRow): string {
    const own = handedDown(legacyCss(section), legacyCss(row.attributes));
    return [this.#tableCss, own].filter(Boolean).join(';');
  }

  cell(source: WireCell, rowCss: string): MadeCell {
    const { attributes } = source;
    const ink = inkColor(attributeOf(attributes, 'data-ink') ?? '');
    const named = this.#pageStyles[Number(attributeOf(attributes, 'data-s') ?? -1)] ?? '';
    const head = source.tag === 'th' && !this.#isSheet ? headCss : '';
    const colored = ink === undefined || /(?:^|;)color:/.test(named) ? '' : `color:${ink}`;
    const css = [rowCss, head, colored, named, legacyCss(attributes)].filter(Boolean).join(';');
    const inline = readInline(source.inner, this.#look(css).keepsSpaces);
    const isNumeric = attributes.includes(' data-num="');
    const isRed = attributeOf(attributes, 'data-ink') === 'red';
    return this.#made(inline, css, heldValue(inline, { isNumeric, isRed }, this.#deps.conventions), isNumeric);
  }

  /** A line of text outside of tables. */
  text(text: string, css: string): Pick<MadeCell, 'value' | 'style'> {
    return { value: cellText(text), style: this.#number(css, 'General', false) };
  }

  #made(inline: Inline, css: string, held: HeldValue, isNumeric: boolean): MadeCell {
    const { pieces, text, pictures } = inline;
    const isMixed = pieces.length > 1 && typeof held.value === 'string' && text.length <= limits.export.cellText;
    const inner = isMixed ? '' : (pieces.find((piece) => piece.text.trim() !== '')?.css ?? '');
    const whole = inner === '' ? css : `${css};${inner}`;
    const fits = this.#deps.styles.mayFormat(held.format);
    const value = fits ? held.value : cellText(text);
    const isRight = isNumeric && typeof value === 'string';
    return {
      value,
      style: this.#number(whole, fits ? held.format : 'General', isRight),
      ...(isMixed ? { runs: this.#runs(inline, css) } : {}),
      shown: text,
      target: inline.href === undefined ? undefined : webAddress(inline.href, this.#deps.baseUrl),
      pictures,
    };
  }

  #runs({ pieces }: Inline, css: string): TextRun[] {
    return pieces.map((piece) => ({
      text: cellText(piece.text),
      font: piece.css === '' ? undefined : this.#look(`${css};${piece.css}`).font,
    }));
  }

  #number(css: string, format: string, isRight: boolean): number {
    const key = `${format}\n${isRight ? 'r' : ''}\n${css}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const { font, fill, borders, align } = this.#look(css);
    const horizontal = isRight && align.horizontal === 'general' ? 'right' : align.horizontal;
    const style: CellStyle = { format, font, fill, borders, align: { ...align, horizontal } };
    const number = this.#deps.styles.numberOf(style);
    this.#numbers.set(key, number);
    return number;
  }

  #look(css: string): Look {
    const known = this.#looks.get(css);
    if (known) return known;
    const look = lookOf(css, this.plainFont);
    this.#looks.set(css, look);
    return look;
  }
}

/** The declarations of a part, those of older attributes among them. */
function legacyCss(attributes: string): string {
  if (attributes === '') return '';
  const ground = attributeOf(attributes, 'bgcolor');
  const align = attributeOf(attributes, 'align')?.toLowerCase();
  const vertical = attributeOf(attributes, 'valign')?.toLowerCase();
  return [
    ground === undefined ? '' : `background-color:${ground}`,
    align === undefined ? '' : `text-align:${align}`,
    vertical === undefined ? '' : `vertical-align:${vertical}`,
    attributeOf(attributes, 'style') ?? '',
  ]
    .filter(Boolean)
    .join(';');
}

/** What the cells within a part take from it: its type and its ground. */
function handedDown(...lists: readonly string[]): string {
  return lists
    .flatMap((css) => css.split(';'))
    .filter((text) => {
      const name = text.slice(0, text.indexOf(':')).trim();
      return inherited.test(name) || name === 'background-color' || name === 'background';
    })
    .join(';');
}

/** The address of a link that a file may carry: http and https, those within the portal made whole. */
function webAddress(href: string, baseUrl: string): string | undefined {
  if (href.startsWith('#')) return undefined;
  const url = URL.parse(href, baseUrl);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}
