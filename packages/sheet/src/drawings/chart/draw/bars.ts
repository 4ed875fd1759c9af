import type { ShapeLook } from '../model.ts';
import type { PlotGroup, PlotSeries } from '../plot-series.ts';
import { type Ink, solidLook } from './ink.ts';
import { type AxisPair, baseShare, pointAt } from './pairs.ts';
import { spansOf } from './stacks.ts';
import { element, fillAttributes, lineAttributes, px, type Rect } from './svg.ts';

/** Where a bar lies, and what it stands for. */
export interface Bar extends Rect {
  readonly place: number;
  readonly value: number;
  readonly isNegative: boolean;
}

/** The bars of each series of a group. */
export function barsOf(group: PlotGroup, pair: AxisPair, rect: Rect): Bar[][] {
  const spans = spansOf(group);
  const isStacked = group.group.grouping === 'stacked' || group.group.grouping === 'percent';
  const side = isStacked ? 1 : Math.max(1, group.series.length);
  const overlap = isStacked ? 1 : group.group.overlap / 100;
  const cluster = side - (side - 1) * overlap;
  const width = pair.bands.width / (cluster + group.group.gap / 100);
  const base = baseShare(pair);
  return group.series.map(({ values, spans: own }, n) => {
    const offset = (isStacked ? 0 : n * (1 - overlap)) * width - (cluster * width) / 2;
    return (spans[n] ?? []).flatMap((span, place) => {
      const value = values[place];
      if (!span || value === undefined) return [];
      const middle = pair.bands.at(pair.slotOf(place));
      const along = pair.across?.isReversed ? middle - offset - width : middle + offset;
      const from = isStacked || own ? clamp(pair.scale.at(span.from)) : base;
      const box = boxBetween(rect, pair.isLying, { along, width, from, to: clamp(pair.scale.at(span.to)) });
      return [{ ...box, place, value, isNegative: value < 0 }];
    });
  });
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}

interface Reach {
  readonly along: number;
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

function boxBetween(rect: Rect, isLying: boolean, { along, width, from, to }: Reach): Rect {
  const [x1, y1] = pointAt(rect, isLying, [along, from]);
  const [x2, y2] = pointAt(rect, isLying, [along + width, to]);
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** Bars of the same look, as one path. */
export function drawBars(group: PlotGroup, pair: AxisPair, { ink, rect }: { ink: Ink; rect: Rect }): string {
  const varies = group.group.variesColors && group.series.length === 1;
  return barsOf(group, pair, rect)
    .map((bars, n) => {
      const series = group.series[n];
      return series ? drawSeries(thinned(bars, pair.isLying), series, { ink, varies }) : '';
    })
    .join('');
}

function drawSeries(bars: readonly Bar[], series: PlotSeries, { ink, varies }: { ink: Ink; varies: boolean }): string {
  const looks = new Map<string, { look: ShapeLook; steps: string[] }>();
  for (const bar of bars) {
    const look = lookOf(bar, series, { ink, varies });
    const key = JSON.stringify(look);
    const found = looks.get(key) ?? { look, steps: [] };
    looks.set(key, found);
    found.steps.push(`M${px(bar.x)} ${px(bar.y)}h${px(bar.width)}v${px(bar.height)}h${px(-bar.width)}z`);
  }
  return [...looks.values()]
    .map(({ look, steps }) =>
      element('path', {
        d: steps.join(''),
        ...fillAttributes(look.fill),
        ...lineAttributes(look.line, { color: ink.chart.ink, width: 1 }),
      }),
    )
    .join('');
}

function lookOf(bar: Bar, series: PlotSeries, { ink, varies }: { ink: Ink; varies: boolean }): ShapeLook {
  const look = solidLook(ink, series, { point: bar.place, varies });
  const isInverted = bar.isNegative && series.series.invertsNegative && series.series.points[bar.place] === undefined;
  const { inverted } = series.series;
  if (isInverted && inverted) return { ...look, fill: inverted };
  return isInverted
    ? { fill: { color: ink.chart.ground }, line: look.line ?? { paint: { color: ink.chart.ink }, width: 1 } }
    : look;
}

/** More bars than there are pixels: of those at the same pixel the longest is seen. */
function thinned(bars: readonly Bar[], isLying: boolean): readonly Bar[] {
  if (bars.length < fewBars) return bars;
  const best = new Map<number, Bar>();
  for (const bar of bars) {
    const at = Math.round(isLying ? bar.y : bar.x);
    const known = best.get(at);
    if (!known || length(bar, isLying) > length(known, isLying)) best.set(at, bar);
  }
  return [...best.values()];
}
const fewBars = 2000;

function length(bar: Bar, isLying: boolean): number {
  return isLying ? bar.width : bar.height;
}
