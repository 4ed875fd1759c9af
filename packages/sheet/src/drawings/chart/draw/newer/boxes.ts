import { limits } from '@sheetwire/contract/limits';
import type { BoxLayout } from '../../layout.ts';
import type { BoxFacts, PlotGroup, PlotSeries } from '../../plot-series.ts';
import { type Ink, solidLook } from '../ink.ts';
import type { Field } from '../lines.ts';
import { symbolPath } from '../markers.ts';
import type { AxisPair } from '../pairs.ts';
import { element, fillAttributes, lineAttributes, px, type Rect } from '../svg.ts';

/** A box as it lies: its middle and half its width in pixels, and how high a value stands. */
export interface BoxPlace {
  readonly place: number;
  readonly facts: BoxFacts;
  readonly x: number;
  readonly half: number;
  at(value: number): number;
}

/** The boxes of each series of a group. */
export function boxPlaces({ group, series }: PlotGroup, pair: AxisPair, rect: Rect): BoxPlace[][] {
  const side = Math.max(1, series.length);
  const width = pair.bands.width / (side + group.gap / 100);
  // Boxes of several series stand a little apart.
  const half = (width * rect.width * (side > 1 ? 0.9 : 1)) / 2;
  const at = (value: number) => rect.y + (1 - Math.max(0, Math.min(1, pair.scale.at(value)))) * rect.height;
  return series.map(({ boxes = [] }, n) => {
    const seen = new Set<number>();
    return boxes.flatMap((facts, place) => {
      if (!facts) return [];
      const x = rect.x + (pair.bands.at(place) + (n - (side - 1) / 2) * width) * rect.width;
      // Of boxes at the same pixel one is seen.
      if (seen.has(Math.round(x))) return [];
      seen.add(Math.round(x));
      return [{ place, facts, x, half, at }];
    });
  });
}

/** Boxes with their whiskers, means and single points. */
export function drawBoxes(group: PlotGroup, pair: AxisPair, { ink, rect }: Field): string {
  return boxPlaces(group, pair, rect)
    .map((places, n) => {
      const series = group.series[n];
      const layout = series?.series.box;
      return series && layout ? drawSeries(places, series, { ink, layout }) : '';
    })
    .join('');
}

interface BoxInk {
  readonly ink: Ink;
  readonly layout: BoxLayout;
}

function drawSeries(places: readonly BoxPlace[], series: PlotSeries, { ink, layout }: BoxInk): string {
  const look = solidLook(ink, series);
  const usual = { color: ink.type.color, width: 1 };
  const line = lineAttributes(look.line ?? { paint: undefined, width: undefined }, usual);
  const shapes = (d: string, fill: typeof look.fill) =>
    d === '' ? '' : element('path', { d, ...fillAttributes(fill), ...line });
  return (
    shapes(places.map(whiskerPath).join(''), 'none') +
    shapes(places.map(boxPath).join(''), look.fill) +
    shapes(places.map(medianPath).join(''), 'none') +
    (layout.showsMeanLine ? shapes(meanLine(places), 'none') : '') +
    shapes(pointsPath(places, layout), look.fill) +
    (layout.showsMean ? shapes(places.map(meanPath).join(''), 'none') : '')
  );
}

function boxPath({ x, half, facts, at }: BoxPlace): string {
  const [top, bottom] = [at(facts.third), at(facts.first)];
  return `M${px(x - half)} ${px(top)}h${px(2 * half)}V${px(bottom)}h${px(-2 * half)}z`;
}

function medianPath({ x, half, facts, at }: BoxPlace): string {
  return `M${px(x - half)} ${px(at(facts.median))}h${px(2 * half)}`;
}

function whiskerPath({ x, half, facts, at }: BoxPlace): string {
  const cap = half / 2;
  const arm = (from: number, to: number) =>
    from === to ? '' : `M${px(x)} ${px(at(from))}V${px(at(to))}M${px(x - cap)} ${px(at(to))}h${px(2 * cap)}`;
  return arm(facts.third, facts.high) + arm(facts.first, facts.low);
}

const markSize = 7;

function meanPath({ x, facts, at }: BoxPlace): string {
  return symbolPath('x', [x, at(facts.mean)], markSize);
}

function meanLine(places: readonly BoxPlace[]): string {
  return places.length < 2 ? '' : `M${places.map(({ x, facts, at }) => `${px(x)} ${px(at(facts.mean))}`).join('L')}`;
}

/** Of points at the same pixel one is seen. */
function pointsPath(places: readonly BoxPlace[], { showsInner, showsOutliers }: BoxLayout): string {
  const steps = new Set<string>();
  for (const { x, facts, at } of places) {
    const shown = [...(showsInner ? facts.inner : []), ...(showsOutliers ? facts.outliers : [])];
    const heights = new Set(shown.map((value) => Math.round(at(value) * 2) / 2));
    for (const y of [...heights].slice(0, limits.charts.boxPoints)) steps.add(symbolPath('circle', [x, y], pointSize));
  }
  return [...steps].slice(0, limits.charts.boxPoints).join('');
}
const pointSize = 5;
