import { blendedColor, hexColor, relit } from '../../../read/color.ts';
import { longestFontName, type Theme } from '../../../read/theme.ts';
import { childOf, nodeAt, within, type XmlNode } from '../../xml-tree.ts';
import type { Letters, Paint, ShapeLook, Stroke } from '../model.ts';

const schemePlaces: Readonly<Record<string, number>> = {
  lt1: 0,
  bg1: 0,
  dk1: 1,
  tx1: 1,
  lt2: 2,
  bg2: 2,
  dk2: 3,
  tx2: 3,
  accent1: 4,
  accent2: 5,
  accent3: 6,
  accent4: 7,
  accent5: 8,
  accent6: 9,
  hlink: 10,
  folHlink: 11,
};

const presets: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  lime: '#00ff00',
  blue: '#0000ff',
  yellow: '#ffff00',
  orange: '#ffa500',
  gray: '#808080',
  silver: '#c0c0c0',
  navy: '#000080',
  purple: '#800080',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  brown: '#a52a2a',
};

/** The colour of an element that holds one (DrawingML 20.1.2.3); undefined where it holds none that is known. */
export function paintOf(node: XmlNode | undefined, theme: Theme): Paint | undefined {
  for (const child of node?.children ?? []) {
    const base = baseOf(child, theme);
    if (base !== undefined) return changed(base, child);
  }
  return undefined;
}

function baseOf({ name, attributes }: XmlNode, theme: Theme): string | undefined {
  const value = attributes.val ?? '';
  switch (name) {
    case 'srgbClr':
      return hexColor(value);
    case 'sysClr':
      return (
        hexColor(attributes.lastClr ?? '') ??
        (value.startsWith('window') && value !== 'windowText' ? '#ffffff' : '#000000')
      );
    case 'prstClr':
      return presets[value] ?? '#808080';
    case 'schemeClr':
      return value === 'phClr' ? theme.colors[4] : theme.colors[schemePlaces[value] ?? -1];
    default:
      return undefined;
  }
}

const whole = 100_000;

function changed(base: string, node: XmlNode): Paint {
  let color = base;
  let opacity = 1;
  for (const { name, attributes } of node.children) {
    const share = Number(attributes.val ?? whole) / whole;
    if (!Number.isFinite(share)) continue;
    if (name === 'lumMod') color = relit(color, share, 0);
    else if (name === 'lumOff') color = relit(color, 1, share);
    else if (name === 'tint') color = blendedColor(color, '#ffffff', 1 - share);
    else if (name === 'shade') color = blendedColor(color, '#000000', 1 - share);
    else if (name === 'alpha') opacity = Math.max(0, Math.min(1, share));
  }
  return opacity < 1 ? { color, opacity: Math.round(opacity * 100) / 100 } : { color };
}

/** The fill among the children of an element: a gradient as its middle, a pattern as its mean. */
export function fillOf(node: XmlNode | undefined, theme: Theme): Paint | 'none' | undefined {
  for (const child of node?.children ?? []) {
    if (child.name === 'noFill') return 'none';
    if (child.name === 'solidFill') return paintOf(child, theme);
    if (child.name === 'gradFill') return middleOf(child, theme);
    if (child.name === 'pattFill') return meanOf(child, theme);
    if (child.name === 'blipFill') return { color: '#d9d9d9' };
  }
  return undefined;
}

function middleOf(node: XmlNode, theme: Theme): Paint | undefined {
  const stops = childOf(node, 'gsLst')?.children.map((stop) => paintOf(stop, theme)) ?? [];
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return undefined;
  return { ...first, color: blendedColor(first.color, last.color, 0.5) };
}

function meanOf(node: XmlNode, theme: Theme): Paint {
  const front = paintOf(childOf(node, 'fgClr'), theme)?.color ?? '#000000';
  const back = paintOf(childOf(node, 'bgClr'), theme)?.color ?? '#ffffff';
  return { color: blendedColor(front, back, 0.5) };
}

const emuPerPx = 9525;
const dashes: Readonly<Record<string, readonly number[]>> = {
  dot: [1, 3],
  sysDot: [1, 1],
  dash: [4, 3],
  sysDash: [3, 1],
  lgDash: [8, 3],
  dashDot: [4, 3, 1, 3],
  sysDashDot: [3, 1, 1, 1],
  lgDashDot: [8, 3, 1, 3],
  lgDashDotDot: [8, 3, 1, 3, 1, 3],
  sysDashDotDot: [3, 1, 1, 1, 1, 1],
};

/** The look that shape properties (`spPr`) name. */
export function lookOf(node: XmlNode | undefined, theme: Theme): ShapeLook {
  const properties = childOf(node, 'spPr');
  const fill = fillOf(properties, theme);
  const line = lineOf(childOf(properties, 'ln'), theme);
  return { ...(fill && { fill }), ...(line && { line }) };
}

function lineOf(node: XmlNode | undefined, theme: Theme): Stroke | 'none' | undefined {
  if (!node) return undefined;
  const paint = fillOf(node, theme);
  if (paint === 'none') return 'none';
  const width = Number(node.attributes.w);
  const dash = dashes[childOf(node, 'prstDash')?.attributes.val ?? ''];
  return {
    paint,
    width: Number.isFinite(width) ? Math.max(0.5, Math.min(60, width / emuPerPx)) : undefined,
    ...(dash && { dash }),
  };
}

const pxPerHundredth = 96 / 72 / 100;
const perDegree = 60_000;

/** The letters that the text of an element (`txPr`, or a title's own) names. */
export function lettersOf(node: XmlNode | undefined, theme: Theme): Letters {
  const body = childOf(node, 'bodyPr')?.attributes;
  const own = nodeAt(node, 'p', 'r', 'rPr');
  const usual = nodeAt(node, 'p', 'pPr', 'defRPr');
  return { ...turnOf(body), ...runLetters(usual, theme), ...runLetters(own, theme) };
}

function turnOf(body: Readonly<Record<string, string>> | undefined): Letters {
  const vertical = body?.vert ?? 'horz';
  if (vertical === 'vert270') return { turn: -90 };
  if (vertical === 'vert' || vertical === 'wordArtVert' || vertical === 'eaVert') return { turn: 90 };
  const turn = Number(body?.rot) / perDegree;
  return Number.isFinite(turn) && Math.abs(turn) <= 90 ? { turn } : {};
}

function runLetters(node: XmlNode | undefined, theme: Theme): Letters {
  if (!node) return {};
  const { sz, b, i } = node.attributes;
  const size = Number(sz) * pxPerHundredth;
  const fill = fillOf(node, theme);
  const face = within(node, 'latin')?.attributes.typeface;
  return {
    ...(Number.isFinite(size) && size > 0 && { size: Math.min(200, size) }),
    ...(b !== undefined && { isBold: b === '1' || b === 'true' }),
    ...(i !== undefined && { isItalic: i === '1' || i === 'true' }),
    ...(fill !== undefined && fill !== 'none' && { color: fill.color }),
    ...(face !== undefined && { family: familyName(face, theme) }),
  };
}

function familyName(face: string, theme: Theme): string {
  if (face.startsWith('+mj')) return theme.majorFont;
  return face.startsWith('+mn') ? theme.minorFont : face.slice(0, longestFontName);
}
