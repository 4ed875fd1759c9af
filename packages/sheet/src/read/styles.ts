import { limits } from '@sheetwire/contract/limits';
import type { Alignment, Borders, CellStyle, Fill, Font } from '../cell-style.ts';
import type { PartLook, TableLook } from '../part-look.ts';
import { plainAlignment, plainFont } from '../plain-look.ts';
import { WorkbookError } from '../workbook-error.ts';
import { builtInFormat } from './built-in-formats.ts';
import { hexColor, legacyPalette, type Palette, resolveColor } from './color.ts';
import { FillReader } from './fill.ts';
import { addToFont, alignmentOf, type FontChange, lineOf, noBorders } from './style-parts.ts';
import { partOf } from './table-styles.ts';
import type { Theme } from './theme.ts';
import { type Attributes, parseXml, whole } from './xml.ts';

/** What the styles part of a workbook holds, resolved. */
export interface Styles {
  readonly cells: readonly CellStyle[];
  /** Table styles of the file's own. */
  readonly tables: ReadonlyMap<string, TableLook>;
  readonly palette: Palette;
  /** Differential formats by number, as conditional formatting rules name them. */
  readonly differential: readonly PartLook[];
}

interface Xf {
  readonly format: number;
  readonly font: number;
  readonly fill: number;
  readonly border: number;
  align: Alignment;
}

type BorderChange = { -readonly [K in keyof Borders]: Borders[K] };
type DxfDraft = {
  format?: string;
  font?: FontChange;
  fill?: Fill;
  borders?: BorderChange;
  inner?: NonNullable<PartLook['inner']>;
};

/** Parts of the styles that a hostile file may repeat without end. */
const counted: ReadonlySet<string> = new Set(['font', 'fill', 'border', 'stop', 'dxf', 'numFmt', 'tableStyle']);
const countedMost = 4 * limits.workbook.styles;
const tooMany = 'The workbook has too many cell styles: remove unused ones and save it again.';
const formatTooLong = `The workbook has a number format of more than ${limits.workbook.formatLength} characters: shorten it and save the workbook again.`;
const tooManyFormats = `The workbook uses more than ${limits.workbook.formats.toLocaleString('en-US')} number formats: remove some and save it again.`;

/** The look of a cell where the file says nothing. */
export function plainStyle(theme: Theme): CellStyle {
  const font = { ...plainFont, name: theme.minorFont };
  return { format: 'General', font, fill: undefined, borders: noBorders, align: plainAlignment };
}

/** Reads the styles part; its bytes are given whole because its palette stands behind the colours that use it. */
export async function readStyles(bytes: Uint8Array, theme: Theme): Promise<Styles> {
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('indexedColors')
    ? await ownPalette(bytes)
    : [];
  const indexed = legacyPalette.map((color, n) => own[n] ?? color);
  const reader = new StylesReader({ theme: theme.colors, indexed }, theme);
  await parseXml(once(bytes), reader);
  return reader.styles();
}

async function ownPalette(bytes: Uint8Array): Promise<(string | undefined)[]> {
  const colors: (string | undefined)[] = [];
  await parseXml(once(bytes), {
    open(name, attributes) {
      if (name === 'rgbColor' && colors.length < legacyPalette.length) colors.push(hexColor(attributes.rgb ?? ''));
    },
  });
  return colors;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads what stands in a styles part, or in a differential format that stands elsewhere. */
export class StylesReader {
  readonly #palette: Palette;
  readonly #theme: Theme;
  readonly #formats = new Map<number, string>();
  readonly #fonts: Font[] = [];
  readonly #fills: (Fill | undefined)[] = [];
  readonly #borders: Borders[] = [];
  readonly #xfs: Xf[] = [];
  readonly #dxfs: PartLook[] = [];
  readonly #tables = new Map<string, TableLook>();
  readonly #path: string[] = [];
  #font: FontChange = {};
  #border: BorderChange = { ...noBorders };
  #inner: { horizontal?: NonNullable<Borders['top']>; vertical?: NonNullable<Borders['top']> } = {};
  readonly #fill: FillReader;
  #dxf: DxfDraft = {};
  #count = 0;
  #table: Record<string, PartLook> = {};
  #tableName = '';

  constructor(palette: Palette, theme: Theme) {
    this.#palette = palette;
    this.#theme = theme;
    this.#fill = new FillReader(palette);
  }

  open(name: string, attributes: Attributes): void {
    this.#path.push(name);
    if (counted.has(name) && ++this.#count > countedMost) throw new WorkbookError(tooMany);
    if (this.#path.includes('font')) this.#openFont(name, attributes);
    else if (this.#path.includes('fill')) this.#fill.open(name, attributes);
    else if (this.#path.includes('border')) this.#openBorder(name, attributes);
    else this.#openOther(name, attributes);
  }

  close(name: string): void {
    this.#path.pop();
    const isInDxf = this.#path.includes('dxf');
    if (name === 'font') this.#closeFont(isInDxf);
    else if (name === 'fill') this.#closeFill(isInDxf);
    else if (name === 'border') this.#closeBorder(isInDxf);
    else if (name === 'dxf') this.#dxfs.push(this.#dxf);
    else if (name === 'tableStyle') this.#tables.set(this.#tableName, this.#table);
  }

  #openFont(name: string, attributes: Attributes): void {
    if (name === 'font') this.#font = {};
    else if (name === 'color') this.#font.color = resolveColor(attributes, this.#palette);
    else addToFont(this.#font, name, attributes, this.#theme);
  }

  #closeFont(isInDxf: boolean): void {
    if (isInDxf) this.#dxf.font = this.#font;
    else this.#fonts.push({ ...plainFont, name: this.#theme.minorFont, ...this.#font });
  }

  #closeFill(isInDxf: boolean): void {
    const fill = this.#fill.fill(isInDxf);
    if (!isInDxf) this.#fills.push(fill);
    else if (fill) this.#dxf.fill = fill;
  }

  #openBorder(name: string, attributes: Attributes): void {
    if (name === 'border') {
      this.#border = { ...noBorders };
      this.#inner = {};
      if (attributes.diagonalUp === '1' || attributes.diagonalUp === 'true') this.#diagonals.add('rising');
      if (attributes.diagonalDown === '1' || attributes.diagonalDown === 'true') this.#diagonals.add('falling');
      return;
    }
    if (name === 'color') this.#colorLine(resolveColor(attributes, this.#palette));
    else this.#setLine(name, lineOf(attributes));
  }

  readonly #diagonals = new Set<'rising' | 'falling'>();

  #setLine(name: string, line: Borders['top']): void {
    const side = sideOf(name);
    if (side) this.#border[side] = line;
    else if (name === 'diagonal') for (const way of this.#diagonals) this.#border[way] = line;
    else if (line && (name === 'horizontal' || name === 'vertical')) this.#inner[name] = line;
  }

  #colorLine(color: string | undefined): void {
    const name = this.#path.at(-2) ?? '';
    const side = sideOf(name);
    const lines = side ? [this.#border[side]] : [this.#border.rising ?? this.#border.falling];
    const [line] = name === 'horizontal' || name === 'vertical' ? [this.#inner[name]] : lines;
    if (line) this.#setLine(name, { style: line.style, color });
  }

  #closeBorder(isInDxf: boolean): void {
    this.#diagonals.clear();
    if (!isInDxf) this.#borders.push(this.#border);
    else {
      this.#dxf.borders = this.#border;
      this.#dxf.inner = this.#inner;
    }
  }

  #openOther(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-2);
    if (name === 'numFmt' && parent === 'numFmts') {
      this.#formats.set(whole(attributes.numFmtId) ?? -1, attributes.formatCode ?? 'General');
    } else if (name === 'numFmt' && parent === 'dxf') this.#openDxfFormat(attributes);
    else if (name === 'xf' && parent === 'cellXfs') this.#addXf(attributes);
    else if (name === 'alignment' && this.#path.includes('cellXfs')) this.#align(attributes);
    else if (name === 'dxf') this.#dxf = {};
    else if (name === 'tableStyle') {
      this.#tableName = attributes.name ?? '';
      this.#table = {};
    } else if (name === 'tableStyleElement') this.#tableElement(attributes);
  }

  #openDxfFormat({ formatCode = 'General' }: Attributes): void {
    if (formatCode.length > limits.workbook.formatLength) throw new WorkbookError(formatTooLong);
    this.#dxf.format = formatCode;
  }

  #addXf(attributes: Attributes): void {
    if (this.#xfs.length >= limits.workbook.styles) {
      throw new WorkbookError(tooMany);
    }
    this.#xfs.push({
      format: whole(attributes.numFmtId) ?? 0,
      font: whole(attributes.fontId) ?? 0,
      fill: whole(attributes.fillId) ?? 0,
      border: whole(attributes.borderId) ?? 0,
      align: plainAlignment,
    });
  }

  #align(attributes: Attributes): void {
    const xf = this.#xfs.at(-1);
    if (xf) xf.align = alignmentOf(attributes);
  }

  #tableElement(attributes: Attributes): void {
    const part = partOf(attributes.type);
    const dxf = this.#dxfs[whole(attributes.dxfId) ?? -1];
    const size = whole(attributes.size);
    if (part && dxf) this.#table[part] = size === undefined ? dxf : { ...dxf, size };
  }

  /** The formats that cells may have, by number; each of them is one that spreadsheets take. */
  #usedFormats(): Map<number, string> {
    const used = new Map<number, string>();
    for (const { format } of this.#xfs) {
      if (used.has(format)) continue;
      const code = this.#formats.get(format) ?? builtInFormat(format);
      if (code.length > limits.workbook.formatLength) throw new WorkbookError(formatTooLong);
      if (used.size >= limits.workbook.formats) throw new WorkbookError(tooManyFormats);
      used.set(format, code);
    }
    return used;
  }

  /** The differential formats so far. */
  get differential(): readonly PartLook[] {
    return this.#dxfs;
  }

  styles(): Styles {
    const plain = plainStyle(this.#theme);
    const formats = this.#usedFormats();
    const cells = this.#xfs.map((xf) => ({
      format: formats.get(xf.format) ?? 'General',
      font: this.#fonts[xf.font] ?? this.#fonts[0] ?? plain.font,
      fill: this.#fills[xf.fill],
      borders: this.#borders[xf.border] ?? noBorders,
      align: xf.align,
    }));
    return {
      cells: cells.length > 0 ? cells : [plain],
      tables: this.#tables,
      palette: this.#palette,
      differential: this.#dxfs,
    };
  }
}

function sideOf(name: string): 'top' | 'bottom' | 'start' | 'end' | undefined {
  if (name === 'top' || name === 'bottom' || name === 'start' || name === 'end') return name;
  if (name === 'left') return 'start';
  return name === 'right' ? 'end' : undefined;
}
