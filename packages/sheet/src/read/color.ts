import type { Attributes } from './xml.ts';
import { decimal, isOn, whole } from './xml.ts';

/** What the colours of a file are resolved against. */
export interface Palette {
  /** In the order of theme numbers: light 1, dark 1, light 2, dark 2, accents 1-6, link, followed link. */
  readonly theme: readonly string[];
  readonly indexed: readonly string[];
}

const legacy =
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff ' +
  '800000 008000 000080 808000 800080 008080 c0c0c0 808080 9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff ' +
  '000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff 00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 ' +
  '3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333';

/** The 64 colours of files without a palette of their own (ECMA-376 18.8.27). */
export const legacyPalette: readonly string[] = legacy.split(' ').map((hex) => `#${hex}`);

/** The colour that an element's attributes name; undefined = automatic. */
export function resolveColor(attributes: Attributes, palette: Palette): string | undefined {
  if (isOn(attributes.auto)) return undefined;
  const base = baseColor(attributes, palette);
  const tint = decimal(attributes.tint) ?? 0;
  return base === undefined || tint === 0 ? base : tinted(base, tint);
}

function baseColor(attributes: Attributes, palette: Palette): string | undefined {
  const rgb = attributes.rgb;
  if (rgb !== undefined) return hexColor(rgb);
  const theme = whole(attributes.theme);
  if (theme !== undefined) return palette.theme[theme];
  const indexed = whole(attributes.indexed);
  return indexed === undefined ? undefined : palette.indexed[indexed];
}

/** `#rrggbb` of RRGGBB or AARRGGBB; alpha has no meaning in a cell. */
export function hexColor(text: string): string | undefined {
  const hex = /^#?(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(text)?.[1];
  return hex === undefined ? undefined : `#${hex.toLowerCase()}`;
}

/** Lighter (tint > 0) or darker, by the lightness of the colour (ECMA-376 18.8.19). */
export function tinted(color: string, tint: number): string {
  const [hue, saturation, lightness] = toHsl(color);
  const change = Math.max(-1, Math.min(1, tint));
  const light = change < 0 ? lightness * (1 + change) : lightness * (1 - change) + change;
  return fromHsl(hue, saturation, light);
}

/** A colour whose lightness is multiplied, then raised (DrawingML `lumMod`, `lumOff`). */
export function relit(color: string, factor: number, more: number): string {
  const [hue, saturation, lightness] = toHsl(color);
  return fromHsl(hue, saturation, Math.max(0, Math.min(1, lightness * factor + more)));
}

/** The colour between two, mixed as light is (DrawingML `tint`, `shade`). */
export function blendedColor(from: string, to: string, share: number): string {
  const light = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const back = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
  const b = channels(to);
  const part = Math.max(0, Math.min(1, share));
  return hexOf(channels(from).map((value, n) => back(light(value) * (1 - part) + light(b[n] ?? 0) * part)));
}

/** The colour between two, `share` of the way from the first to the second. */
export function blended(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  return hexOf(a.map((value, n) => value + ((b[n] ?? 0) - value) * share));
}

/** Black or white, whichever reads better on a ground (WCAG contrast). */
export function readableInk(ground: string): string {
  const known = inks.get(ground);
  if (known !== undefined) return known;
  const ink = luminance(ground) > 0.179 ? '#000000' : '#ffffff';
  if (inks.size < mostInks) inks.set(ground, ink);
  return ink;
}

/** Many cells stand on one ground. */
const inks = new Map<string, string>();
const mostInks = 1000;

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
}

function hexOf(values: readonly number[]): string {
  const digits = values.map((value) =>
    Math.round(Math.max(0, Math.min(1, value)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

function toHsl(color: string): [hue: number, saturation: number, lightness: number] {
  const [red = 0, green = 0, blue = 0] = channels(color);
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const lightness = most - range / 2;
  if (range === 0) return [0, 0, lightness];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  if (most === red) return [((green - blue) / range + 6) % 6, saturation, lightness];
  if (most === green) return [(blue - red) / range + 2, saturation, lightness];
  return [(red - green) / range + 4, saturation, lightness];
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + hue * 2) % 12;
    return lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
  };
  return hexOf([channel(0), channel(8), channel(4)]);
}
