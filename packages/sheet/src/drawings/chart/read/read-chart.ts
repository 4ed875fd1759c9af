import { limits } from '@sheetwire/contract/limits';
import { WorkbookError } from '../../../workbook-error.ts';
import type { DrawingSource } from '../../drawing-source.ts';
import { readTree, type XmlNode } from '../../xml-tree.ts';
import type { Chart } from '../model.ts';
import { chartOf } from './chart.ts';
import { withUnsaid } from './left-unsaid.ts';
import { isNewer, newerChartOf } from './newer/chart.ts';
import { plainerParts } from './plainer-parts.ts';

const unknown = 'Charts of this kind are not drawn.';
const broken = 'That part of the file is damaged or too large.';
const flattened = '3-D is drawn flat.';
const cut = `Only the first ${limits.charts.points.toLocaleString('en-US')} points of each series are drawn.`;

/** Reads the chart that an element refers to; what is not drawn of it is told of. */
export async function readChart(frame: XmlNode | undefined, source: DrawingSource): Promise<Chart | undefined> {
  const id = frame?.children[0]?.attributes[':id'] ?? '';
  const relation = source.relations.get(id);
  if (!relation || relation.isExternal || !source.zip.has(relation.target)) {
    source.leaveOut('charts', broken);
    return undefined;
  }
  const chart = await chartIn(relation.target, source);
  if (!chart) return undefined;
  if (chart.isFlattened) source.leaveOut('chart effects', flattened);
  for (const why of chart.plainer ?? []) source.leaveOut('chart effects', why);
  if (chart.groups.some(({ series }) => series.some(({ values }) => values.lost > 0))) {
    source.leaveOut('chart points', cut);
  }
  return chart;
}

async function chartIn(path: string, source: DrawingSource): Promise<Chart | undefined> {
  try {
    const tree = await readTree(source.zip.read(path, false), source.budget);
    for (const why of plainerParts(tree)) source.leaveOut('chart effects', why);
    if (isNewer(tree)) {
      const { chart, leftOut } = newerChartOf(tree, source.theme);
      for (const [what, why] of leftOut) source.leaveOut(what, why);
      return chart;
    }
    const chart = chartOf(source.isOf2007 ? tree : withUnsaid(tree), source.theme);
    if (!chart) source.leaveOut('charts', unknown);
    return chart;
  } catch (error) {
    // A chart that cannot be read costs the chart, not the report.
    if (!(error instanceof WorkbookError)) throw error;
    source.leaveOut('charts', broken);
    return undefined;
  }
}
