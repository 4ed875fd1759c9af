import type { LabelLook, Letters } from '../model.ts';
import type { PlotGroup, PlotSeries } from '../plot-series.ts';
import { type Bar, barsOf } from './bars.ts';
import type { Ink } from './ink.ts';
import { type LabelledValue, textOf, wordsOf } from './label-text.ts';
import { type Field, linePoints } from './lines.ts';
import { type BoxPlace, boxPlaces } from './newer/boxes.ts';
import type { AxisPair } from './pairs.ts';
import { inSlice, type Slice, slicesOf } from './pies.ts';
import { scatterPoints } from './points.ts';
import {
  type Anchoring,
  element,
  lineHeight,
  type Rect,
  rectangle,
  type TextPlace,
  type Type,
  textLine,
  typeAttributes,
  typeOf,
  widthOf,
} from './svg.ts';

/** A point that may have a label. */
interface Labelled extends LabelledValue {
  /** Where its label stands, by the word of its place. */
  at(place: string | undefined, type: Type): TextPlace;
}

const mostLabels = 1000;

/** The labels of the points of a group. */
export function drawLabels(group: PlotGroup, pair: AxisPair | undefined, field: Field): string {
  const points = pointsOf(group, pair, field.rect);
  return group.series
    .map((series, n) => {
      const look = series.series.labels ?? group.group.labels;
      if (!look) return '';
      const type = typeOf(look.letters, field.ink.type);
      const texts = (points[n] ?? [])
        .slice(0, mostLabels)
        .map((point) => drawLabel(point, { look, group, series, type, ink: field.ink }));
      const inner = texts.join('');
      return inner === ''
        ? ''
        : element('g', { 'text-anchor': 'middle', ...typeAttributes(type, field.ink.type) }, inner);
    })
    .join('');
}

interface Labelling {
  readonly look: LabelLook;
  readonly group: PlotGroup;
  readonly series: PlotSeries;
  readonly type: Type;
  readonly ink: Ink;
}

function drawLabel(point: Labelled, labelling: Labelling): string {
  const label = labelOf(point, labelling);
  if (!label) return '';
  const { text, look, type } = label;
  const place = point.at(look.place, type);
  const lines = linesOf(text);
  const step = type.size * lineHeight;
  const first = place.y - ((lines.length - 1) * step) / 2;
  const texts = lines.map((line, n) => textLine(line, { ...place, y: first + n * step }, type, labelling.type));
  return boxOf(lines, place, { look, type }) + texts.join('');
}

/** The lines of a label: what is beyond the last of them stands in it. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.length > mostLines ? [...lines.slice(0, mostLines - 1), lines.slice(mostLines - 1).join(' ')] : lines;
}
const mostLines = 8;

/** Pixels of the longest of the lines of a label. */
function widestOf(lines: readonly string[], type: Type): number {
  return Math.max(...lines.map((line) => widthOf(line, type)));
}

/** What the label of a point says, and how; undefined where it has none. */
function labelOf(point: LabelledValue, { look, group, series, type, ink }: Labelling) {
  const isOwn = Object.hasOwn(look.points, point.place);
  const own = look.points[point.place];
  if (isOwn && !own) return undefined;
  const merged: LabelLook = { ...look, ...own, points: {} };
  const named = { group, series, has1904Dates: ink.chart.has1904Dates };
  const text =
    series.ownLabels?.get(point.place) ??
    (own?.words ? wordsOf(point, own.words, { look: merged, named }) : textOf(point, merged, named));
  const letters: Letters = own?.letters ?? {};
  return text === '' ? undefined : { text, look: merged, type: typeOf(letters, type) };
}

/**
 * The box of a pie within another: the labels that stand around it take their room from it, as in Excel, but for one
 * whose own box the file gives.
 */
export function pieBox(group: PlotGroup, ink: Ink, rect: Rect): Rect {
  const [slices] = slicesOf(group, rect);
  const [series] = group.series;
  const look = series?.series.labels ?? group.group.labels;
  const whole = slices?.[0]?.outer ?? 0;
  const { plotPlace } = ink.chart;
  if (plotPlace?.isInner && plotPlace.width !== undefined) return rect;
  if (group.group.kind !== 'pie' || !slices || !series || !look || whole === 0) return rect;
  const type = typeOf(look.letters, ink.type);
  const radii = slices.slice(0, mostLabels).map((slice) => {
    const label = labelOf(slice, { look, group, series, type, ink });
    return label && isOutside(slice, label.look.place) ? fittingRadius(slice, label, rect) : whole;
  });
  const share = Math.max(leastPie, Math.min(whole, ...radii) / whole);
  const [width, height] = [rect.width * share, rect.height * share];
  return { x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2, width, height };
}
/** No pie is made smaller than this for its labels. */
const leastPie = 0.4;

/** The radius with which the label of a slice ends at the edge of a box. */
function fittingRadius(slice: Slice, { text, type }: { text: string; type: Type }, { width, height }: Rect): number {
  const middle = (slice.start + slice.end) / 2;
  const [across, down] = [Math.abs(Math.sin(middle)), Math.abs(Math.cos(middle))];
  const lines = linesOf(text);
  const beside = (width / 2 - widestOf(lines, type)) / Math.max(across, 0.01);
  const half = type.size * (halfLine + ((lines.length - 1) * lineHeight) / 2);
  const above = (height / 2 - half) / Math.max(down, 0.01);
  return Math.min(beside, above) - type.size;
}
const halfLine = 0.65;

function boxOf(
  lines: readonly string[],
  { x, y, anchor = 'middle' }: TextPlace,
  { look, type }: { look: LabelLook; type: Type },
): string {
  const width = widestOf(lines, type) + 6;
  const height = type.size * (1.3 + (lines.length - 1) * lineHeight);
  const left = anchor === 'middle' ? x - width / 2 : anchor === 'start' ? x - 3 : x - width + 3;
  return rectangle({ x: left, y: y - height / 2, width, height }, look.shape);
}

function pointsOf(group: PlotGroup, pair: AxisPair | undefined, rect: Rect): Labelled[][] {
  const { kind } = group.group;
  if (kind === 'pie' || kind === 'doughnut') {
    return slicesOf(group, rect).map((slices) => slices.map((slice) => sliceLabel(slice, kind === 'doughnut')));
  }
  if (!pair) return [];
  if (kind === 'box') return boxPlaces(group, pair, rect).map((places) => places.flatMap(boxLabels));
  if (kind === 'bar') return barsOf(group, pair, rect).map((bars) => bars.map((bar) => barLabel(bar, group, pair)));
  const points = pair.acrossScale ? scatterPoints(group, pair, rect) : linePoints(group, pair, rect);
  const usual = kind === 'area' || kind === 'bubble' ? 'ctr' : 'r';
  return points.map((list) =>
    list.flatMap((point) => (point ? [{ ...point, at: (place, type) => beside(point.at, place ?? usual, type) }] : [])),
  );
}

/** The numbers that a box is made of stand beside it. */
function boxLabels({ place, facts, x, half, at }: BoxPlace): Labelled[] {
  const { low, first, median, third, high, mean, outliers } = facts;
  const shown = new Set([low, first, median, third, high, mean, ...outliers.slice(0, mostLabels)]);
  return [...shown].map((value) => ({
    place,
    value,
    at: () => ({ x: x + (outliers.includes(value) ? 4 : half + 4), y: at(value), anchor: 'start' }),
  }));
}

function beside([x, y]: readonly [number, number], place: string, type: Type): TextPlace {
  const away = type.size * 0.9;
  switch (place) {
    case 'l':
      return { x: x - away * 0.7, y, anchor: 'end' };
    case 't':
      return { x, y: y - away };
    case 'b':
      return { x, y: y + away };
    case 'ctr':
      return { x, y };
    default:
      return { x: x + away * 0.7, y, anchor: 'start' };
  }
}

function sliceLabel(slice: Slice, isRing: boolean): Labelled {
  const { place, value, share } = slice;
  const at = (said: string | undefined, type: Type): TextPlace => {
    if (!isRing && isOutside(slice, said)) return outside(slice, type);
    const [x, y] = inSlice(slice, isRing ? 0.5 : (depths[said ?? ''] ?? 0.8));
    return { x, y };
  };
  return { place, value, share, at };
}

function isOutside({ share }: Slice, said: string | undefined): boolean {
  const isBest = said === undefined || said === 'bestFit';
  return said === 'outEnd' || (isBest && share < smallSlice);
}

/** A slice of less has no room for its label. */
const smallSlice = 0.04;
const depths: Readonly<Record<string, number>> = { ctr: 0.5, inEnd: 0.82 };

function outside(slice: Slice, type: Type): TextPlace {
  const [x, y] = inSlice(slice, 1 + type.size / slice.outer);
  const side = x - slice.center[0];
  const anchor: Anchoring = Math.abs(side) < type.size ? 'middle' : side > 0 ? 'start' : 'end';
  return { x, y, anchor };
}

function barLabel(bar: Bar, { group }: PlotGroup, { isLying }: AxisPair): Labelled {
  const isStacked = group.grouping === 'stacked' || group.grouping === 'percent';
  const usual = isStacked ? 'ctr' : 'outEnd';
  return {
    place: bar.place,
    value: bar.value,
    at: (said, type) => (isLying ? besideBar(bar, said ?? usual) : atBar(bar, said ?? usual, type)),
  };
}

/** Whether a label stands at the end that is right or on top, and whether it stands beyond it. */
function endOf({ isNegative }: Bar, place: string): readonly [isFar: boolean, isOut: boolean] {
  const isFar = (place !== 'inBase') !== isNegative;
  return [isFar, (place === 'outEnd') === isFar];
}

function besideBar(bar: Bar, place: string): TextPlace {
  const y = bar.y + bar.height / 2;
  if (place === 'ctr') return { x: bar.x + bar.width / 2, y };
  const [isFar, isOut] = endOf(bar, place);
  const edge = isFar ? bar.x + bar.width : bar.x;
  return isOut ? { x: edge + 4, y, anchor: 'start' } : { x: edge - 4, y, anchor: 'end' };
}

function atBar(bar: Bar, place: string, type: Type): TextPlace {
  const x = bar.x + bar.width / 2;
  if (place === 'ctr') return { x, y: bar.y + bar.height / 2 };
  const [isFar, isOut] = endOf(bar, place);
  const away = type.size * 0.75;
  return { x, y: (isFar ? bar.y : bar.y + bar.height) + (isOut ? -away : away) };
}
