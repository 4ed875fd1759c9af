import type { ShapeLook, Stroke } from '../model.ts';
import { categoryAt, type PlotGroup, type PlotSeries } from '../plot-series.ts';
import { axesOf } from '../read/chart.ts';
import { trendLine, trendName } from './extras/trends.ts';
import { type Ink, pointSize, softLine, solidLook, strokeOf } from './ink.ts';
import { markerOf, markerPath, symbolPath } from './markers.ts';
import { branchesOf, branchLook } from './newer/tree-look.ts';
import { element, fillAttributes, lineAttributes, px } from './svg.ts';

type Point = readonly [x: number, y: number];

/** Pixels of the key of a filled shape. */
export interface KeySize {
  readonly width: number;
  readonly height: number;
}

/** An entry of the legend. */
export interface Entry {
  readonly name: string;
  /** Pixels that its key needs; 0 where a filled shape is its key. */
  readonly width: number;
  /** Draws its key about a point. */
  key(at: Point, size: KeySize): string;
}

const mostEntries = 200;
/** The height of the key of a filled shape, in sizes of the letters; by itself it is as wide. */
export const keySize = 0.55;

/** The entries of a legend, in its order. */
export function entriesOf(ink: Ink, groups: readonly PlotGroup[]): Entry[] {
  const [first] = groups;
  if (first?.series[0]?.tree) return branchEntries(ink, first);
  const isByPoint =
    first &&
    groups.length === 1 &&
    (first.group.kind === 'pie' ||
      first.group.kind === 'doughnut' ||
      (first.group.variesColors && first.series.length === 1));
  if (isByPoint) return pointEntries(ink, first);
  const entries = groups.flatMap((group) => group.series.map((series) => seriesEntry(ink, group, series)));
  const side = ink.chart.legend?.side;
  const isBeside = side === 'right' || side === 'left' || side === 'corner';
  if (groups.length === 1 && first && isBeside && isReadUpwards(ink, first)) entries.reverse();
  const trends = groups.flatMap(({ series }) => series.flatMap((one) => trendEntries(ink, one)));
  return [...entries, ...trends].slice(0, mostEntries);
}

/** What is laid upon each other is read from below, and so are the bars beside each other that lie. */
function isReadUpwards({ chart }: Ink, { group }: PlotGroup): boolean {
  const isStacked = group.grouping === 'stacked' || group.grouping === 'percent';
  if (group.kind !== 'bar') return group.kind === 'area' && isStacked;
  return group.isAcross ? !isStacked && axesOf(group, chart.axes).across?.isReversed !== true : isStacked;
}

/** A key of a line is 19.2 points long. */
const lineKey = 19.2 * pointSize;

function trendEntries(ink: Ink, { name, series }: PlotSeries): Entry[] {
  return series.trends.flatMap((trend) => {
    const line = trendLine(ink, trend);
    if (line === 'none') return [];
    return { name: trendName(trend, name), width: lineKey, key: (at) => keyLine(line, at) };
  });
}

function keyLine(line: Stroke, [x, y]: Point): string {
  const d = `M${px(x - lineKey / 2)} ${px(y)}h${px(lineKey)}`;
  return element('path', { d, fill: 'none', ...lineAttributes(line, { color: softLine, width: 3 }) });
}

function pointEntries(ink: Ink, group: PlotGroup): Entry[] {
  const [series] = group.series;
  if (!series) return [];
  return Array.from({ length: Math.min(group.count, mostEntries) }, (_, place) => ({
    name: categoryAt(group, place),
    width: 0,
    key: (at, size) =>
      solidKey(at, size, { ink, look: solidLook(ink, series, { point: place, varies: group.group.variesColors }) }),
  }));
}

/** The branches at the top of a hierarchy. */
function branchEntries(ink: Ink, group: PlotGroup): Entry[] {
  const [series] = group.series;
  if (!series) return [];
  return branchesOf(group)
    .slice(0, mostEntries)
    .map((node, place) => ({
      name: node.name,
      width: 0,
      key: (at, size) => solidKey(at, size, { ink, look: branchLook(node, place, { ink, series }) }),
    }));
}

interface SolidKey {
  readonly ink: Ink;
  readonly look: ShapeLook;
  readonly isRound?: boolean;
}

function solidKey([x, y]: Point, { width, height }: KeySize, { ink, look, isRound }: SolidKey): string {
  return element('path', {
    d: isRound
      ? symbolPath('circle', [x, y], height)
      : `M${px(x - width / 2)} ${px(y - height / 2)}h${px(width)}v${px(height)}h${px(-width)}z`,
    ...fillAttributes(look.fill),
    ...lineAttributes(look.line, { color: ink.chart.ink, width: 1 }),
  });
}

/** Draws the key of a series about a point; `size` is that of its letters. */
export function seriesKey(ink: Ink, group: PlotGroup, series: PlotSeries): (at: Point, size: number) => string {
  const { key } = seriesEntry(ink, group, series);
  return (at, size) => key(at, { width: keySize * size, height: keySize * size });
}

function seriesEntry(ink: Ink, group: PlotGroup, series: PlotSeries): Entry {
  const isLine = ['line', 'scatter', 'radar', 'stock'].includes(group.group.kind) && group.group.style !== 'filled';
  if (!isLine) {
    return {
      name: series.name,
      width: 0,
      key: (at, size) =>
        solidKey(at, size, { ink, look: solidLook(ink, series), isRound: group.group.kind === 'bubble' }),
    };
  }
  const stroke = group.group.kind === 'scatter' && group.group.style === 'marker' ? 'none' : strokeOf(ink, series, 3);
  const marker = markerOf(ink, group, series);
  return {
    name: series.name,
    width: stroke === 'none' ? (marker?.size ?? 0) : lineKey,
    key: (at) => {
      const line = stroke === 'none' ? '' : keyLine(stroke, at);
      return line + (marker ? markerPath(marker, symbolPath(marker.symbol, at, marker.size)) : '');
    },
  };
}
