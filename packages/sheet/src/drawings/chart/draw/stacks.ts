import type { PlotGroup, Span } from '../plot-series.ts';

/** Of each series of a group, and each place, what its value covers. */
export function spansOf({ group, series, count }: PlotGroup): readonly (readonly (Span | undefined)[])[] {
  if (group.grouping !== 'stacked' && group.grouping !== 'percent') {
    return series.map(
      ({ values, spans }) => spans ?? values.map((value) => (value === undefined ? undefined : { from: 0, to: value })),
    );
  }
  const totals = group.grouping === 'percent' ? totalsOf(series, count) : undefined;
  const up = new Float64Array(count);
  const down = new Float64Array(count);
  // Areas go on over a number that is missing, as over 0.
  const missing = group.kind === 'area' ? 0 : undefined;
  return series.map(({ values }) =>
    Array.from({ length: count }, (_, n) => {
      const value = values[n] ?? missing;
      if (value === undefined) return undefined;
      const share = totals ? value / (totals[n] || 1) : value;
      // Areas and lines are laid upon each other whatever their sign, bars apart.
      const base = group.kind === 'bar' && share < 0 ? down : up;
      const from = base[n] ?? 0;
      base[n] = from + share;
      return { from, to: from + share };
    }),
  );
}

function totalsOf(series: PlotGroup['series'], count: number): Float64Array {
  const totals = new Float64Array(count);
  for (const { values } of series) {
    for (let n = 0; n < count; n++) totals[n] = (totals[n] ?? 0) + Math.abs(values[n] ?? 0);
  }
  return totals;
}

/** The ends of all that is stacked. */
export function stackedEnds(groups: readonly PlotGroup[]): number[] {
  return groups
    .filter(({ group }) => group.grouping === 'stacked' || group.grouping === 'percent')
    .flatMap((group) => spansOf(group).flatMap((spans) => spans.flatMap((span) => (span ? [span.to] : []))));
}
