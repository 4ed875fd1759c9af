import { limits } from '@sheetwire/contract/limits';
import { relit } from '../../../../read/color.ts';
import type { Theme } from '../../../../read/theme.ts';
import { childOf, childrenOf, type XmlNode } from '../../../xml-tree.ts';
import type { Chart, Legend } from '../../model.ts';
import { lettersOf, lookOf } from '../look.ts';
import { axesIn, titleIn } from './axes.ts';
import { type DrawnGroups, groupsIn } from './groups.ts';
import type { Part } from './part.ts';
import { dataIn } from './series.ts';

const pxPerPoint = 96 / 72;

/** Whether a part describes a chart of the newer kinds, which hold their data apart (`cx:chartSpace`). */
export function isNewer(tree: XmlNode): boolean {
  return childOf(childOf(tree, 'chartSpace'), 'chartData') !== undefined;
}

/** A chart of the newer kinds, and what of it is not drawn. */
export interface NewerChart {
  /** Undefined where nothing of it is drawn. */
  readonly chart: Chart | undefined;
  readonly leftOut: DrawnGroups['leftOut'];
}

/** The chart that a part of the newer kinds describes ([MS-ODRAWXML] 2.24.3), with the looks that it leaves to the program. */
export function newerChartOf(tree: XmlNode, theme: Theme): NewerChart {
  const space = childOf(tree, 'chartSpace');
  const chart = childOf(space, 'chart');
  const plot = childOf(chart, 'plotArea');
  const region = childOf(plot, 'plotAreaRegion');
  const soft = relit(theme.colors[1] ?? '#000000', 0.65, 0.35);
  const pale = relit(theme.colors[1] ?? '#000000', 0.15, 0.85);
  const part: Part = { theme, soft, pale, data: dataIn(childOf(space, 'chartData')) };
  const axes = axesIn(childrenOf(plot, 'axis').slice(0, mostAxes), part);
  const { groups, leftOut, more } = groupsIn(childrenOf(region, 'series').slice(0, limits.charts.series), axes, part);
  if (groups.length === 0) return { chart: undefined, leftOut };
  const title = titleIn(childOf(chart, 'title'), part, { size: 14 * pxPerPoint, text: 'Chart Title' });
  const legend = legendOf(childOf(chart, 'legend'), theme);
  const look = lookOf(space, theme);
  return {
    leftOut,
    chart: {
      kind: 'chart',
      ...(title && { title }),
      hasAutoTitle: false,
      groups,
      axes: [...axes.all, ...more],
      ...(legend && { legend }),
      look: { ...look, line: look.line ?? { paint: { color: pale }, width: 1 } },
      plotLook: lookOf(childOf(region, 'plotSurface'), theme),
      letters: { size: 9 * pxPerPoint, color: soft, ...lettersOf(childOf(space, 'txPr'), theme) },
      accents: theme.colors.slice(4, 10),
      ink: theme.colors[1] ?? '#000000',
      ground: theme.colors[0] ?? '#ffffff',
      blanks: 'gap',
      showsHidden: false,
      isFlattened: false,
      has1904Dates: false,
    },
  };
}
const mostAxes = 8;

const sides = new Map<string, Legend['side']>([
  ['l', 'left'],
  ['t', 'top'],
  ['b', 'bottom'],
]);

function legendOf(node: XmlNode | undefined, theme: Theme): Legend | undefined {
  if (!node) return undefined;
  const { pos = 'r', overlay } = node.attributes;
  return {
    side: sides.get(pos) ?? 'right',
    isOverlay: overlay === '1' || overlay === 'true',
    letters: lettersOf(childOf(node, 'txPr'), theme),
    look: lookOf(node, theme),
    without: [],
  };
}
