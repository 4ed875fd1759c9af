import type { CellValue } from '../model.ts';
import { blended } from '../read/color.ts';
import type { BarLook, Rule, RulePoint } from './rule.ts';
import type { RuleCells } from './rule-cells.ts';

/** A colour scale has no more colours than this between two of its points. */
export const STEPS = 255;
/** Parts of a percent that a bar is told to. */
const BAR_STEPS = 1;

/** The value of a formula of a point. */
type PointValue = (formula: string) => number | undefined;

/** The values that the points of a scale stand for; undefined when one of them gives no number. */
export function limitsOf(points: readonly RulePoint[], cells: RuleCells, valueFor: PointValue): number[] | undefined {
  const found = points.map((point) => limitOf(point, cells, valueFor));
  return found.every((limit) => limit !== undefined) ? found : undefined;
}

function limitOf({ type, value }: RulePoint, cells: RuleCells, valueFor: PointValue): number | undefined {
  if (type === 'min') return leastOf(cells);
  if (type === 'max') return mostOf(cells);
  if (type === 'autoMin') return Math.min(0, leastOf(cells));
  if (type === 'autoMax') return Math.max(0, mostOf(cells));
  const given = valueFor(value);
  if (given === undefined) return undefined;
  if (type === 'percent') {
    const least = leastOf(cells);
    return least + ((mostOf(cells) - least) * given) / 100;
  }
  return type === 'percentile' ? percentile(cells, given / 100) : given;
}

function leastOf(cells: RuleCells): number {
  return cells.count > 0 ? cells.numberAt(0) : 0;
}

function mostOf(cells: RuleCells): number {
  return cells.count > 0 ? cells.numberAt(cells.count - 1) : 0;
}

/** As PERCENTILE.INC. */
function percentile(cells: RuleCells, share: number): number {
  if (cells.count === 0) return 0;
  const place = Math.max(0, Math.min(1, share)) * (cells.count - 1);
  const below = cells.numberAt(Math.floor(place));
  const above = cells.numberAt(Math.ceil(place));
  return below + (above - below) * (place - Math.floor(place));
}

/** A scale of two or three colours, and the colours between them that were mixed before. */
interface ColorScale {
  readonly ends: readonly number[];
  readonly colors: readonly string[];
  /** By end and step: no more than a few hundred. */
  readonly mixed: Map<number, string>;
}

/** The colour of a number on a scale. */
export function scaleColor(value: number, { ends, colors, mixed }: ColorScale): string {
  const at = ends.findIndex((end) => value <= end);
  if (at === 0) return colors[0] ?? '#ffffff';
  if (at < 0) return colors.at(-1) ?? '#ffffff';
  const [from = 0, to = 0] = [ends[at - 1], ends[at]];
  const share = to === from ? 1 : (value - from) / (to - from);
  const step = Math.round(share * STEPS);
  const key = at * (STEPS + 1) + step;
  const known = mixed.get(key);
  if (known !== undefined) return known;
  const color = blended(colors[at - 1] ?? '#ffffff', colors[at] ?? '#ffffff', step / STEPS);
  // Ends that lie far apart, or are none, may give any share.
  if (step >= 0 && step <= STEPS) mixed.set(key, color);
  return color;
}

/** A data bar with the ends of its rule. */
export interface Bar {
  readonly look: BarLook;
  readonly color: string;
  readonly least: number;
  readonly most: number;
  /** It grows from the right. */
  readonly isFromRight: boolean;
  /** The images of bars without an axis, by the percent that they reach and their colour. */
  readonly images: Map<string, string | undefined>;
}

/** The bar of a number as a CSS image; undefined for one without length. */
export function barImage(value: number, bar: Bar): string | undefined {
  const { look, color, least, most, isFromRight, images } = bar;
  const side = isFromRight ? 'left' : 'right';
  const shown = Math.max(least, Math.min(most, value));
  const span = most - least;
  const hasAxis = look.axis !== 'none' && least < 0;
  const ink = value < 0 ? (look.negative ?? color) : color;
  if (!hasAxis) {
    const share = span === 0 ? 1 : (shown - least) / span;
    const to = round(look.least + share * (look.most - look.least));
    const key = `${to} ${ink}`;
    if (images.has(key)) return images.get(key);
    const image = strip(side, { from: 0, to, color: ink, look });
    if (images.size < mostImages) images.set(key, image);
    return image;
  }
  const axis = look.axis === 'middle' ? 50 : Math.max(0, Math.min(100, (-least / span) * 100));
  const to = endOf(shown, axis, bar);
  const at = (px: string) => `calc(${round(axis)}% ${px})`;
  const { axisColor } = look;
  const line = `linear-gradient(to ${side},transparent ${at('- .5px')},${axisColor} ${at('- .5px')},${axisColor} ${at('+ .5px')},transparent ${at('+ .5px')})`;
  const drawn = strip(side, { from: axis, to, color: ink, look });
  return drawn === undefined ? line : `${line},${drawn}`;
}

/**
 * The percent at which a bar from an axis ends. Where all numbers are below 0, bars grow from the largest; where they
 * are the same, all are full.
 */
function endOf(shown: number, axis: number, { look, least, most }: Bar): number {
  const isMiddle = look.axis === 'middle';
  const reach = isMiddle ? Math.max(-least, most) : most - least;
  return reach === 0 ? 0 : axis + ((shown - Math.min(0, most)) / reach) * (isMiddle ? 50 : 100);
}

/** As many as there are percents; a file may ask for others. */
const mostImages = 200;

interface Strip {
  readonly from: number;
  readonly to: number;
  readonly color: string;
  readonly look: BarLook;
}

function strip(side: string, { from, to, color, look }: Strip): string | undefined {
  const [start, end] = [round(Math.min(from, to)), round(Math.max(from, to))];
  if (start === end) return undefined;
  const pale = look.isGradient ? paleOf(color) : color;
  const [first, last] = to < from ? [pale, color] : [color, pale];
  const before = start === 0 ? '' : `transparent ${start}%,`;
  return `linear-gradient(to ${side},${before}${first} ${start}%,${last} ${end}%,transparent ${end}%)`;
}

const paleColors = new Map<string, string>();

function paleOf(color: string): string {
  const pale = paleColors.get(color) ?? blended(color, '#ffffff', 0.7);
  if (paleColors.size < mostPale) paleColors.set(color, pale);
  return pale;
}

const mostPale = 1000;

function round(percent: number): number {
  return Math.round(percent * BAR_STEPS) / BAR_STEPS;
}

/** The step of a number in a set of icons, the lowest 0. */
export function iconStep(value: CellValue | undefined, ends: readonly number[], { points }: Rule): number | undefined {
  if (typeof value !== 'number') return undefined;
  let step = 0;
  for (const [at, end] of ends.entries()) {
    if (at > 0 && (points[at]?.isAtLeast ? value >= end : value > end)) step = at;
  }
  return step;
}
