import { limits } from '@sheetwire/contract/limits';
import { drawingsIn } from '@sheetwire/page/drawing';
import { attributeOf, type Token, tokensOf } from '../page/tags.ts';
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
    const tags = [...tokensOf(html)].flatMap((token) => (token.kind === 'open' ? token : []));
    const box = lengthsOf(tags[0], 'px');
    const [left, top] = [box.get('left') ?? box.get('right'), box.get('top')];
    const [width, height] = [box.get('width'), box.get('height')];
    if (left === undefined || top === undefined || width === undefined || height === undefined) return undefined;
    const content = this.#chart(tags) ?? this.#picture(tags);
    return content && { left, top, width, height, content };
  }

  #chart(tags: readonly Tag[]): TakenChart | undefined {
    const { attributes = '' } = tags.find(({ name }) => name === 'details') ?? {};
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

  /** A picture that fills its box, or is cut by it; one that is turned, or one of several, is left out. */
  #picture(tags: readonly Tag[]): TakenPicture | undefined {
    const image = tags.find(({ name }) => name === 'img');
    const isPlain = tags.every(({ name, attributes }) => frames.has(name) && !isTurned(attributes));
    if (!image || !isPlain) return undefined;
    const bytes = this.#deps.pictures.get(attributeOf(image.attributes, 'src') ?? '');
    const type = bytes && typeOf(bytes);
    const cut = cutOf(lengthsOf(image, '%'));
    if (!bytes || !type || !cut) return undefined;
    return { kind: 'picture', bytes, type, cut, name: attributeOf(image.attributes, 'alt') ?? '' };
  }
}

type Tag = Extract<Token, { readonly kind: 'open' }>;

/** What stands around a picture. */
const frames: ReadonlySet<string> = new Set(['div', 'a', 'img']);

function isTurned(attributes: string): boolean {
  const style = attributeOf(attributes, 'style') ?? '';
  return style.split(';').some((part) => part.startsWith('rotate:') || part.startsWith('scale:'));
}

/** The lengths of a unit among the declarations of a tag. */
function lengthsOf(tag: Tag | undefined, unit: 'px' | '%'): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const part of attributeOf(tag?.attributes ?? '', 'style')?.split(';') ?? []) {
    const [name = '', text = ''] = part.split(':');
    const length = text.endsWith(unit) ? Number(text.slice(0, -unit.length)) : Number.NaN;
    if (Number.isFinite(length)) lengths.set(name.trim(), length);
  }
  return lengths;
}

/** What of a picture lies beyond its box: left, top, right and bottom, as shares of the picture. */
function cutOf(shares: ReadonlyMap<string, number>): TakenPicture['cut'] | undefined {
  const share = (name: string) => (shares.get(name) ?? 0) / 100;
  const [width, height] = [share('width'), share('height')];
  if (width <= 0 || height <= 0) return undefined;
  const [left, top] = [-share('left') / width, -share('top') / height];
  return [left, top, 1 - 1 / width - left, 1 - 1 / height - top];
}

/** The kinds of pictures that spreadsheets take, by their first bytes. */
function typeOf(bytes: Uint8Array): TakenPicture['type'] | undefined {
  const begins = (...first: readonly number[]) => first.every((byte, n) => bytes[n] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'png';
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
  return begins(0x47, 0x49, 0x46, 0x38) ? 'gif' : undefined;
}
