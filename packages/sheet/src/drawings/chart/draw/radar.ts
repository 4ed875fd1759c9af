import { showNumber } from '../../../format/number-format.ts';
import type { Axis } from '../model.ts';
import type { PlotGroup } from '../plot-series.ts';
import { categoryAt } from '../plot-series.ts';
import { stepDown } from './frame.ts';
import { type Ink, softLine, solidLook, strokeOf } from './ink.ts';
import { drawMarkers, markerOf } from './markers.ts';
import { type AxisPair, axisPairs } from './pairs.ts';
import {
  element,
  fillAttributes,
  lineAttributes,
  lineHeight,
  px,
  type Rect,
  textLine,
  typeAttributes,
  typeOf,
} from './svg.ts';

interface Web {
  readonly center: readonly [number, number];
  readonly radius: number;
  readonly spokes: number;
}

/** The names round a web: between it and the middle of those above and below, and beside it, in sizes of their letters. */
const nameGaps = { down: 1.4, across: 0.9 };

function radiusOf({ width, height }: Rect, size: number): number {
  return Math.max(1, Math.min(width, height) / 2 - size * (nameGaps.down + lineHeight / 2));
}

function webOf(rect: Rect, spokes: number, size: number): Web {
  return {
    center: [rect.x + rect.width / 2, rect.y + rect.height / 2],
    radius: radiusOf(rect, size),
    spokes: Math.max(3, spokes),
  };
}

/** Radars, each with its web; its axis of values has room for the steps of half a height. */
export function drawRadars(groups: readonly PlotGroup[], ink: Ink, rect: Rect): string {
  const room = (axis: Axis | undefined) =>
    radiusOf(rect, ink.type.size) / (typeOf(axis?.letters ?? {}, ink.type).size * stepDown);
  return axisPairs(ink.chart, groups, { across: room, down: room })
    .map((pair) => pair.groups.map((group) => drawRadar(group, pair, { ink, rect })).join(''))
    .join('');
}

function onWeb({ center, radius, spokes }: Web, spoke: number, share: number): [number, number] {
  const angle = (spoke / spokes) * 2 * Math.PI;
  return [center[0] + Math.sin(angle) * radius * share, center[1] - Math.cos(angle) * radius * share];
}

function ring(web: Web, share: number): string {
  const corners = Array.from({ length: web.spokes }, (_, n) => onWeb(web, n, share).map(px).join(' '));
  return `M${corners.join('L')}z`;
}

const mostSpokes = 400;

/** A radar with its web and its series. */
function drawRadar(group: PlotGroup, pair: AxisPair, { ink, rect }: { ink: Ink; rect: Rect }): string {
  const web = webOf(rect, Math.min(mostSpokes, group.count), ink.type.size);
  const { scale, value } = pair;
  const grid = value?.majorGrid?.line ?? { paint: undefined, width: undefined };
  const rings = value?.majorGrid
    ? scale.ticks.filter((tick) => scale.at(tick) > 0).map((tick) => ring(web, scale.at(tick)))
    : [];
  const spokes = Array.from(
    { length: web.spokes },
    (_, n) => `M${web.center.map(px).join(' ')}L${onWeb(web, n, 1).map(px).join(' ')}`,
  );
  const lines = element('path', {
    d: rings.join('') + (value?.isDeleted ? '' : spokes.join('')),
    fill: 'none',
    ...lineAttributes(grid, { color: softLine, width: 1 }),
  });
  return lines + drawSeries(group, pair, { ink, web }) + drawNames(group, pair, { ink, web });
}

function drawSeries(group: PlotGroup, { scale }: AxisPair, { ink, web }: { ink: Ink; web: Web }): string {
  const isFilled = group.group.style === 'filled';
  return group.series
    .map((series) => {
      const points = series.values.slice(0, mostSpokes).map((value, place) => ({
        place,
        at: onWeb(web, place, Math.max(0, Math.min(1, scale.at(value ?? scale.min)))),
      }));
      if (points.length === 0) return '';
      const d = `M${points.map(({ at }) => at.map(px).join(' ')).join('L')}z`;
      const look = solidLook(ink, series);
      const stroke = isFilled ? look.line : strokeOf(ink, series, 3);
      const markers = isFilled
        ? []
        : points.map(({ at, place }) => ({
            at,
            marker:
              group.group.style === 'standard' && !series.series.marker
                ? undefined
                : markerOf(ink, group, series, place),
          }));
      return (
        element('path', {
          d,
          ...(isFilled ? fillAttributes(look.fill) : { fill: 'none' }),
          ...lineAttributes(stroke, { color: ink.chart.ink, width: 3 }),
        }) + drawMarkers(markers)
      );
    })
    .join('');
}

/** What points less aside than this points up or down. */
const upright = 0.01;

function drawNames(group: PlotGroup, { across, value, scale }: AxisPair, { ink, web }: { ink: Ink; web: Web }): string {
  const type = typeOf(across?.letters ?? {}, ink.type);
  const names = Array.from({ length: web.spokes }, (_, n) => {
    const [x, y] = onWeb(web, n, 1);
    const [across, down] = [(x - web.center[0]) / web.radius, (y - web.center[1]) / web.radius];
    const anchor = Math.abs(across) < upright ? 'middle' : across > 0 ? 'start' : 'end';
    const place = {
      x: x + across * nameGaps.across * type.size,
      y: y + down * nameGaps.down * type.size,
      anchor,
    } as const;
    return textLine(categoryAt(group, n), place, type, type);
  });
  const own = across?.isDeleted ? '' : element('g', typeAttributes(type, ink.type), names.join(''));
  if (!value || value.isDeleted || value.labels === 'none') return own;
  const valueType = typeOf(value.letters, ink.type);
  const format = value.format ?? group.series.find((one) => one.format)?.format ?? 'General';
  const ticks = scale.ticks.map((tick) => {
    const [x, y] = onWeb(web, 0, scale.at(tick));
    return textLine(
      showNumber(tick, format, ink.chart.has1904Dates).text.trim(),
      { x: x - 4, y },
      valueType,
      valueType,
    );
  });
  return own + element('g', { 'text-anchor': 'end', ...typeAttributes(valueType, ink.type) }, ticks.join(''));
}
