import { decimal, isOn, whole } from '../../../../read/xml.ts';
import { childOf, childrenOf, nodeAt, type XmlNode } from '../../../xml-tree.ts';
import type { Binning, BoxLayout, Layout } from '../../layout.ts';
import type { Axis, ChartGroup, Series } from '../../model.ts';
import { valOf } from '../values.ts';
import type { Axes } from './axes.ts';
import type { Part } from './part.ts';
import { seriesOf } from './series.ts';

/** The groups of a newer chart, the axes that they need besides those of the file, and what is not drawn. */
export interface DrawnGroups {
  readonly groups: readonly ChartGroup[];
  readonly more: readonly Axis[];
  readonly leftOut: readonly (readonly [what: string, why: string])[];
}

const maps = 'Map charts are not drawn.';
const unknown = 'Charts of this kind are not drawn.';
const tooDeep = 'Charts show up to 8 levels.';

type Kind = 'waterfall' | 'clusteredColumn' | 'funnel' | 'boxWhisker' | 'treemap' | 'sunburst';
const kinds: readonly string[] = ['waterfall', 'clusteredColumn', 'funnel', 'boxWhisker', 'treemap', 'sunburst'];
const isKind = (text: string): text is Kind => kinds.includes(text);

/** Reads the series: all of the first kind that is drawn are one group. */
export function groupsIn(nodes: readonly XmlNode[], axes: Axes, part: Part): DrawnGroups {
  const shown = nodes.filter(({ attributes }) => !isOn(attributes.hidden));
  const kind = shown.map(kindOf).find(isKind);
  if (!kind) {
    const why = shown.some((node) => kindOf(node) === 'regionMap') ? maps : unknown;
    return { groups: [], more: [], leftOut: [['charts', why]] };
  }
  const own = shown.filter((node) => kindOf(node) === kind);
  const group = groupOf(kind, own, { axes, part });
  const line = kind === 'clusteredColumn' ? shown.find((node) => kindOf(node) === 'paretoLine') : undefined;
  const others = shown.some((node) => node !== line && kindOf(node) !== kind);
  const isTooDeep = own.some((node) => part.data.get(valOf(node, 'dataId') ?? '')?.isTooDeep);
  const more: Axis[] = [...funnelAxes(kind, axes), ...(line && axes.across ? [hidden(axes.across)] : [])];
  return {
    groups: [line ? { ...group, pareto: paretoOf(line, own.length, { axes, part }) } : group],
    more,
    leftOut: [
      ...(others ? [['chart series', unknown] as const] : []),
      ...(isTooDeep ? [['chart levels', tooDeep] as const] : []),
    ],
  };
}

function kindOf({ attributes }: XmlNode): string {
  return attributes.layoutId ?? '';
}

interface GroupSource {
  readonly axes: Axes;
  readonly part: Part;
}

const usualGaps: Readonly<Record<Kind, number>> = {
  waterfall: 50,
  clusteredColumn: 0,
  funnel: 6,
  boxWhisker: 100,
  treemap: 0,
  sunburst: 0,
};

function groupOf(kind: Kind, nodes: readonly XmlNode[], { axes, part }: GroupSource): ChartGroup {
  const series = nodes.map((node, n) => ({
    ...seriesOf(node, n, part),
    ...(kind === 'boxWhisker' && { box: boxOf(childOf(node, 'layoutPr')) }),
  }));
  const properties = childOf(nodes[0], 'layoutPr');
  const across = kind === 'funnel' ? funnelId : (axes.across?.id ?? '');
  const value = kind === 'funnel' ? hiddenId : (axes.values[0]?.id ?? '');
  const layout = layoutOf(kind, properties);
  return {
    ...plainGroup,
    kind: kind === 'boxWhisker' ? 'box' : kind === 'treemap' || kind === 'sunburst' ? kind : 'bar',
    isAcross: kind === 'funnel',
    gap: axes.gap ?? usualGaps[kind],
    overlap: kind === 'waterfall' ? 100 : 0,
    // One series is all that these show.
    series: arrangedLooks(series, kind, part),
    axes: [across, value],
    ...(layout && { layout }),
  };
}

/** The series that a kind shows, with the looks that they have by themselves. */
function arrangedLooks(series: readonly Series[], kind: Kind, { theme }: Part): readonly Series[] {
  if (kind === 'boxWhisker') return series;
  if (kind === 'clusteredColumn') {
    // Columns without gaps are told apart by a line of the ground.
    const line = { paint: { color: theme.colors[0] ?? '#ffffff' }, width: 1 };
    return series.map((one) => ({ ...one, look: { line, ...one.look } }));
  }
  const first = series.slice(0, 1);
  if (kind !== 'funnel') return first;
  return first.map((one) => (one.labels ? { ...one, labels: { place: 'ctr', ...one.labels } } : one));
}

const plainGroup = {
  grouping: 'clustered',
  variesColors: false,
  hole: 50,
  firstAngle: 0,
  style: '',
  hasMarkers: false,
  bubbleScale: 100,
  sizeIsWidth: false,
  showsNegativeBubbles: false,
} as const;

function layoutOf(kind: Kind, node: XmlNode | undefined): Layout | undefined {
  const seen = childOf(node, 'visibility')?.attributes ?? {};
  switch (kind) {
    case 'waterfall':
      return { kind, totals: totalsOf(node), hasConnectors: isOn(seen.connectorLines, true) };
    case 'clusteredColumn':
      return histogramOf(node);
    case 'boxWhisker':
      return { kind: 'box' };
    case 'funnel':
      return { kind };
    default: {
      const parents = valOf(node, 'parentLabelLayout');
      return { kind, parents: parents === 'banner' || parents === 'none' ? parents : 'overlapping' };
    }
  }
}

function boxOf(node: XmlNode | undefined): BoxLayout {
  const seen = childOf(node, 'visibility')?.attributes ?? {};
  return {
    isInclusive: childOf(node, 'statistics')?.attributes.quartileMethod === 'inclusive',
    showsMeanLine: isOn(seen.meanLine),
    showsMean: isOn(seen.meanMarker, true),
    showsInner: isOn(seen.nonoutliers),
    showsOutliers: isOn(seen.outliers, true),
  };
}

const mostTotals = 32_000;

function totalsOf(node: XmlNode | undefined): number[] {
  return childrenOf(childOf(node, 'subtotals'), 'idx')
    .slice(0, mostTotals)
    .flatMap(({ attributes }) => whole(attributes.val) ?? []);
}

/** Columns without bins and without sums are those of any chart. */
function histogramOf(node: XmlNode | undefined): Layout | undefined {
  const binning = childOf(node, 'binning');
  if (binning) return { kind: 'histogram', binning: binningOf(binning) };
  return childOf(node, 'aggregation') ? { kind: 'histogram' } : undefined;
}

function binningOf(node: XmlNode): Binning {
  // Files have them as attributes and as texts.
  const said = (name: string) => valOf(node, name) ?? nodeAt(node, name)?.text;
  const size = decimal(said('binSize'));
  const count = whole(said('binCount'));
  const [under, over] = [endOf(node.attributes.underflow), endOf(node.attributes.overflow)];
  return {
    ...(size !== undefined && size > 0 && { size }),
    ...(count !== undefined && count > 0 && { count }),
    ...(under !== undefined && { under }),
    ...(over !== undefined && { over }),
    isLeftClosed: node.attributes.intervalClosed === 'l',
  };
}

function endOf(text: string | undefined): number | 'auto' | undefined {
  return text === 'auto' ? text : decimal(text);
}

function paretoOf(node: XmlNode, place: number, { axes, part }: GroupSource): ChartGroup {
  const value = valOf(node, 'axisId') ?? axes.values[1]?.id ?? axes.values[0]?.id ?? '';
  return {
    ...plainGroup,
    kind: 'line',
    isAcross: false,
    gap: 0,
    overlap: 0,
    series: [seriesOf(node, place, part)],
    axes: [hiddenId, value],
  };
}

const hiddenId = 'hidden';
const funnelId = 'funnel';

/** The same axis for a second group, drawn once. */
function hidden(axis: Axis): Axis {
  return { ...axis, id: hiddenId, isDeleted: true };
}

/** A funnel's names stand beside it, the first above; its values have no axis. */
function funnelAxes(kind: Kind, { across }: Axes): Axis[] {
  if (kind !== 'funnel' || !across) return [];
  const names: Axis = { ...across, id: funnelId, side: 'left', isReversed: true, crosses: 'min', crossId: hiddenId };
  const values: Axis = { ...hidden(across), kind: 'value', side: 'bottom', crosses: 'auto', crossId: funnelId };
  return [names, values];
}
