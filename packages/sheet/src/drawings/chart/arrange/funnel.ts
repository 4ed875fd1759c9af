import type { PlotGroup } from '../plot-series.ts';

/** A funnel: bars as wide as their values about a middle; what is less than nothing has no width. */
export function funnelOf(plain: PlotGroup): PlotGroup {
  const series = plain.series.map((source) => {
    const halves = source.values.map((value) => (value === undefined ? undefined : Math.max(0, value) / 2));
    return {
      ...source,
      spans: halves.map((half) => (half === undefined ? undefined : { from: -half, to: half })),
      ends: halves.flatMap((half) => (half === undefined ? [] : [-half, half])),
    };
  });
  return { ...plain, series };
}
