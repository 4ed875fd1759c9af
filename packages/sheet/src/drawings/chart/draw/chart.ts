import type { ChartCells } from '../cell-values.ts';
import type { Chart, ChartGroup, ChartText } from '../model.ts';
import { plotGroups } from '../plot-groups.ts';
import { categoryAt, type PlotGroup } from '../plot-series.ts';
import { tableHtml } from '../table.ts';
import { withTitles } from '../titles.ts';
import { wrap } from './axis-labels.ts';
import { drawBars } from './bars.ts';
import { drawAxes, drawGrids } from './draw-axes.ts';
import { drawDataTable } from './extras/data-table.ts';
import { drawErrors } from './extras/errors.ts';
import { drawTrends } from './extras/trends.ts';
import { type Frame, frameOf } from './frame.ts';
import { type Ink, inkOf, pointSize, softLine } from './ink.ts';
import { drawLabels, pieBox } from './labels.ts';
import { besideLegend, legendBox } from './legend.ts';
import { drawAreas, drawLines, type Field } from './lines.ts';
import { drawBoxes } from './newer/boxes.ts';
import { drawConnectors } from './newer/connectors.ts';
import { drawSunburst } from './newer/sunburst.ts';
import { drawTreemap } from './newer/treemap.ts';
import type { AxisPair } from './pairs.ts';
import { drawSlices } from './pies.ts';
import { drawBubbles, drawScatter } from './points.ts';
import { drawRadars } from './radar.ts';
import { element, familyList, lineHeight, type Rect, rectangle, textLine, typeOf, widthOf, withUsual } from './svg.ts';

/** The radius of the corners of a chart that has round ones. */
const corner = 7 * pointSize;

/** What a chart is drawn for. */
export interface ChartCanvas {
  readonly width: number;
  readonly height: number;
  readonly cells: ChartCells;
  /** The font of the workbook's theme. */
  readonly family: string;
}

/** What stays free at the edges: about as much as Excel leaves, more in large charts. */
const edges = { across: 6.5 * pointSize, above: 4.5 * pointSize, below: 4 * pointSize };
const edgeShare = 0.02;
/** Above and below a title: points, beside a share of the height of the chart above it, and of its letters below it. */
const titleGaps = { above: 5.2 * pointSize, below: 3.9 * pointSize, letters: 0.1 };

/** A chart as a drawing with its table: the same bytes for the same chart. */
export function chartHtml(given: Chart, { width, height, cells, family }: ChartCanvas): string {
  const chart = withTitles(given, cells);
  const ink = inkOf(chart, family);
  const groups = plotGroups(chart, cells);
  const whole: Rect = { x: 0, y: 0, width, height };
  const ground = withUsual(chart.look, {
    fill: { color: chart.ground },
    line: { paint: { color: softLine }, width: 1 },
  });
  const title = titleOf(chart, groups);
  const head = title ? drawTitle(title, ink, whole) : { html: '', depth: 0 };
  const room: Rect = { x: 0, y: head.depth, width, height: Math.max(1, height - head.depth) };
  const legend = legendBox(ink, groups, { room, whole });
  const plot = manual(chart, whole) ?? within(besideLegend(chart, legend, room), whole);
  const radius = chart.isRounded ? corner : undefined;
  const inner =
    rectangle({ ...whole, radius }, ground) + drawPlot(ink, groups, plot) + (legend?.html ?? '') + head.html;
  const svg = element(
    'svg',
    {
      width: String(width),
      height: String(height),
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': nameOf(chart, groups, title),
      'font-family': familyList(ink.type.family),
      'font-size': ink.type.size,
      fill: ink.type.color,
      style: 'display:block',
    },
    inner,
  );
  return svg + tableHtml(chart, groups);
}

function within({ x, y, width, height }: Rect, whole: Rect): Rect {
  const across = Math.max(edges.across, edgeShare * whole.width);
  const above = Math.max(edges.above, edgeShare * whole.height);
  const below = Math.max(edges.below, edgeShare * whole.height);
  return {
    x: x + across,
    y: y + above,
    width: Math.max(1, width - 2 * across),
    height: Math.max(1, height - above - below),
  };
}

function manual({ plotPlace }: Chart, { width, height }: Rect): Rect | undefined {
  if (plotPlace?.x === undefined || plotPlace.y === undefined) return undefined;
  if (plotPlace.width === undefined || plotPlace.height === undefined) return undefined;
  const share = (value: number) => Math.max(0, Math.min(1, value));
  const [x, y] = [share(plotPlace.x), share(plotPlace.y)];
  return {
    x: x * width,
    y: y * height,
    width: Math.max(0.05, Math.min(1 - x, plotPlace.width)) * width,
    height: Math.max(0.05, Math.min(1 - y, plotPlace.height)) * height,
  };
}

/** What a chart calls itself: its title, or its only series. */
function titleOf({ title, hasAutoTitle }: Chart, groups: readonly PlotGroup[]): ChartText | undefined {
  if (title && title.lines.length > 0) return title;
  const series = groups.flatMap((group) => group.series);
  const [only] = series;
  const isNamed = series.length === 1 && only?.isNamed === true;
  if (title) return { ...title, lines: [isNamed ? only.name : 'Chart Title'] };
  return hasAutoTitle && isNamed ? { lines: [only.name], letters: {}, isOverlay: false } : undefined;
}

function drawTitle(title: ChartText, ink: Ink, whole: Rect): { html: string; depth: number } {
  const type = typeOf(title.letters, { ...ink.type, size: ink.type.size * 1.8, isBold: true });
  const lines = title.lines.flatMap((line) =>
    widthOf(line, type) > whole.width * widestTitle ? wrap(line, whole.width * widestTitle, type) : [line],
  );
  const step = type.size * lineHeight;
  const anchor = title.place?.x === undefined ? 'middle' : 'start';
  const x = title.place?.x === undefined ? whole.width / 2 : title.place.x * whole.width;
  const above = edgeShare * whole.height + titleGaps.above;
  const top = title.place?.y === undefined ? above : title.place.y * whole.height;
  const html = lines
    .map((line, n) => textLine(line, { x, y: top + (n + 0.5) * step, anchor }, type, ink.type))
    .join('');
  const below = titleGaps.below + titleGaps.letters * type.size;
  return { html, depth: title.isOverlay ? 0 : above + lines.length * step + below };
}
const widestTitle = 0.8;

const isTree = ({ group }: PlotGroup) => group.kind === 'treemap' || group.kind === 'sunburst';
const isRound = ({ group }: PlotGroup) => group.kind === 'pie' || group.kind === 'doughnut';

function drawPlot(ink: Ink, groups: readonly PlotGroup[], outer: Rect): string {
  const tree = groups.find(isTree);
  if (tree) return tree.group.kind === 'treemap' ? drawTreemap(tree, ink, outer) : drawSunburst(tree, ink, outer);
  const round = groups.filter(isRound);
  if (round.length > 0) {
    return round
      .map((group) => {
        const rect = pieBox(group, ink, outer);
        return drawSlices(group, ink, rect) + drawLabels(group, undefined, { ink, rect });
      })
      .join('');
  }
  const web = groups.filter(({ group }) => group.kind === 'radar');
  return web.length > 0 ? drawRadars(web, ink, outer) : drawCartesian(ink, frameOf(ink, groups, outer));
}

/** Areas lie behind bars, bars behind the axes, and lines and points before all. */
const order: readonly ChartGroup['kind'][] = ['surface', 'area', 'bar', 'stock', 'box', 'line', 'bubble', 'scatter'];
const firstBeforeAxes = order.indexOf('stock');

function drawCartesian(ink: Ink, frame: Frame): string {
  const field: Field = { ink, rect: frame.rect };
  const drawn = frame.pairs.flatMap((pair) =>
    pair.groups.map((group) => ({ pair, group, place: order.indexOf(group.group.kind) })),
  );
  drawn.sort((a, b) => a.place - b.place);
  const shapes = (isBefore: boolean) =>
    drawn
      .filter(({ place }) => place >= firstBeforeAxes === isBefore)
      .map(
        ({ group, pair }) =>
          drawGroup(group, pair, field) + drawErrors(group, pair, field) + drawTrends(group, pair, field),
      )
      .join('');
  const labels = drawn.map(({ group, pair }) => drawLabels(group, pair, field)).join('');
  const ground = rectangle(frame.rect, ink.chart.plotLook) + drawGrids(frame);
  const groups = frame.pairs.flatMap((pair) => pair.groups);
  const table = drawDataTable(ink, frame.pairs[0], { groups, rect: frame.rect });
  return ground + shapes(false) + drawAxes(frame, ink) + shapes(true) + labels + table;
}

function drawGroup(group: PlotGroup, pair: AxisPair, field: Field): string {
  switch (group.group.kind) {
    case 'bar':
      return drawBars(group, pair, field) + drawConnectors(group, pair, field);
    case 'box':
      return drawBoxes(group, pair, field);
    case 'area':
    case 'surface':
      return drawAreas(group, pair, field);
    case 'scatter':
      return drawScatter(group, pair, field);
    case 'bubble':
      return drawBubbles(group, pair, field);
    default:
      return drawLines(group, pair, field);
  }
}

const kindNames: Readonly<Record<ChartGroup['kind'], string>> = {
  bar: 'Column chart',
  line: 'Line chart',
  area: 'Area chart',
  pie: 'Pie chart',
  doughnut: 'Doughnut chart',
  scatter: 'Scatter chart',
  bubble: 'Bubble chart',
  radar: 'Radar chart',
  stock: 'Stock chart',
  surface: 'Surface chart',
  box: 'Box and whisker chart',
  treemap: 'Treemap chart',
  sunburst: 'Sunburst chart',
};

function kindName({ kind, isAcross, layout, pareto }: ChartGroup): string {
  if (pareto) return 'Pareto chart';
  if (layout?.kind === 'waterfall') return 'Waterfall chart';
  if (layout?.kind === 'funnel') return 'Funnel chart';
  if (layout?.kind === 'histogram') return 'Histogram';
  return kind === 'bar' && isAcross ? 'Bar chart' : kindNames[kind];
}

/** What a chart is called to those who do not see it: its kind, its title, what it shows and how much. */
function nameOf(chart: Chart, groups: readonly PlotGroup[], title: ChartText | undefined): string {
  const kinds = new Set(chart.groups.map(kindName));
  const kind = kinds.size > 1 ? 'Combination chart' : ([...kinds][0] ?? 'Chart');
  const series = groups.flatMap((group) => (group.made ?? group.series).map(({ name }) => name));
  const named =
    series.length > mostNamed
      ? `${series.slice(0, mostNamed).join(', ')} and ${series.length - mostNamed} more`
      : series.join(', ');
  const [first] = groups;
  const extent =
    first?.series.some(({ hasCategories }) => hasCategories) &&
    first.count > 1 &&
    !chart.groups.some(({ kind: one }) => one === 'scatter' || one === 'bubble');
  const ends = first && extent ? `, ${categoryAt(first, 0)} to ${categoryAt(first, first.count - 1)}` : '';
  const called = title ? `: ${title.lines.join(' ')}` : '';
  return `${kind}${called}. ${named}${ends}.`.slice(0, longestName).toWellFormed();
}
const mostNamed = 5;
const longestName = 300;
