import type { PlotGroup } from '../plot-series.ts';
import { boxesOf } from './boxes.ts';
import { funnelOf } from './funnel.ts';
import { histogramOf } from './histogram.ts';
import { paretoOf } from './pareto.ts';
import { treeOf } from './tree.ts';
import { waterfallOf } from './waterfall.ts';

/** The groups that are drawn of one, as its kind of chart arranges its values; `format` is that of the ends of bins. */
export function arranged(plain: PlotGroup, line: PlotGroup | undefined, format: string | undefined): PlotGroup[] {
  const { layout } = plain.group;
  switch (layout?.kind) {
    case 'waterfall':
      return [waterfallOf(plain, layout)];
    case 'histogram':
      return paretoOf(histogramOf(plain, layout, format), line);
    case 'funnel':
      return [funnelOf(plain)];
    case 'box':
      return [boxesOf(plain)];
    case 'treemap':
    case 'sunburst':
      return [treeOf(plain)];
    case undefined:
      return paretoOf(plain, line);
  }
}
