import { limits } from '@sheetwire/contract/limits';
import { drawingsIn } from '@sheetwire/page/drawing';
import { attributeOf, plainOf } from '../page/tags.ts';
import type { Conventions } from '../values/conventions.ts';
import { shownNumber } from '../values/shown-number.ts';

/** A column of a chart's numbers: what of the chart it is, and its values. */
export interface ChartColumn {
  /** `name` for categories, `x` and `size` for those of points, else how its series is drawn: `col`, `line+`, `area%2`. */
  readonly word: string;
  readonly head: string;
  readonly texts: readonly string[];
  readonly values: readonly (number | undefined)[];
  readonly format: string;
}

export interface TakenChart {
  readonly kind: 'chart';
  readonly title: string;
  readonly columns: readonly ChartColumn[];
}

export interface TakenPicture {
  readonly kind: 'picture';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: 'png' | 'jpeg' | 'gif';
  readonly name: string;
  /** What is cut away: left, top, right and bottom, as shares of the picture. */
  readonly cut: readonly [left: number, top: number, right: number, bottom: number];
}

/** A drawing of a page as a spreadsheet takes it, in pixels from the cell that holds it. */
export interface TakenDrawing {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly content: TakenChart | TakenPicture;
}

export interface TakerDeps {
  readonly conventions: Conventions;
  /** The pictures of the report by their addresses, as far as they came. */
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Takes the drawings of cells: charts that a spreadsheet draws too, and pictures. */
export class DrawingTaker {
  readonly #deps: TakerDeps;
  #left: number = limits.export.drawings;

  constructor(deps: TakerDeps) {
    this.#deps = deps;
  }

  /** Those over a cell, and how many are left out. */
  take(inner: string): { readonly taken: readonly TakenDrawing[]; readonly missed: number } {
    const found = drawingsIn(inner);
    const taken = found.flatMap((html) => {
      const drawing = this.#left > 0 ? this.#drawing(html) : undefined;
      if (drawing) this.#left--;
      return drawing ?? [];
    });
    return { taken, missed: found.length - taken.length };
  }

  #drawing(html: string): TakenDrawing | undefined {
    const [, open = ''] = /^<div( [^<>]*)>/.exec(html) ?? [];
    const style = attributeOf(open, 'style') ?? '';
    const px = (name: string) => measure(style, name, 'px') ?? Number.NaN;
    const [left, top, width, height] = [
      style.includes('right:') ? px('right') : px('left'),
      px('top'),
      px('width'),
      px('height'),
    ];
    if (![left, top, width, height].every(Number.isFinite)) return undefined;
    const content = this.#chart(html) ?? this.#picture(html);
    return content && { left, top, width, height, content };
  }

  #chart(html: string): TakenChart | undefined {
    const [, attributes = ''] = /<details( [^<>]*)>/.exec(html) ?? [];
    const words = attributeOf(attributes, 'data-chart')?.split(' ');
    const [head, ...lines] = attributeOf(attributes, 'data-table')?.split('\n') ?? [];
    if (!words || head === undefined) return undefined;
    const heads = head.split('\t');
    // The last line may tell how many are not listed.
    const rows = lines.map((line) => line.split('\t')).filter((row) => row.length === heads.length);
    const columns = words.map((word, n) =>
      this.#column(
        word,
        heads[n] ?? '',
        rows.map((row) => row[n] ?? ''),
      ),
    );
    return { kind: 'chart', title: attributeOf(attributes, 'data-title') ?? '', columns };
  }

  #column(word: string, head: string, texts: readonly string[]): ChartColumn {
    const shown = texts.map((text) => (word === 'name' ? undefined : shownNumber({ text }, this.#deps.conventions)));
    return {
      word,
      head,
      texts,
      values: shown.map((one) => one?.value),
      format: shown.find((one) => one !== undefined)?.format ?? 'General',
    };
  }

  /** A picture that fills its box, or is cut by it; one that is turned is left out. */
  #picture(html: string): TakenPicture | undefined {
    const [, attributes = ''] = PICTURE.exec(html) ?? [];
    const address = attributeOf(attributes, 'src');
    const bytes = address === undefined ? undefined : this.#deps.pictures.get(address);
    const type = bytes && typeOf(bytes);
    const cut = cutOf(attributeOf(attributes, 'style') ?? '');
    if (!bytes || !type || !cut || /(?:^|[;"])(?:rotate|scale):/.test(html)) return undefined;
    return { kind: 'picture', bytes, type, cut, name: plainOf(attributeOf(attributes, 'alt') ?? '') };
  }
}

const PICTURE = /^<div [^<>]*>(?:<a [^<>]*>)?(?:<div style="overflow:clip[^<>]*>)?<img( [^<>]*)>/;

/** The number that a style gives a property in a unit; undefined when it gives none. */
function measure(style: string, name: string, unit: 'px' | '%'): number | undefined {
  for (const declaration of style.split(';')) {
    const at = declaration.indexOf(':');
    if (declaration.slice(0, at).trim() !== name) continue;
    const value = declaration.slice(at + 1).trim();
    return value.endsWith(unit) ? Number(value.slice(0, -unit.length)) : undefined;
  }
  return undefined;
}

/** What of a picture lies beyond its box: left, top, right and bottom, as shares of the picture. */
function cutOf(style: string): TakenPicture['cut'] | undefined {
  const share = (name: string) => {
    const percent = measure(style, name, '%');
    return percent === undefined ? undefined : percent / 100;
  };
  const [width, height] = [share('width'), share('height')];
  if (!width || !height) return undefined;
  const [left, top] = [-(share('left') ?? 0) / width, -(share('top') ?? 0) / height];
  return [left, top, 1 - 1 / width - left, 1 - 1 / height - top];
}

/** The kinds of pictures that spreadsheets take, by their first bytes. */
function typeOf(bytes: Uint8Array): TakenPicture['type'] | undefined {
  const begins = (...first: readonly number[]) => first.every((byte, n) => bytes[n] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'png';
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
  return begins(0x47, 0x49, 0x46, 0x38) ? 'gif' : undefined;
}
