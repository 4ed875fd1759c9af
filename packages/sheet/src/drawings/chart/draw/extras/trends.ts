import type { Stroke, Trend } from '../../model.ts';
import type { PlotGroup, PlotSeries } from '../../plot-series.ts';
import type { Ink } from '../ink.ts';
import type { Field } from '../lines.ts';
import { type AxisPair, pointAt } from '../pairs.ts';
import { element, lineAttributes, px, textLine } from '../svg.ts';

interface Sample {
  readonly x: number;
  readonly y: number;
}

/** A fitted curve, and its words. */
interface Fit {
  at(x: number): number;
  readonly equation: string;
}

const steps = 60;

/** The trend lines of a group. */
export function drawTrends(group: PlotGroup, pair: AxisPair, field: Field): string {
  return group.series
    .map((series) => series.series.trends.map((trend) => drawTrend(trend, series, { pair, field })).join(''))
    .join('');
}

/** The line that a trend is drawn with. */
export function trendLine({ chart }: Ink, { look }: Trend): Stroke | 'none' {
  return look.line ?? { paint: { color: chart.ink }, width: 1 };
}

const trendKinds: Readonly<Record<string, string>> = {
  exp: 'Expon.',
  linear: 'Linear',
  log: 'Log.',
  poly: 'Poly.',
  power: 'Power',
};

/** What a trend is called in the legend: by itself after its kind and its series. */
export function trendName({ kind, period, name }: Trend, series: string): string {
  if (name !== undefined) return name;
  const called = kind === 'movingAvg' ? `${period} per. Mov. Avg.` : (trendKinds[kind] ?? 'Linear');
  return `${called} (${series})`;
}

interface TrendPlace {
  readonly pair: AxisPair;
  readonly field: Field;
}

function drawTrend(trend: Trend, series: PlotSeries, { pair, field }: TrendPlace): string {
  const samples = samplesOf(series, pair);
  const points = trend.kind === 'movingAvg' ? movingMean(samples, trend.period) : curvePoints(trend, samples);
  const { rect, ink } = field;
  const line = trendLine(ink, trend);
  if (points.length < 2 || line === 'none') return '';
  const shown = points
    .map(({ x, y }) => [shareOf(pair, x), pair.scale.at(y)] as const)
    .filter(([along, up]) => along > -0.2 && along < 1.2 && up > -0.02 && up < 1.02 && Number.isFinite(up))
    .map((at) => pointAt(rect, pair.isLying, at).map(px).join(' '));
  if (shown.length < 2) return '';
  const path = element('path', {
    d: `M${shown.join('L')}`,
    fill: 'none',
    ...lineAttributes(line, { color: ink.chart.ink, width: 1 }),
  });
  return path + wordsOf(trend, samples, { pair, field });
}

function samplesOf({ values, across }: PlotSeries, { acrossScale }: AxisPair): Sample[] {
  return values.flatMap((y, n) => {
    const x = acrossScale && across.length > 0 ? across[n] : n + 1;
    return y === undefined || x === undefined ? [] : [{ x, y }];
  });
}

function shareOf({ acrossScale, bands, slotOf }: AxisPair, x: number): number {
  if (acrossScale) return acrossScale.at(x);
  const place = Math.floor(x - 1);
  const first = bands.at(slotOf(place));
  return first + (bands.at(slotOf(place + 1)) - first) * (x - 1 - place);
}

function movingMean(samples: readonly Sample[], period: number): Sample[] {
  return samples.slice(period - 1).map(({ x }, n) => {
    const run = samples.slice(n, n + period);
    return { x, y: run.reduce((sum, { y }) => sum + y, 0) / run.length };
  });
}

function curvePoints(trend: Trend, samples: readonly Sample[]): Sample[] {
  const fit = fitOf(trend, samples);
  if (!fit) return [];
  const xs = samples.map(({ x }) => x);
  const from = Math.min(...xs) - trend.backward;
  const to = Math.max(...xs) + trend.forward;
  const count = trend.kind === 'linear' ? 1 : steps;
  return Array.from({ length: count + 1 }, (_, n) => {
    const x = from + ((to - from) * n) / count;
    return { x, y: fit.at(x) };
  }).filter(({ y }) => Number.isFinite(y));
}

/** The curve of a kind through samples by least squares; undefined where there is none. */
export function fitOf(trend: Pick<Trend, 'kind' | 'order' | 'intercept'>, samples: readonly Sample[]): Fit | undefined {
  if (samples.length < 2) return undefined;
  switch (trend.kind) {
    case 'exp': {
      const line = solve(
        samples.filter(({ y }) => y > 0).map(({ x, y }) => ({ x, y: Math.log(y) })),
        1,
      );
      const [a = 0, b = 0] = line ?? [];
      return line && { at: (x) => Math.exp(a + b * x), equation: `y = ${short(Math.exp(a))}e^${short(b)}x` };
    }
    case 'log': {
      const line = solve(
        samples.filter(({ x }) => x > 0).map(({ x, y }) => ({ x: Math.log(x), y })),
        1,
      );
      const [a = 0, b = 0] = line ?? [];
      return line && { at: (x) => a + b * Math.log(x), equation: withMinus(`y = ${short(b)}ln(x) + ${short(a)}`) };
    }
    case 'power': {
      const positive = samples.filter(({ x, y }) => x > 0 && y > 0);
      const line = solve(
        positive.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) })),
        1,
      );
      const [a = 0, b = 0] = line ?? [];
      return line && { at: (x) => Math.exp(a) * x ** b, equation: `y = ${short(Math.exp(a))}x^${short(b)}` };
    }
    default: {
      const terms = solve(samples, trend.kind === 'poly' ? trend.order : 1, trend.intercept);
      return (
        terms && {
          at: (x) => terms.reduceRight((sum, term) => sum * x + term, 0),
          equation: withMinus(`y = ${polynomial(terms)}`),
        }
      );
    }
  }
}

function polynomial(terms: readonly number[]): string {
  return terms
    .map((term, power) => `${short(term)}${power === 0 ? '' : power === 1 ? 'x' : `x^${power}`}`)
    .reverse()
    .join(' + ');
}

function withMinus(equation: string): string {
  return equation.replaceAll('+ -', '- ');
}

function short(value: number): string {
  return String(Number(value.toPrecision(5)));
}

/** The terms of the polynomial of least squares, from the constant on. */
function solve(samples: readonly Sample[], degree: number, fixed?: number): number[] | undefined {
  const first = fixed === undefined ? 0 : 1;
  const size = degree + 1 - first;
  if (samples.length < size) return undefined;
  const rows = Array.from({ length: size }, (_, i) => {
    const sums = Array.from({ length: size }, (_, j) =>
      samples.reduce((sum, { x }) => sum + x ** (i + j + 2 * first), 0),
    );
    return [...sums, samples.reduce((sum, { x, y }) => sum + (y - (fixed ?? 0)) * x ** (i + first), 0)];
  });
  const terms = eliminated(rows);
  return terms && (fixed === undefined ? terms : [fixed, ...terms]);
}

function eliminated(rows: number[][]): number[] | undefined {
  const size = rows.length;
  for (let n = 0; n < size; n++) {
    const best = largestFrom(rows, n);
    const [pivot, other] = [rows[best], rows[n]];
    if (!pivot || !other || Math.abs(pivot[n] ?? 0) < 1e-12) return undefined;
    [rows[n], rows[best]] = [pivot, other];
    for (const row of rows) if (row !== pivot) subtract(row, pivot, n);
  }
  return rows.map((row, n) => (row[size] ?? 0) / (row[n] ?? 1));
}

function largestFrom(rows: readonly (readonly number[])[], from: number): number {
  const sizeAt = (n: number) => Math.abs(rows[n]?.[from] ?? 0);
  let best = from;
  for (let n = from; n < rows.length; n++) if (sizeAt(n) > sizeAt(best)) best = n;
  return best;
}

function subtract(row: number[], pivot: readonly number[], from: number): void {
  const factor = (row[from] ?? 0) / (pivot[from] ?? 1);
  for (let n = from; n < row.length; n++) row[n] = (row[n] ?? 0) - factor * (pivot[n] ?? 0);
}

/** R²: of what was fitted, which under exponential and power trends is the logarithm of the values, as in spreadsheets. */
export function determination(
  { kind }: Pick<Trend, 'kind'>,
  { at }: Pick<Fit, 'at'>,
  samples: readonly Sample[],
): number {
  const isByLogarithm = kind === 'exp' || kind === 'power';
  const [ofValue, ofPlace] = [isByLogarithm, kind === 'power' || kind === 'log'];
  const fitted = samples.filter(({ x, y }) => (!ofValue || y > 0) && (!ofPlace || x > 0));
  const scaled = (value: number) => (ofValue ? Math.log(value) : value);
  const mean = fitted.reduce((sum, { y }) => sum + scaled(y), 0) / fitted.length;
  const rest = fitted.reduce((sum, { x, y }) => sum + (scaled(y) - scaled(at(x))) ** 2, 0);
  const all = fitted.reduce((sum, { y }) => sum + (scaled(y) - mean) ** 2, 0);
  return all === 0 ? 1 : 1 - rest / all;
}

function wordsOf(trend: Trend, samples: readonly Sample[], { pair, field }: TrendPlace): string {
  const fit = trend.showsEquation || trend.showsFit ? fitOf(trend, samples) : undefined;
  const last = samples.at(-1);
  if (!fit || !last) return '';
  const words = [
    trend.showsEquation ? fit.equation : '',
    trend.showsFit ? `R² = ${short(determination(trend, fit, samples))}` : '',
  ];
  const [x, y] = pointAt(field.rect, pair.isLying, [shareOf(pair, last.x), pair.scale.at(fit.at(last.x))]);
  const { type } = field.ink;
  return textLine(
    words.filter(Boolean).join('   '),
    { x: Math.min(x, field.rect.x + field.rect.width), y: y - type.size, anchor: 'end' },
    type,
    type,
  );
}
