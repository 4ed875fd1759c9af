import { colorNames } from './color-names.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * A CSS colour as `#rrggbb`, laid on white where light shines through; undefined for none, for the scheme's own ink and
 * for what only a browser can mix.
 */
export function cssColor(text: string): string | undefined {
  const value = text.trim().toLowerCase();
  const named = colorNames.get(value);
  if (named !== undefined) return named;
  if (value.startsWith('#')) return hexColor(value.slice(1));
  const [, name = '', inner = ''] = /^([a-z-]+)\((.*)\)$/s.exec(value) ?? [];
  if (name === 'light-dark') return cssColor(inner.slice(0, topComma(inner)));
  const parts = inner.split(/[\s,/]+/).filter((part) => part !== '');
  if (name === 'rgb' || name === 'rgba') return flat(rgbOf(parts), alphaOf(parts[3]));
  if (name === 'hsl' || name === 'hsla') return flat(hslOf(parts), alphaOf(parts[3]));
  return undefined;
}

function topComma(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (text[at] === ',' && depth === 0) return at;
  }
  return text.length;
}

function hexColor(digits: string): string | undefined {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined;
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (long.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return flat([red, green, blue], alpha / 255);
}

function rgbOf(parts: readonly string[]): Rgb | undefined {
  const [red, green, blue] = parts.map((part) => (part.endsWith('%') ? number(part, '%') * 2.55 : number(part)));
  return rgb(red, green, blue);
}

function hslOf([hueText = '', saturationText = '', lightnessText = '']: readonly string[]): Rgb | undefined {
  const hue = number(hueText, 'deg');
  const saturation = number(saturationText, '%') / 100;
  const lightness = number(lightnessText, '%') / 100;
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return rgb(channel(0), channel(8), channel(4));
}

function rgb(red = Number.NaN, green = Number.NaN, blue = Number.NaN): Rgb | undefined {
  return Number.isFinite(red + green + blue) ? [red, green, blue] : undefined;
}

function number(text: string, unit = ''): number {
  return Number(unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length) : text);
}

function alphaOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const alpha = text.endsWith('%') ? number(text, '%') / 100 : number(text);
  return Number.isFinite(alpha) ? alpha : 1;
}

function flat(color: Rgb | undefined, alpha: number): string | undefined {
  if (!color || alpha <= 0) return undefined;
  const digits = color.map((channel) => {
    const mixed = Math.max(0, Math.min(255, channel)) * Math.min(1, alpha) + 255 * (1 - Math.min(1, alpha));
    return Math.round(mixed).toString(16).padStart(2, '0');
  });
  return `#${digits.join('')}`;
}
