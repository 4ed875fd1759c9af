import { limits } from '@sheetwire/contract/limits';
import type { Theme } from '../../../read/theme.ts';
import { decimal, whole } from '../../../read/xml.ts';
import { childOf, childrenOf, type XmlNode } from '../../xml-tree.ts';
import type { ErrorBars, Marker, Paint, PointLook, Series, Trend, ValueSource } from '../model.ts';
import { extended, labelsOf } from './labels.ts';
import { lookOf } from './look.ts';
import { boundedOf, numberOf, saysYes, sourceOf, textsOf, valOf } from './values.ts';

/** A series of a chart; `place` is its place among those of its group. */
export function seriesOf(node: XmlNode, theme: Theme, place: number): Series {
  const categories = childOf(node, 'cat') ?? childOf(node, 'xVal');
  const sizes = childOf(node, 'bubbleSize');
  const marker = childOf(node, 'marker');
  const labels = labelsOf(childOf(node, 'dLbls'), theme);
  const range = rangeOf(extended(node, 'datalabelsRange'));
  const inverted = invertedOf(node, theme);
  return {
    index: Math.max(0, Math.min(limits.charts.series, numberOf(node, 'idx') ?? place)),
    name: sourceOf(childOf(node, 'tx')),
    ...(categories && { categories: sourceOf(categories) }),
    values: sourceOf(childOf(node, 'val') ?? childOf(node, 'yVal')),
    ...(sizes && { sizes: sourceOf(sizes) }),
    look: lookOf(node, theme),
    ...(marker && { marker: markerOf(marker, theme) }),
    points: pointsOf(node, theme),
    ...(labels && { labels }),
    ...(range && { labelRange: range }),
    trends: childrenOf(node, 'trendline')
      .slice(0, mostExtras)
      .map((trend) => trendOf(trend, theme)),
    errors: childrenOf(node, 'errBars')
      .slice(0, mostExtras)
      .map((bars) => errorsOf(bars, theme, childOf(node, 'xVal') !== undefined)),
    isSmooth: saysYes(node, 'smooth'),
    explosion: boundedOf(node, 'explosion', [0, 0, 400]),
    invertsNegative: saysYes(node, 'invertIfNegative'),
    ...(inverted && { inverted }),
  };
}

/** The fill of what is below zero ([MS-ODRAWXML], c14:invertSolidFillFmt). */
function invertedOf(node: XmlNode, theme: Theme): Paint | undefined {
  const format = extended(node, 'invertSolidFillFmt');
  const fill = format && lookOf(format, theme).fill;
  return fill === 'none' ? undefined : fill;
}
const mostExtras = 8;

/** The cells that labels show by themselves ([MS-ODRAWXML], c15:datalabelsRange). */
function rangeOf(node: XmlNode | undefined): ValueSource | undefined {
  const ref = childOf(node, 'f')?.text.trim();
  return node && { ...(ref && { ref }), cached: textsOf(childOf(node, 'dlblRangeCache')), lost: 0 };
}

const pxPerPoint = 96 / 72;

function markerOf(node: XmlNode, theme: Theme): Partial<Marker> {
  const symbol = valOf(node, 'symbol');
  const size = numberOf(node, 'size');
  return {
    ...(symbol !== undefined && { symbol }),
    ...(size !== undefined && { size: Math.max(2, Math.min(72, size)) * pxPerPoint }),
    look: lookOf(node, theme),
  };
}

function pointsOf(node: XmlNode, theme: Theme): Record<number, PointLook> {
  const points: Record<number, PointLook> = {};
  for (const point of childrenOf(node, 'dPt').slice(0, limits.charts.ownLooks)) {
    const index = whole(valOf(point, 'idx'));
    if (index === undefined || index < 0) continue;
    const marker = childOf(point, 'marker');
    const explosion = numberOf(point, 'explosion');
    points[index] = {
      look: lookOf(point, theme),
      ...(marker && { marker: markerOf(marker, theme) }),
      ...(explosion !== undefined && { explosion: Math.max(0, Math.min(400, explosion)) }),
    };
  }
  return points;
}

function trendOf(node: XmlNode, theme: Theme): Trend {
  const name = childOf(node, 'name')?.text;
  const intercept = numberOf(node, 'intercept');
  return {
    kind: valOf(node, 'trendlineType') ?? 'linear',
    ...(name !== undefined && { name: name.slice(0, limits.charts.text) }),
    order: boundedOf(node, 'order', [2, 2, 6]),
    period: boundedOf(node, 'period', [2, 2, 255]),
    forward: boundedOf(node, 'forward', [0, 0, 1000]),
    backward: boundedOf(node, 'backward', [0, 0, 1000]),
    ...(intercept !== undefined && { intercept }),
    look: lookOf(node, theme),
    showsEquation: saysYes(node, 'dispEq'),
    showsFit: saysYes(node, 'dispRSqr'),
  };
}

/** Error bars; only points have numbers along both axes. */
function errorsOf(node: XmlNode, theme: Theme, isPoint: boolean): ErrorBars {
  const side = valOf(node, 'errBarType');
  const [plus, minus] = [childOf(node, 'plus'), childOf(node, 'minus')];
  return {
    isAcross: isPoint && valOf(node, 'errDir') === 'x',
    sides: side === 'plus' || side === 'minus' ? side : 'both',
    kind: valOf(node, 'errValType') ?? 'fixedVal',
    amount: decimal(valOf(node, 'val')) ?? 0,
    ...(plus && { plus: sourceOf(plus) }),
    ...(minus && { minus: sourceOf(minus) }),
    hasCaps: !saysYes(node, 'noEndCap'),
    look: lookOf(node, theme),
  };
}
