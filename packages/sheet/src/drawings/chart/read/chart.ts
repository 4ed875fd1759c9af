import { limits } from '@sheetwire/contract/limits';
import type { Theme } from '../../../read/theme.ts';
import { whole } from '../../../read/xml.ts';
import { childOf, childrenOf, type XmlNode } from '../../xml-tree.ts';
import {
  type Axis,
  type Chart,
  type ChartGroup,
  type GroupKind,
  groupKinds,
  type Legend,
  type Series,
} from '../model.ts';
import { axisOf, titleOf } from './axis.ts';
import { styleColors, styleNumber } from './chart-style.ts';
import { labelsOf } from './labels.ts';
import { lettersOf, lookOf } from './look.ts';
import { seriesOf } from './series.ts';
import { boundedOf, placeOf, saysYes, valOf } from './values.ts';

/** The chart that a chart part describes; undefined where it describes none that is known. */
export function chartOf(tree: XmlNode, theme: Theme): Chart | undefined {
  const space = childOf(tree, 'chartSpace');
  const chart = childOf(space, 'chart');
  const plot = childOf(chart, 'plotArea');
  if (!space || !chart || !plot) return undefined;
  const groups = groupsOf(plot, theme);
  if (groups.length === 0) return undefined;
  const title = titleOf(childOf(chart, 'title'), theme);
  const legend = legendOf(childOf(chart, 'legend'), theme);
  const plotPlace = placeOf(plot);
  return {
    kind: 'chart',
    ...(title && { title }),
    hasAutoTitle: !saysYes(chart, 'autoTitleDeleted'),
    groups,
    axes: plot.children.flatMap((child) => axisOf(child, theme) ?? []).slice(0, mostAxes),
    ...(legend && { legend }),
    look: lookOf(space, theme),
    plotLook: lookOf(plot, theme),
    isRounded: saysYes(space, 'roundedCorners'),
    ...dataTableIn(plot, theme),
    ...(plotPlace && { plotPlace }),
    letters: lettersOf(childOf(space, 'txPr'), theme),
    ...colorsOf(space, groups, theme),
    ink: theme.colors[1] ?? '#000000',
    ground: theme.colors[0] ?? '#ffffff',
    blanks: blanksOf(chart),
    showsHidden: !saysYes(chart, 'plotVisOnly', true),
    plainer: plainerOf(plot),
    isFlattened: plot.children.some(({ name }) => name.endsWith('3DChart')),
    has1904Dates: saysYes(space, 'date1904'),
  };
}

/** Spreadsheets have four. */
const mostAxes = 16;

function colorsOf(space: XmlNode, groups: readonly ChartGroup[], theme: Theme): Pick<Chart, 'accents' | 'shadesOf'> {
  const { accents, areShaded } = styleColors(styleNumber(space), theme);
  if (!areShaded) return { accents };
  const last = groups.reduce((most, { series }) => Math.max(most, ...series.map(({ index }) => index)), 0);
  return { accents, shadesOf: last + 1 };
}

const plainer: Readonly<Record<string, string>> = {
  ofPieChart: 'A pie with a second plot is drawn as one pie.',
  surfaceChart: 'A surface is drawn as areas.',
  surface3DChart: 'A surface is drawn as areas.',
};

function plainerOf(plot: XmlNode): string[] {
  return plot.children.flatMap(({ name }) => (Object.hasOwn(plainer, name) ? (plainer[name] ?? []) : []));
}

function dataTableIn(plot: XmlNode, theme: Theme): Pick<Chart, 'dataTable'> {
  const node = childOf(plot, 'dTable');
  if (!node) return {};
  return {
    dataTable: {
      hasHorizontal: saysYes(node, 'showHorzBorder'),
      hasVertical: saysYes(node, 'showVertBorder'),
      hasOutline: saysYes(node, 'showOutline'),
      hasKeys: saysYes(node, 'showKeys'),
      letters: lettersOf(childOf(node, 'txPr'), theme),
      look: lookOf(node, theme),
    },
  };
}

function blanksOf(chart: XmlNode): Chart['blanks'] {
  const said = valOf(chart, 'dispBlanksAs');
  return said === 'span' || said === 'zero' ? said : 'gap';
}

const legendSides = new Map<string, Legend['side']>([
  ['l', 'left'],
  ['t', 'top'],
  ['b', 'bottom'],
  ['tr', 'corner'],
]);

function legendOf(node: XmlNode | undefined, theme: Theme): Legend | undefined {
  if (!node) return undefined;
  const without = childrenOf(node, 'legendEntry').filter((entry) => saysYes(entry, 'delete'));
  const place = placeOf(node);
  return {
    side: legendSides.get(valOf(node, 'legendPos') ?? 'r') ?? 'right',
    isOverlay: saysYes(node, 'overlay'),
    letters: lettersOf(childOf(node, 'txPr'), theme),
    look: lookOf(node, theme),
    without: without.map((entry) => whole(valOf(entry, 'idx')) ?? -1),
    ...(place && { place }),
  };
}

function kindOf(name: string): GroupKind | undefined {
  const bare = name.replace(/(?:3D)?Chart$/, '');
  if (bare === name) return undefined;
  return bare === 'ofPie' ? 'pie' : groupKinds.find((kind) => kind === bare);
}

function groupsOf(plot: XmlNode, theme: Theme): ChartGroup[] {
  let room: number = limits.charts.series;
  const groups: ChartGroup[] = [];
  for (const node of plot.children) {
    const kind = kindOf(node.name);
    if (!kind) continue;
    const nodes = childrenOf(node, 'ser').slice(0, room);
    room -= nodes.length;
    const series = nodes.map((ser, n) => ({
      order: Number(valOf(ser, 'order') ?? n),
      series: seriesOf(ser, theme, n),
    }));
    series.sort((a, b) => a.order - b.order);
    groups.push(groupOf(node, kind, { theme, series: series.map((one) => one.series) }));
  }
  return groups;
}

interface GroupParts {
  readonly theme: Theme;
  readonly series: readonly Series[];
}

function groupOf(node: XmlNode, kind: GroupKind, { theme, series }: GroupParts): ChartGroup {
  const labels = labelsOf(childOf(node, 'dLbls'), theme);
  const [highLow, drops] = [childOf(node, 'hiLowLines'), childOf(node, 'dropLines')];
  const upDown = childOf(node, 'upDownBars');
  return {
    kind,
    isAcross: kind === 'bar' && valOf(node, 'barDir') === 'bar',
    grouping: groupingOf(valOf(node, 'grouping'), kind),
    gap: boundedOf(node, 'gapWidth', [0, 150, 500]),
    overlap: boundedOf(node, 'overlap', [-100, 0, 100]),
    variesColors: saysYes(node, 'varyColors'),
    hole: boundedOf(node, 'holeSize', [1, 50, 90]),
    firstAngle: boundedOf(node, 'firstSliceAng', [0, 0, 360]),
    style: valOf(node, 'scatterStyle') ?? valOf(node, 'radarStyle') ?? '',
    hasMarkers: saysYes(node, 'marker', kind === 'scatter' || valOf(node, 'radarStyle') === 'marker'),
    bubbleScale: boundedOf(node, 'bubbleScale', [1, 100, 300]),
    sizeIsWidth: valOf(node, 'sizeRepresents') === 'w',
    showsNegativeBubbles: saysYes(node, 'showNegBubbles'),
    ...(highLow && { highLow: lookOf(highLow, theme) }),
    ...(drops && { drops: lookOf(drops, theme) }),
    ...(upDown && {
      upDown: {
        gap: boundedOf(upDown, 'gapWidth', [0, 150, 500]),
        up: lookOf(childOf(upDown, 'upBars'), theme),
        down: lookOf(childOf(upDown, 'downBars'), theme),
      },
    }),
    ...(labels && { labels }),
    series,
    axes: childrenOf(node, 'axId').map(({ attributes }) => attributes.val ?? ''),
  };
}

function groupingOf(text: string | undefined, kind: GroupKind): ChartGroup['grouping'] {
  if (text === 'percentStacked') return 'percent';
  if (text === 'stacked' || text === 'standard') return text;
  return kind === 'bar' ? 'clustered' : 'standard';
}

/** The axes of a group: of its categories, and of its values. */
export function axesOf(group: ChartGroup, axes: readonly Axis[]): { readonly across?: Axis; readonly value?: Axis } {
  const own = group.axes.map((id) => axes.find((axis) => axis.id === id)).filter((axis) => axis !== undefined);
  const [first, second] = own;
  const value =
    own.find(({ kind }, n) => kind === 'value' && (n > 0 || first?.kind !== 'value' || own.length === 1)) ?? second;
  const across = own.find((axis) => axis !== value);
  return { ...(across && { across }), ...(value && { value }) };
}
