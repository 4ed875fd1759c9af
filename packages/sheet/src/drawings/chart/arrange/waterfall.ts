import type { WaterfallLayout } from '../layout.ts';
import type { PlotGroup, PlotSeries, Span } from '../plot-series.ts';

const ways = ['Increase', 'Decrease', 'Total'] as const;

interface Draft {
  readonly values: (number | undefined)[];
  readonly spans: (Span | undefined)[];
}

/** A waterfall: each value stands on the sum of those before it, a total on the ground; three series share the places. */
export function waterfallOf(plain: PlotGroup, { totals }: WaterfallLayout): PlotGroup {
  const [source] = plain.series;
  if (!source) return plain;
  const isTotal = new Set(totals);
  const blank = () => new Array<undefined>(plain.count).fill(undefined);
  const drafts = ways.map((): Draft => ({ values: blank(), spans: blank() }));
  const ends = [0];
  let level = 0;
  for (const [place, value] of source.values.entries()) {
    if (value === undefined) continue;
    const from = isTotal.has(place) ? 0 : level;
    level = from + value;
    const draft = drafts[isTotal.has(place) ? 2 : value < 0 ? 1 : 0];
    if (draft) {
      draft.values[place] = value;
      draft.spans[place] = { from, to: level };
    }
    ends.push(level);
  }
  const series = drafts.map(
    (draft, n): PlotSeries => ({
      ...source,
      ...draft,
      ends,
      name: ways[n] ?? '',
      series: { ...source.series, index: n },
    }),
  );
  return { ...plain, series, made: [source] };
}
