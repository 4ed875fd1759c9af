import { arc } from 'd3-shape';
import type { PlotGroup, PlotSeries } from '../plot-series.ts';
import { type Ink, solidLook } from './ink.ts';
import { element, fillAttributes, lineAttributes, px, type Rect } from './svg.ts';

/** A slice as it lies. */
export interface Slice {
  readonly place: number;
  readonly value: number;
  readonly share: number;
  readonly start: number;
  readonly end: number;
  readonly inner: number;
  readonly outer: number;
  /** The middle of its circle. */
  readonly center: readonly [number, number];
}

const turn = 2 * Math.PI;

/** The slices of each series: one pie, or the rings of a doughnut. */
export function slicesOf({ group, series }: PlotGroup, rect: Rect): Slice[][] {
  const shown = group.kind === 'pie' ? series.slice(0, 1) : series;
  const most = Math.max(0, ...shown.flatMap((one) => explosionsOf(one)));
  const radius = Math.min(rect.width, rect.height) / 2 / (1 + most / 100);
  const hole = group.kind === 'doughnut' ? (radius * group.hole) / 100 : 0;
  const ring = (radius - hole) / Math.max(1, shown.length);
  const center = [rect.x + rect.width / 2, rect.y + rect.height / 2] as const;
  return shown.map((one, n) => {
    const inner = hole + n * ring;
    return ringOf(one, { inner, outer: inner + ring, center, first: (group.firstAngle / 360) * turn, radius });
  });
}

function explosionsOf({ series }: PlotSeries): number[] {
  return [series.explosion, ...Object.values(series.points).map(({ explosion }) => explosion ?? 0)];
}

interface Ring {
  readonly inner: number;
  readonly outer: number;
  readonly center: readonly [number, number];
  readonly first: number;
  readonly radius: number;
}

function ringOf({ values, series }: PlotSeries, { inner, outer, center, first, radius }: Ring): Slice[] {
  const total = values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);
  if (total === 0) return [];
  let at = first;
  return values.flatMap((value, place) => {
    if (value === undefined || value === 0) return [];
    const share = Math.abs(value) / total;
    const [start, end] = [at, at + share * turn];
    at = end;
    const middle = (start + end) / 2;
    const out = ((series.points[place]?.explosion ?? series.explosion) / 100) * radius;
    const moved = [center[0] + Math.sin(middle) * out, center[1] - Math.cos(middle) * out] as const;
    return [{ place, value, share, start, end, inner, outer, center: moved }];
  });
}

/** A pie or a doughnut. */
export function drawSlices(group: PlotGroup, ink: Ink, rect: Rect): string {
  return slicesOf(group, rect)
    .map((slices, n) => {
      const series = group.series[n];
      return series
        ? slices
            .slice(0, mostSlices)
            .map((slice) => drawSlice(slice, series, { ink, group }))
            .join('')
        : '';
    })
    .join('');
}
const mostSlices = 1000;

function drawSlice(slice: Slice, series: PlotSeries, { ink, group }: { ink: Ink; group: PlotGroup }): string {
  const look = solidLook(ink, series, { point: slice.place, varies: group.group.variesColors });
  const [x, y] = slice.center;
  const shape = arc<Slice>()
    .innerRadius(slice.inner)
    .outerRadius(slice.outer)
    .startAngle(slice.start)
    .endAngle(slice.end)
    .digits(1);
  return element('path', {
    d: shape(slice) ?? '',
    transform: `translate(${px(x)} ${px(y)})`,
    ...fillAttributes(look.fill),
    ...lineAttributes(look.line, { color: ink.chart.ground, width: 1 }),
  });
}

/** The point at a share of the way through a slice. */
export function inSlice({ center, start, end, inner, outer }: Slice, share: number): [number, number] {
  const middle = (start + end) / 2;
  const away = inner + (outer - inner) * share;
  return [center[0] + Math.sin(middle) * away, center[1] - Math.cos(middle) * away];
}
