import type { ErrorReach, PlotGroup, PlotSeries } from '../../plot-series.ts';
import { type Bar, barsOf } from '../bars.ts';
import type { Field } from '../lines.ts';
import { type AxisPair, pointAt } from '../pairs.ts';
import { spansOf } from '../stacks.ts';
import { element, lineAttributes, px, type Rect } from '../svg.ts';

/** A point that error bars stand at: where it lies along the other axis, and what its value is. */
interface Stand {
  readonly place: number;
  readonly along: number;
  readonly value: number;
}

/** More than these are not told apart. */
const most = 4000;
const cap = 4;

/** The error bars of a group. */
export function drawErrors(group: PlotGroup, pair: AxisPair, { ink, rect }: Field): string {
  if (group.series.every(({ errors }) => errors.length === 0)) return '';
  const stands = standsOf(group, pair, rect);
  const drawn = group.series.flatMap((series, n) =>
    series.errors.map((error) => {
      const { line = { paint: undefined, width: undefined } } = error.bars.look;
      const d = pathOf(error, stands[n] ?? [], { series, pair, rect });
      return d === '' || line === 'none'
        ? ''
        : element('path', { d, fill: 'none', ...lineAttributes(line, { color: ink.chart.ink, width: 1 }) });
    }),
  );
  return drawn.join('');
}

interface ErrorPlot {
  readonly series: PlotSeries;
  readonly pair: AxisPair;
  readonly rect: Rect;
}

/** Of bars at the same pixels one is seen. */
function pathOf(error: ErrorReach, stands: readonly Stand[], { series, pair, rect }: ErrorPlot): string {
  const steps = new Set<string>();
  for (const stand of stands) {
    if (steps.size >= most) break;
    const x = pair.acrossScale ? acrossOf(series, stand.place) : undefined;
    steps.add(stepOf(error, stand, { pair, rect, x }));
  }
  return [...steps].join('');
}

/** The number of a point along the axis across: its place where it has none. */
function acrossOf({ across }: PlotSeries, place: number): number | undefined {
  return across.length > 0 ? across[place] : place + 1;
}

interface Spot {
  readonly pair: AxisPair;
  readonly rect: Rect;
  /** The number of a point along the other axis; undefined where that has categories. */
  readonly x: number | undefined;
}

function stepOf({ bars, plus, minus }: ErrorReach, { place, along, value }: Stand, { pair, rect, x }: Spot): string {
  const isAcross = bars.isAcross && x !== undefined && pair.acrossScale !== undefined;
  const scale = isAcross && pair.acrossScale ? pair.acrossScale : pair.scale;
  const base = isAcross ? x : value;
  const own = clamp(pair.scale.at(value));
  const at = (end: number): readonly [number, number] => {
    const share = clamp(scale.at(end));
    return isAcross ? pointAt(rect, false, [share, own]) : pointAt(rect, pair.isLying, [along, share]);
  };
  const start = at(base);
  return [plus[place], minus[place] === undefined ? undefined : -minus[place]]
    .flatMap((by) => (by === undefined || by === 0 ? [] : lineTo(start, at(base + by), bars.hasCaps)))
    .join('');
}

/** A line from a point to an end of its bar, with a cap across it. */
function lineTo([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], hasCap: boolean): string {
  const isUpright = Math.abs(x1 - x2) < 0.01;
  if (isUpright && Math.abs(y1 - y2) < 0.01) return '';
  const end = hasCap
    ? isUpright
      ? `M${px(x2 - cap)} ${px(y2)}h${2 * cap}`
      : `M${px(x2)} ${px(y2 - cap)}v${2 * cap}`
    : '';
  return `M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}${end}`;
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}

function standsOf(group: PlotGroup, pair: AxisPair, rect: Rect): Stand[][] {
  const spans = spansOf(group);
  const tops = group.series.map((_, n) => (place: number) => spans[n]?.[place]?.to ?? 0);
  if (group.group.kind === 'bar') {
    return barsOf(group, pair, rect).map((bars, n) =>
      bars.map((bar) => ({ place: bar.place, along: alongOf(bar, pair, rect), value: tops[n]?.(bar.place) ?? 0 })),
    );
  }
  return group.series.map((series, n) =>
    series.values.flatMap((value, place) => {
      const x = acrossOf(series, place);
      if (value === undefined || x === undefined) return [];
      const along = pair.acrossScale ? pair.acrossScale.at(x) : pair.bands.at(pair.slotOf(place));
      return along < -0.001 || along > 1.001 ? [] : [{ place, along, value: tops[n]?.(place) ?? value }];
    }),
  );
}

/** Where the middle of a bar lies along its axis. */
function alongOf({ x, y, width, height }: Bar, { isLying }: AxisPair, rect: Rect): number {
  return isLying ? 1 - (y + height / 2 - rect.y) / rect.height : (x + width / 2 - rect.x) / rect.width;
}
