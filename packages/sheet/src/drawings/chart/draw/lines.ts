import { area, curveCardinal, curveLinear, line } from 'd3-shape';
import type { PlotGroup, PlotSeries, Span } from '../plot-series.ts';
import { type Ink, solidLook, strokeOf } from './ink.ts';
import { drawMarkers, markerOf } from './markers.ts';
import { type AxisPair, baseShare, pointAt } from './pairs.ts';
import { spansOf } from './stacks.ts';
import { element, fillAttributes, lineAttributes, px, type Rect } from './svg.ts';

/** A point of a line; undefined is a gap. */
export interface LinePoint {
  readonly place: number;
  readonly at: readonly [number, number];
  readonly value: number;
}

/** What series are drawn in. */
export interface Field {
  readonly ink: Ink;
  readonly rect: Rect;
}

/** The points of each series of lines. */
export function linePoints(group: PlotGroup, pair: AxisPair, rect: Rect): (LinePoint | undefined)[][] {
  const spans = spansOf(group);
  return group.series.map(({ values }, n) =>
    values.map((value, place) => {
      const span = spans[n]?.[place];
      if (!span || value === undefined) return undefined;
      const at = pointAt(rect, pair.isLying, [pair.bands.at(pair.slotOf(place)), pair.scale.at(span.to)]);
      return { place, at, value };
    }),
  );
}

const usualWidth = 3;

/** Lines with their markers. */
export function drawLines(group: PlotGroup, pair: AxisPair, field: Field): string {
  const all = linePoints(group, pair, field.rect);
  return (
    highLowLines(group, all, field) +
    group.series
      .map((series, n) => drawLine({ group, series, points: inRange(all[n] ?? [], field.rect) }, field, usualWidth))
      .join('')
  );
}

/** Far beyond the plot nothing is drawn. */
function inRange(points: readonly (LinePoint | undefined)[], { y, height }: Rect): (LinePoint | undefined)[] {
  return points.map((point) => {
    if (!point) return undefined;
    const [x, down] = point.at;
    return { ...point, at: [x, Math.max(y - 2, Math.min(y + height + 2, down))] as const };
  });
}

interface DrawnLine {
  readonly group: PlotGroup;
  readonly series: PlotSeries;
  readonly points: readonly (LinePoint | undefined)[];
}

/** One line, with its gaps as the chart has them, and its markers. */
export function drawLine({ group, series, points }: DrawnLine, { ink, rect }: Field, width: number): string {
  const stroke = strokeOf(ink, series, width);
  const spanned = ink.chart.blanks === 'span' ? points.filter((point) => point !== undefined) : points;
  const drawn = thinned(spanned, rect);
  const path =
    stroke === 'none'
      ? ''
      : (line<LinePoint | undefined>()
          .defined((point) => point !== undefined)
          .x((point) => point?.at[0] ?? 0)
          .y((point) => point?.at[1] ?? 0)
          .curve(series.series.isSmooth ? curveCardinal : curveLinear)
          .digits(1)(drawn) ?? '');
  const attributes = { ...lineAttributes(stroke, { color: ink.chart.ink, width }), 'stroke-linejoin': 'round' };
  const markers = drawn.flatMap((point) =>
    point ? [{ at: point.at, marker: markerOf(ink, group, series, point.place) }] : [],
  );
  return (path === '' ? '' : element('path', { d: path, fill: 'none', ...attributes })) + drawMarkers(markers);
}

/** Of many points at the same pixel the first, the lowest, the highest and the last are seen. */
function thinned(points: readonly (LinePoint | undefined)[], { width }: Rect): (LinePoint | undefined)[] {
  if (points.length <= Math.max(fewPoints, 4 * width)) return [...points];
  const kept: (LinePoint | undefined)[] = [];
  let run: LinePoint[] = [];
  const flush = () => {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) return;
    const low = run.reduce((a, b) => (b.at[1] < a.at[1] ? b : a));
    const high = run.reduce((a, b) => (b.at[1] > a.at[1] ? b : a));
    kept.push(...[...new Set([first, low, high, last])].sort((a, b) => a.place - b.place));
    run = [];
  };
  for (const point of points) {
    if (!point || (run[0] && Math.floor(point.at[0]) !== Math.floor(run[0].at[0]))) flush();
    if (point) run.push(point);
    else if (kept.at(-1)) kept.push(undefined);
  }
  flush();
  return kept;
}
const fewPoints = 1000;

/** Filled areas. */
export function drawAreas(group: PlotGroup, pair: AxisPair, { ink, rect }: Field): string {
  const spans = spansOf(group);
  const isStacked = group.group.grouping === 'stacked' || group.group.grouping === 'percent';
  const base = baseShare(pair);
  return group.series
    .map((series, n) => {
      const look = solidLook(ink, series);
      const edge = (spans[n] ?? []).map((span, place) =>
        edgeOf(span, { place, pair, rect, from: isStacked ? undefined : base }),
      );
      const d =
        area<Edge>()
          .x((one) => one.x)
          .y0((one) => one.low)
          .y1((one) => one.high)
          .digits(1)(thinnedEdges(edge, rect)) ?? '';
      return element('path', {
        d,
        ...fillAttributes(look.fill),
        ...lineAttributes(look.line, { color: ink.chart.ink, width: 1 }),
      });
    })
    .join('');
}

interface Edge {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

interface EdgePlace {
  readonly place: number;
  readonly pair: AxisPair;
  readonly rect: Rect;
  /** The share of the ground; undefined for what is stacked. */
  readonly from: number | undefined;
}

function edgeOf(span: Span | undefined, { place, pair, rect, from }: EdgePlace): Edge {
  const along = pair.bands.at(pair.slotOf(place));
  const clamp = (share: number) => Math.max(0, Math.min(1, share));
  const ground = from ?? clamp(pair.scale.at(span?.from ?? 0));
  const top = span ? clamp(pair.scale.at(span.to)) : ground;
  const [x, low] = pointAt(rect, false, [along, ground]);
  return { x, low, high: pointAt(rect, false, [along, top])[1] };
}

function thinnedEdges(edges: readonly Edge[], { width }: Rect): Edge[] {
  if (edges.length <= Math.max(fewPoints, 4 * width)) return [...edges];
  const step = edges.length / (2 * width);
  return Array.from(
    { length: Math.ceil(2 * width) },
    (_, n) => edges[Math.min(edges.length - 1, Math.floor(n * step))],
  ).filter((edge) => edge !== undefined);
}

/** Lines from the lowest to the highest of a place, drop lines, and the bars between the first and last series. */
function highLowLines(group: PlotGroup, all: readonly (readonly (LinePoint | undefined)[])[], field: Field): string {
  const { highLow, drops, upDown } = group.group;
  if (!highLow && !drops && !upDown) return '';
  const places = Array.from({ length: group.count }, (_, n) =>
    all.map((points) => points[n]).filter((point) => point !== undefined),
  );
  const bottom = field.rect.y + field.rect.height;
  const parts: string[] = [];
  const lines = (look: typeof highLow, ends: (list: readonly LinePoint[]) => readonly [number, number]) => {
    if (!look || look.line === 'none') return;
    const d = places.flatMap((list) => {
      const [first] = list;
      const [from, to] = ends(list);
      return first && to > from ? [`M${px(first.at[0])} ${px(from)}V${px(to)}`] : [];
    });
    const line = look.line ?? { paint: undefined, width: 1 };
    parts.push(
      element('path', {
        d: d.join(''),
        fill: 'none',
        ...lineAttributes(line, { color: field.ink.chart.ink, width: 1 }),
      }),
    );
  };
  const downs = (list: readonly LinePoint[]) => list.map(({ at }) => at[1]);
  lines(drops, (list) => [Math.min(...downs(list)), bottom]);
  lines(highLow, (list) => [Math.min(...downs(list)), Math.max(...downs(list))]);
  if (upDown) parts.push(upDownBars(group, all, field));
  return parts.join('');
}

function upDownBars(
  group: PlotGroup,
  all: readonly (readonly (LinePoint | undefined)[])[],
  { ink, rect }: Field,
): string {
  const { upDown } = group.group;
  const [opens, closes] = [all[0], all.at(-1)];
  if (!upDown || !opens || !closes) return '';
  const width = rect.width / Math.max(1, group.count) / (1 + upDown.gap / 100);
  const paths = { up: '', down: '' };
  for (const [n, open] of opens.entries()) {
    const close = closes[n];
    if (!open || !close) continue;
    const [top, bottom] = [Math.min(open.at[1], close.at[1]), Math.max(open.at[1], close.at[1])];
    const d = `M${px(open.at[0] - width / 2)} ${px(top)}h${px(width)}v${px(Math.max(0.5, bottom - top))}h${px(-width)}z`;
    paths[close.value >= open.value ? 'up' : 'down'] += d;
  }
  return (['up', 'down'] as const)
    .filter((way) => paths[way] !== '')
    .map((way) => {
      const look = upDown[way];
      const fill = look.fill ?? { color: way === 'up' ? ink.chart.ground : ink.chart.ink };
      const line = look.line ?? { paint: { color: ink.chart.ink }, width: 1 };
      return element('path', {
        d: paths[way],
        ...fillAttributes(fill),
        ...lineAttributes(line, { color: ink.chart.ink, width: 1 }),
      });
    })
    .join('');
}
