import { showNumber } from '../../../format/number-format.ts';
import type { HistogramLayout } from '../layout.ts';
import type { PlotGroup, PlotSeries } from '../plot-series.ts';
import { binsOf } from './bins.ts';

/** A histogram: how many values lie in each bin, or their sum for each category. */
export function histogramOf(plain: PlotGroup, { binning }: HistogramLayout, format: string | undefined): PlotGroup {
  const [first] = plain.series;
  if (!first) return plain;
  if (!binning) {
    const names = [...new Set(first.categories)];
    return { ...plain, count: names.length, series: plain.series.map((source) => summed(source, names)) };
  }
  const code = format ?? first.format ?? 'General';
  const show = (end: number) => showNumber(end, code, false).text.trim();
  const bins = binsOf(numbersOf(first), binning, show);
  const series: PlotSeries = {
    ...first,
    values: bins.map(({ count }) => count),
    across: [],
    categories: bins.map(({ label }) => label),
    hasCategories: true,
    levels: [],
    format: undefined,
    acrossFormat: undefined,
  };
  return { ...plain, count: bins.length, series: [series] };
}

function numbersOf({ values }: PlotSeries): number[] {
  return values.filter((value) => value !== undefined);
}

/** Values of the same category count together. */
function summed(source: PlotSeries, names: readonly string[]): PlotSeries {
  const sums = new Map<string, number>();
  for (const [place, value] of source.values.entries()) {
    const name = source.categories[place] ?? '';
    if (value !== undefined) sums.set(name, (sums.get(name) ?? 0) + value);
  }
  return { ...source, values: names.map((name) => sums.get(name)), categories: names, across: [], levels: [] };
}
