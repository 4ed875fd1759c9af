import { legacyPalette } from './read/color.ts';

/** The colours that number formats name. */
const namedInks: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['white', '#ffffff'],
  ['red', '#ff0000'],
  ['green', '#008000'],
  ['blue', '#0000ff'],
  ['yellow', '#ffff00'],
  ['magenta', '#ff00ff'],
  ['cyan', '#00ffff'],
]);

/** Inks that the portal draws in the scheme's own shade of them. */
const inScheme: ReadonlySet<string> = new Set(['black', 'red', 'green', 'blue', 'yellow']);

/** The colour of an ink that a number format names: by its name, or `color10` of the palette; undefined for none. */
export function inkColor(ink: string): string | undefined {
  return namedInks.get(ink) ?? numbered(ink);
}

/** The colour of an ink of which the schemes have no shade, so that it is drawn as it is. */
export function fixedInk(ink: string | undefined): string | undefined {
  if (ink === undefined || inScheme.has(ink)) return undefined;
  const color = inkColor(ink);
  return color === '#000000' ? undefined : color;
}

function numbered(ink: string): string | undefined {
  const number = /^color(\d{1,2})$/.exec(ink)?.[1];
  return number === undefined || number === '0' ? undefined : legacyPalette[Number(number) + beforeNumbered];
}

/** Colours of the palette before the first that formats number. */
const beforeNumbered = 7;
