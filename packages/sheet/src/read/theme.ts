import { hexColor } from './color.ts';
import { type Attributes, parseXml } from './xml.ts';

export interface Theme {
  /** By theme number, see Palette. */
  readonly colors: readonly string[];
  readonly minorFont: string;
  readonly majorFont: string;
}

const order = [
  'lt1',
  'dk1',
  'lt2',
  'dk2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
];
const office = 'ffffff 000000 eeece1 1f497d 4f81bd c0504d 9bbb59 8064a2 4bacc6 f79646 0000ff 800080';

/** The theme of files that bring none. */
export const officeTheme: Theme = {
  colors: office.split(' ').map((hex) => `#${hex}`),
  minorFont: 'Calibri',
  majorFont: 'Cambria',
};

/** Reads the colours and the two fonts of a theme part. */
export async function readTheme(chunks: AsyncIterable<Uint8Array>): Promise<Theme> {
  const colors = new Map<string, string>();
  const fonts = new Map<string, string>();
  const path: string[] = [];
  await parseXml(chunks, {
    open(name, attributes) {
      path.push(name);
      const parent = path.at(-2) ?? '';
      const color = path.at(-3) === 'clrScheme' ? colorOf(name, attributes) : undefined;
      if (color !== undefined) colors.set(parent, color);
      const face = attributes.typeface;
      if (name === 'latin' && face && path.at(-3) === 'fontScheme') fonts.set(parent, face.slice(0, longestFontName));
    },
    close() {
      path.pop();
    },
  });
  return {
    colors: order.map((key, n) => colors.get(key) ?? officeTheme.colors[n] ?? '#000000'),
    minorFont: fonts.get('minorFont') ?? officeTheme.minorFont,
    majorFont: fonts.get('majorFont') ?? officeTheme.majorFont,
  };
}

function colorOf(name: string, attributes: Attributes): string | undefined {
  if (name === 'srgbClr') return hexColor(attributes.val ?? '');
  if (name !== 'sysClr') return undefined;
  return hexColor(attributes.lastClr ?? '') ?? (attributes.val === 'window' ? '#ffffff' : '#000000');
}

/** Characters of the name of a font; spreadsheets have 31. */
export const longestFontName = 64;
