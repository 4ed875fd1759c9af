import type { ChartCells } from '../../src/drawings/chart/cell-values.ts';
import type { Chart, GroupKind } from '../../src/drawings/chart/model.ts';
import { plotGroups } from '../../src/drawings/chart/plot-groups.ts';
import type { PlotSeries } from '../../src/drawings/chart/plot-series.ts';
import type { Drawing } from '../../src/drawings/drawing.ts';
import type { OfficeAxis, OfficeChart, OfficeSeries } from './office-book.ts';

/** What our kinds of chart are in LibreOffice. */
const kinds: Readonly<Record<GroupKind, readonly string[]>> = {
  bar: ['ColumnChartType', 'BarChartType'],
  line: ['LineChartType'],
  area: ['AreaChartType'],
  pie: ['PieChartType'],
  doughnut: ['PieChartType'],
  scatter: ['ScatterChartType'],
  bubble: ['BubbleChartType'],
  radar: ['NetChartType', 'FilledNetChartType'],
  stock: ['CandleStickChartType'],
  surface: ['DeepNetChartType'],
  box: [],
  treemap: [],
  sunburst: [],
};

/** Whether LibreOffice 7.4 reads a chart: it passes over the newer kinds. */
export function isInOffice({ groups }: Chart): boolean {
  return groups.every(({ layout, pareto }) => layout === undefined && pareto === undefined);
}

/** Where the structure of a chart differs from what LibreOffice reads of it. */
export function compareChart(drawing: Drawing, chart: Chart, theirs: OfficeChart, cells: ChartCells): string[] {
  const groups = plotGroups(chart, cells);
  const series = groups.flatMap((group) => group.series);
  const others = theirs.types.flatMap((type) => type.series);
  const faults: string[] = [];
  const hold = (what: string, own: unknown, other: unknown) => {
    const [a, b] = [JSON.stringify(own), JSON.stringify(other)];
    if (a !== b) faults.push(`${what}: ${a}, LibreOffice ${b}`);
  };
  const isKnown = chart.groups.every(({ kind }) => theirs.types.some((type) => kinds[kind].includes(type.kind)));
  if (!isKnown)
    hold(
      'kinds',
      chart.groups.map(({ kind }) => kind),
      theirs.types.map(({ kind }) => kind),
    );
  hold('title', titleOf(chart, series) ?? null, emptyIsNone(theirs.title));
  hold('legend', chart.legend !== undefined, theirs.hasLegend);
  // A stock chart is one series of opening, high, low and closing there.
  if (chart.groups.every(({ kind }) => kind !== 'stock')) {
    hold('series', series.length, others.length);
    for (const [n, one] of series.entries()) if (others[n]) faults.push(...compareSeries(one, others[n]));
  }
  compareCategories(series, theirs, hold);
  for (const axis of chart.axes) compareAxis(axis, chart, theirs.axes, hold);
  if (drawing.anchor.kind !== 'sheet' && theirs.cell !== null) {
    hold('anchor', [drawing.anchor.from.row, drawing.anchor.from.column], theirs.cell);
  }
  return faults;
}

type Hold = (what: string, own: unknown, other: unknown) => void;

function titleOf({ title, hasAutoTitle }: Chart, series: readonly PlotSeries[]): string | undefined {
  if (title && title.lines.length > 0) return title.lines.join('\n');
  const [only] = series;
  return hasAutoTitle && series.length === 1 && only?.isNamed ? only.name : undefined;
}

function emptyIsNone(text: string | null): string | null {
  return text === '' ? null : text;
}

function compareSeries(ours: PlotSeries, theirs: OfficeSeries): string[] {
  const faults: string[] = [];
  if (ours.isNamed && theirs.label !== null && ours.name !== theirs.label) {
    faults.push(`name of a series: ${ours.name}, LibreOffice ${theirs.label}`);
  }
  const values = theirs.roles['values-y'] ?? theirs.roles['values-last'] ?? [];
  const same = values.length === 0 || sameNumbers(ours.values, values);
  if (!same) {
    const [own, other] = [ours.values, values].map((list) => list.slice(0, shownValues).join(' '));
    faults.push(`values of ${ours.name}: ${own}, LibreOffice ${other}`);
  }
  return faults;
}

const shownValues = 5;
const exact = 1e-9;

function sameNumbers(ours: readonly (number | undefined)[], theirs: readonly (number | string | null)[]): boolean {
  const last = ours.findLastIndex((value) => value !== undefined);
  return ours.slice(0, last + 1).every((value, n) => {
    const other = theirs[n];
    if (value === undefined) return typeof other !== 'number';
    return typeof other === 'number' && Math.abs(other - value) <= exact * Math.max(1, Math.abs(value));
  });
}

function compareCategories(series: readonly PlotSeries[], { categories, types }: OfficeChart, hold: Hold): void {
  const isByNumber = types.some(({ kind }) => kind === 'ScatterChartType' || kind === 'BubbleChartType');
  const named = series.find(({ hasCategories }) => hasCategories);
  if (!named || !categories || isByNumber || named.levels.length > 0 || named.across.length > 0) return;
  hold('categories', named.categories.slice(0, categories.length), categories);
}

function compareAxis(axis: Chart['axes'][number], chart: Chart, theirs: readonly OfficeAxis[], hold: Hold): void {
  const group = chart.groups.find(({ axes }) => axes.includes(axis.id));
  const dimension = group && group.axes.indexOf(axis.id) === 0 ? 0 : 1;
  const index = group === undefined || chart.groups.indexOf(group) === 0 ? 0 : 1;
  const other = theirs.find((one) => one.dimension === dimension && one.index === index);
  if (!group || !other || axis.isDeleted) return;
  const what = `axis ${dimension === 0 ? 'x' : 'y'}${index + 1}`;
  hold(`${what} title`, axis.title?.lines.join('\n') ?? null, emptyIsNone(other.title));
  hold(`${what} is shown`, !axis.isDeleted, other.isShown);
  // There the names of a radar run the other way by themselves.
  if (group.kind !== 'radar' || dimension === 1) hold(`${what} is reversed`, axis.isReversed, other.isReversed);
  if (axis.kind === 'value') hold(`${what} ends`, [axis.min ?? null, axis.max ?? null], [other.min, other.max]);
}
