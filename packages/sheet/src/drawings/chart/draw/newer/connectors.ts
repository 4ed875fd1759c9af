import type { WaterfallLayout } from '../../layout.ts';
import type { PlotGroup, Span } from '../../plot-series.ts';
import type { Bar } from '../bars.ts';
import { barsOf } from '../bars.ts';
import { softLine } from '../ink.ts';
import type { Field } from '../lines.ts';
import type { AxisPair } from '../pairs.ts';
import { element, px } from '../svg.ts';

/** The lines from the end of each bar of a waterfall to the beginning of the next. */
export function drawConnectors(group: PlotGroup, pair: AxisPair, { rect }: Field): string {
  const { layout } = group.group;
  if (!isWaterfall(layout) || !layout.hasConnectors) return '';
  const bars = barsOf(group, pair, rect)
    .flat()
    .sort((a, b) => a.place - b.place);
  if (bars.length > rect.width) return '';
  const steps = bars.slice(1).flatMap((bar, n) => {
    const before = bars[n];
    const span = before && spanAt(group, before);
    if (!before || !span) return [];
    const share = Math.max(0, Math.min(1, pair.scale.at(span.to)));
    const y = Math.floor(rect.y + (1 - share) * rect.height) + 0.5;
    return [`M${px(before.x + before.width)} ${px(y)}H${px(bar.x)}`];
  });
  return steps.length === 0
    ? ''
    : element('path', { d: steps.join(''), fill: 'none', stroke: softLine, 'stroke-width': 0.75 });
}

function isWaterfall(layout: PlotGroup['group']['layout']): layout is WaterfallLayout {
  return layout?.kind === 'waterfall';
}

function spanAt({ series }: PlotGroup, { place }: Bar): Span | undefined {
  return series.map(({ spans }) => spans?.[place]).find((span) => span !== undefined);
}
