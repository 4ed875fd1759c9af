import { limits } from '@sheetwire/contract/limits';
import type {
  Alignment,
  BorderLine,
  BorderStyle,
  Borders,
  CellStyle,
  Font,
  HorizontalAlign,
} from '../../cell-style.ts';
import type { PartLook } from '../../part-look.ts';
import { plainAlignment, plainFont } from '../../plain-look.ts';
import { WorkbookError } from '../../workbook-error.ts';
import { flatFill } from '../fill.ts';
import { bytesOf, type ReadBudget, spendMemory } from '../read-budget.ts';
import { type FontChange, noBorders } from '../style-parts.ts';
import { longestFontName } from '../theme.ts';
import { decimal } from '../xml.ts';
import { pointsOf } from './lengths.ts';
import type { NumberCode } from './number-style.ts';
import type { StyleBook } from './style-book.ts';

/** The look of a cell style: its number in the workbook, and whether its format says all that the document's does. */
export interface CellLook {
  readonly number: number;
  readonly format: string;
  readonly isExact: boolean;
  readonly isBoolean: boolean;
}

/** The entries that are other ones. */
function differing(font: Font, plain: Font): Partial<Font> {
  const known = new Map<string, unknown>(Object.entries(plain));
  return Object.fromEntries(Object.entries(font).filter(([key, value]) => known.get(key) !== value));
}

const plainCode: NumberCode = { code: 'General', isExact: true };

/** The looks of the cells, one for each cell style that is used. */
export class CellLooks {
  readonly list: CellStyle[] = [];
  readonly #styles: StyleBook;
  readonly #budget: ReadBudget;
  readonly #byName = new Map<string, CellLook>();
  readonly #looks: CellLook[] = [];
  readonly #fonts = new Map<string, Partial<Font> | undefined>();
  readonly #codes = new Map<string, NumberCode>();

  constructor(styles: StyleBook, budget: ReadBudget) {
    this.#styles = styles;
    this.#budget = budget;
    this.of(defaultName);
  }

  of(name: string): CellLook {
    const known = this.#byName.get(name);
    if (known) return known;
    spendMemory(this.#budget, bytesOf.style);
    const { code, isExact, isBoolean = false } = this.#codeOf(name);
    const look = { number: this.list.length, format: code, isExact, isBoolean };
    this.list.push(this.#styleOf(name, code));
    this.#byName.set(name, look);
    this.#looks.push(look);
    return look;
  }

  /** What a style sets beyond that of a cell without one: what a rule gives to a cell. */
  partLook(name: string): PartLook {
    const plain = this.list[0];
    const look = this.list[this.of(name).number];
    if (!plain || !look) return {};
    const { font, fill, borders, format } = look;
    const lines = Object.fromEntries(Object.entries(borders).filter(([, line]) => line !== undefined));
    return {
      font: differing(font, plain.font),
      ...(fill && { fill }),
      ...(Object.keys(lines).length > 0 && { borders: lines }),
      ...(format !== plain.format && { format }),
    };
  }

  /** By its number in the workbook. */
  at(number: number): CellLook | undefined {
    return this.#looks[number];
  }

  /** The letters of a text style, as far as it sets them. */
  textFont(name: string): Partial<Font> | undefined {
    if (!this.#fonts.has(name)) {
      const font = fontOf((key) => this.#styles.property('text', name, ['text', key]), this.#styles);
      this.#fonts.set(name, Object.keys(font).length === 0 ? undefined : font);
    }
    return this.#fonts.get(name);
  }

  #codeOf(name: string): NumberCode {
    const dataStyle = this.#styles.chain('table-cell', name).find((style) => style.dataStyle !== undefined)?.dataStyle;
    const style = dataStyle === undefined ? undefined : this.#styles.numbers.get(dataStyle);
    if (dataStyle === undefined || !style) return plainCode;
    const known = this.#codes.get(dataStyle);
    if (known) return known;
    if (this.#codes.size >= limits.workbook.formats) throw new WorkbookError(tooManyFormats);
    const code = style.codeWith(this.#styles.numbers);
    this.#codes.set(dataStyle, code);
    return code;
  }

  #styleOf(name: string, format: string): CellStyle {
    const cell = (key: string) => this.#styles.property('table-cell', name, ['table-cell', key]);
    const text = (key: string) => this.#styles.property('table-cell', name, ['text', key]);
    const paragraph = (key: string) => this.#styles.property('table-cell', name, ['paragraph', key]);
    return {
      format,
      font: { ...plainFont, name: defaultFont, size: defaultSize, ...fontOf(text, this.#styles) },
      fill: flatFill(colorOf(cell('background-color'))),
      borders: bordersOf(cell),
      align: alignOf(cell, paragraph),
    };
  }
}

const defaultName = 'Default';
const defaultFont = 'Liberation Sans';
const defaultSize = 10;
const tooManyFormats = 'The workbook has too many number formats: remove unused ones and save it again.';

type Get = (key: string) => string | undefined;

function fontOf(get: Get, styles: StyleBook): FontChange {
  const font: FontChange = {};
  const family = familyOf(get, styles);
  if (family) font.name = family.replace(/^'(.*)'$|^"(.*)"$/, '$1$2').slice(0, longestFontName);
  const size = pointsOf(get('font-size'));
  if (size !== undefined && size > 0) font.size = Math.max(1, Math.min(409, size));
  const weight = get('font-weight');
  if (weight !== undefined) font.isBold = weight === 'bold' || Number(weight) >= boldFrom;
  const slant = get('font-style');
  if (slant !== undefined) font.isItalic = slant === 'italic' || slant === 'oblique';
  const line = get('text-underline-style');
  if (line !== undefined) font.underline = line === 'none' ? 'none' : underlineOf(get('text-underline-type'));
  const struck = get('text-line-through-style');
  if (struck !== undefined) font.isStruck = struck !== 'none';
  const place = get('text-position');
  if (place !== undefined) font.position = positionOf(place);
  const color = colorOf(get('color'));
  if (color !== undefined && get('use-window-font-color') !== 'true') font.color = color;
  return font;
}

function familyOf(get: Get, styles: StyleBook): string | undefined {
  const face = get('font-name');
  return (face === undefined ? undefined : styles.fontFamily(face)) ?? get('font-family') ?? face;
}

const boldFrom = 600;

function underlineOf(kind: string | undefined): Font['underline'] {
  return kind === 'double' ? 'double' : 'single';
}

function positionOf(place: string): Font['position'] {
  const rise = place.startsWith('super') ? 1 : place.startsWith('sub') ? -1 : Number.parseFloat(place);
  return rise > 0 ? 'super' : rise < 0 ? 'sub' : 'line';
}

function colorOf(color: string | undefined): string | undefined {
  return color !== undefined && /^#[0-9a-fA-F]{6}$/.test(color) ? color.toLowerCase() : undefined;
}

function bordersOf(get: Get): Borders {
  const all = get('border');
  const side = (name: string) => lineOf(get(`border-${name}`) ?? all);
  return {
    ...noBorders,
    top: side('top'),
    bottom: side('bottom'),
    start: side('left'),
    end: side('right'),
    rising: lineOf(get('diagonal-bl-tr')),
    falling: lineOf(get('diagonal-tl-br')),
  };
}

const dashes: Readonly<Record<string, readonly [thin: BorderStyle, medium: BorderStyle]>> = {
  dotted: ['dotted', 'mediumDashed'],
  dashed: ['dashed', 'mediumDashed'],
  'fine-dashed': ['dashed', 'mediumDashed'],
  'dash-dot': ['dashDot', 'mediumDashDot'],
  'dash-dot-dot': ['dashDotDot', 'mediumDashDotDot'],
};
/** Points from which a line is drawn heavier. */
const mediumFrom = 1.5;
const thickFrom = 2.45;

/** `0.51pt solid #808080`. */
function lineOf(text: string | undefined): BorderLine | undefined {
  if (text === undefined || text === 'none' || text === 'hidden') return undefined;
  const words = text.split(' ', 4);
  const width = words.map(pointsOf).find((points) => points !== undefined) ?? 0;
  if (width <= 0) return undefined;
  const color = words.map(colorOf).find((word) => word !== undefined);
  return { style: lineStyle(words, width), color };
}

function lineStyle(words: readonly string[], width: number): BorderStyle {
  if (words.includes('double') || words.includes('double-thin')) return 'double';
  const dashed = words.map((word) => dashes[word]).find((pair) => pair !== undefined);
  if (dashed) return width < mediumFrom ? dashed[0] : dashed[1];
  if (width >= thickFrom) return 'thick';
  return width >= mediumFrom ? 'medium' : 'thin';
}

const horizontals: Readonly<Record<string, HorizontalAlign>> = {
  start: 'left',
  left: 'left',
  center: 'center',
  end: 'right',
  right: 'right',
  justify: 'justify',
};
const indentPoints = 10;

function alignOf(cell: Get, paragraph: Get): Alignment {
  const horizontal = horizontalOf(cell, paragraph);
  const vertical = cell('vertical-align');
  const margin = pointsOf(paragraph('margin-left')) ?? 0;
  const mode = paragraph('writing-mode');
  return {
    ...plainAlignment,
    horizontal,
    vertical: vertical === 'top' || vertical === 'bottom' ? vertical : vertical === 'middle' ? 'center' : 'bottom',
    isWrapped: cell('wrap-option') === 'wrap' || horizontal === 'justify' || horizontal === 'distributed',
    shrinks: cell('shrink-to-fit') === 'true',
    indent: horizontal === 'general' ? 0 : Math.max(0, Math.min(250, Math.round(margin / indentPoints))),
    rotation: cell('direction') === 'ttb' ? 'stacked' : rotationOf(decimal(cell('rotation-angle')) ?? 0),
    direction: mode === 'rl-tb' ? 'rtl' : mode === 'lr-tb' ? 'ltr' : 'context',
  };
}

function horizontalOf(cell: Get, paragraph: Get): HorizontalAlign {
  if (cell('repeat-content') === 'true') return 'fill';
  if (cell('text-align-source') === 'value-type') return 'general';
  const align = paragraph('text-align');
  if (align === 'justify' && paragraph('text-justify') === 'distribute') return 'distributed';
  return horizontals[align ?? ''] ?? 'general';
}

/** Angles turn left from 0 to 360; beyond the upright a text turns right. */
function rotationOf(angle: number): number {
  const turn = ((Math.round(angle) % 360) + 360) % 360;
  if (turn <= 90) return turn;
  return turn >= 270 ? turn - 360 : 0;
}
