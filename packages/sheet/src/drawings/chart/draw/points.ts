import type { PlotGroup, PlotSeries } from '../plot-series.ts';
import { solidLook } from './ink.ts';
import { drawLine, type Field, type LinePoint } from './lines.ts';
import { type AxisPair, pointAt } from './pairs.ts';
import { element, fillAttributes, lineAttributes, type Rect } from './svg.ts';

/** The points of each series of a scatter or bubble chart that lie within the plot. */
export function scatterPoints({ series }: PlotGroup, pair: AxisPair, rect: Rect): (LinePoint | undefined)[][] {
  const { acrossScale, scale } = pair;
  return series.map(({ values, across }) =>
    values.map((value, place) => {
      const x = across.length > 0 ? across[place] : place + 1;
      if (value === undefined || x === undefined || !acrossScale) return undefined;
      const [along, up] = [acrossScale.at(x), scale.at(value)];
      const isWithin = along > -near && along < 1 + near && up > -near && up < 1 + near;
      return isWithin ? { place, value, at: pointAt(rect, false, [along, up]) } : undefined;
    }),
  );
}
const near = 0.001;

/** Points, joined where the chart joins them. */
export function drawScatter(group: PlotGroup, pair: AxisPair, field: Field): string {
  const all = scatterPoints(group, pair, field.rect);
  return group.series
    .map((series, n) => drawLine({ group, series: asDrawn(group, series), points: seen(all[n] ?? []) }, field, 3))
    .join('');
}

/** A chart whose style is of markers alone joins no points, one of a smooth style all. */
function asDrawn({ group }: PlotGroup, series: PlotSeries): PlotSeries {
  const { line } = series.series.look;
  if (group.style === 'marker' || group.style === 'none') {
    return { ...series, series: { ...series.series, look: { ...series.series.look, line: 'none' } } };
  }
  return line === undefined && group.style.startsWith('smooth')
    ? { ...series, series: { ...series.series, isSmooth: true } }
    : series;
}

/** Of very many points those that lie at the same pixel are one. */
function seen(points: readonly (LinePoint | undefined)[]): readonly (LinePoint | undefined)[] {
  if (points.length < manyPoints) return points;
  const met = new Set<string>();
  return points.filter((point) => {
    const key = point ? `${Math.round(point.at[0])} ${Math.round(point.at[1])}` : '';
    if (!point || met.has(key)) return false;
    met.add(key);
    return true;
  });
}
const manyPoints = 2000;

const largestShare = 0.25;
const mostBubbles = 5000;

/** Bubbles whose areas, or widths, are as their sizes. */
export function drawBubbles(group: PlotGroup, pair: AxisPair, { ink, rect }: Field): string {
  const all = scatterPoints(group, pair, rect);
  const radius = radiusFor(group, rect);
  const varies = group.group.variesColors && group.series.length === 1;
  return group.series
    .map((series, n) => {
      const bubbles = (all[n] ?? []).slice(0, mostBubbles).flatMap((point) => {
        const r = point ? radius(series, point.place) : 0;
        return point && r > 0 ? [{ point, r }] : [];
      });
      bubbles.sort((a, b) => b.r - a.r);
      return bubbles
        .map(({ point, r }) => {
          const look = solidLook(ink, series, { point: point.place, varies });
          const [cx, cy] = point.at;
          return element('circle', {
            cx,
            cy,
            r,
            ...fillAttributes(look.fill),
            ...lineAttributes(look.line, { color: ink.chart.ground, width: 1 }),
          });
        })
        .join('');
    })
    .join('');
}

/** The radius of each bubble: the largest size of the group has the largest, sizes that are left out are 1. */
function radiusFor({ group, series }: PlotGroup, rect: Rect): (one: PlotSeries, place: number) => number {
  const largest = series
    .flatMap(({ sizes }) => sizes)
    .reduce<number>((most, size) => Math.max(most, Math.abs(size ?? 0)), 0);
  const radius = (Math.min(rect.width, rect.height) * largestShare * group.bubbleScale) / 200;
  return ({ sizes }, place) => {
    const size = sizes.length > 0 ? (sizes[place] ?? 0) : largest;
    if (size === 0 || (size < 0 && !group.showsNegativeBubbles)) return 0;
    const share = Math.abs(size) / largest;
    return Math.max(1, radius * (group.sizeIsWidth ? share : Math.sqrt(share)));
  };
}
