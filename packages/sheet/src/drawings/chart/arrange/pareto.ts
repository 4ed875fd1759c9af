import type { PlotGroup, PlotSeries } from '../plot-series.ts';

/** A Pareto chart: the columns from the highest on, and over them the share of all that is reached. */
export function paretoOf(columns: PlotGroup, line: PlotGroup | undefined): PlotGroup[] {
  const [bars] = columns.series;
  const [over] = line?.series ?? [];
  if (!bars || !line || !over) return [columns];
  const order = bars.values
    .map((value, place) => ({ value: value ?? 0, place }))
    .sort((a, b) => b.value - a.value || a.place - b.place)
    .map(({ place }) => place);
  const sorted = sortedBy(bars, order);
  const total = sorted.values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0);
  let reached = 0;
  const shares = sorted.values.map((value) => {
    reached += Math.max(0, value ?? 0);
    return total > 0 ? reached / total : 0;
  });
  const { categories, hasCategories } = sorted;
  return [
    { ...columns, series: [sorted] },
    {
      ...line,
      count: columns.count,
      series: [
        {
          ...over,
          name: `${sorted.name} (cumulative)`,
          values: shares,
          categories,
          hasCategories,
          across: [],
          levels: [],
          format: '0%',
        },
      ],
    },
  ];
}

function sortedBy(series: PlotSeries, order: readonly number[]): PlotSeries {
  const { points } = series.series;
  const looks = Object.fromEntries(
    order.flatMap((place, n) => {
      const look = points[place];
      return look ? [[n, look]] : [];
    }),
  );
  return {
    ...series,
    values: order.map((place) => series.values[place]),
    categories: series.hasCategories ? order.map((place) => series.categories[place] ?? '') : [],
    across: [],
    series: { ...series.series, points: looks },
  };
}
