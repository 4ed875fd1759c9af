import { limits } from '@sheetwire/contract/limits';
import { showNumber } from '../../format/number-format.ts';
import { escapeAttribute } from '../../render/escape.ts';
import type { Chart, ChartGroup } from './model.ts';
import { categoryAt, type PlotGroup, type PlotSeries } from './plot-series.ts';

/** A column of a chart's table: its head, and a text for each place. */
interface Column {
  /** What of the chart it is: `name`, `x`, `size`, or how its series is drawn. */
  readonly word: string;
  readonly head: string;
  readonly count: number;
  at(place: number): string;
}

/**
 * The numbers of a chart as a table, which the viewer opens by "Show as table" (fidelity 4): an attribute of what lies
 * beside its picture, rows by lines and cells by tabs, so that it is no part of any cell's text. Nobody sees it before he
 * reaches for the chart.
 */
export function tableHtml(chart: Chart, groups: readonly PlotGroup[]): string {
  const table = tableOf(chart, groups);
  if (table === '') return '';
  return `<details data-table="${escapeAttribute(table)}"${kindAttributes(chart, groups)}><summary aria-label="Show as table" style="${unseen}"></summary></details>`;
}

/** It takes no room; the viewer shows it to who reaches for the chart. */
const unseen = 'opacity:0;height:0;overflow:hidden';

/** What a spreadsheet needs besides to draw it; nothing of kinds that are no columns of numbers. */
function kindAttributes(chart: Chart, groups: readonly PlotGroup[]): string {
  const words = columnsIn(chart, groups).map(({ word }) => word);
  if (words.includes('')) return '';
  const title = chart.title?.lines.join(' ') ?? '';
  return ` data-chart="${words.join(' ')}"${title === '' ? '' : ` data-title="${escapeAttribute(plain(title))}"`}`;
}

function columnsIn(chart: Chart, groups: readonly PlotGroup[]): Column[] {
  const [first] = groups;
  return groups
    .flatMap((group, n) => {
      const isSecond = group.group.axes.join(' ') !== first?.group.axes.join(' ');
      return columnsOf(group, chart, { isFirst: n === 0, word: wordOf(group.group, isSecond) });
    })
    .slice(0, limits.charts.tableColumns);
}

/** How a spreadsheet draws series of a group; '' for one that no plain chart stands for. */
function wordOf({ kind, isAcross, grouping, layout }: ChartGroup, isSecond: boolean): string {
  if (kind === 'box' || kind === 'treemap' || kind === 'sunburst' || layout?.kind === 'waterfall') return '';
  const name =
    kind === 'bar' ? (isAcross ? 'bar' : 'col') : kind === 'stock' ? 'line' : kind === 'surface' ? 'area' : kind;
  const stack = grouping === 'stacked' ? '+' : grouping === 'percent' ? '%' : '';
  return `${name}${stack}${isSecond ? '2' : ''}`;
}

/** The table as text; '' for a chart without values. */
export function tableOf(chart: Chart, groups: readonly PlotGroup[]): string {
  const columns = columnsIn(chart, groups);
  const count = Math.max(0, ...columns.map((column) => column.count));
  if (count === 0) return '';
  const lines = [columns.map(({ head }) => plain(head)).join('\t')];
  let room: number = limits.charts.tableText;
  let place = 0;
  for (; place < Math.min(count, limits.charts.tableRows); place++) {
    const line = columns.map(({ at }) => plain(at(place))).join('\t');
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  // What a reader of the table is told, in a line of its own.
  if (place < count) lines.push(`${(count - place).toLocaleString('en-US')} more rows`);
  return lines.join('\n');
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, limits.charts.tableCell).toWellFormed();
}

interface ColumnPlace {
  readonly isFirst: boolean;
  readonly word: string;
}

function columnsOf(group: PlotGroup, chart: Chart, { isFirst, word }: ColumnPlace): Column[] {
  const series = group.made ?? group.series;
  const isPoints = group.group.kind === 'scatter' || group.group.kind === 'bubble';
  if (isPoints) return series.flatMap((one) => pointColumns(one, word, chart));
  const shown = series.map((one) => numberColumn({ word, head: one.name }, one.values, { format: one.format, chart }));
  return isFirst ? [...nameColumns({ ...group, series }, chart), ...shown] : shown;
}

/** The categories, the widest level first. */
function nameColumns(group: PlotGroup, chart: Chart): Column[] {
  const named = group.series.find(({ hasCategories }) => hasCategories) ?? group.series[0];
  if (!named) return [];
  const title = chart.axes.find(({ id }) => id === group.group.axes[0])?.title?.lines.join(' ') ?? '';
  const outer = named.levels
    .toReversed()
    .map((names): Column => ({ word: 'name', head: '', count: names.length, at: (place) => names[place] ?? '' }));
  const inner: Column = { word: 'name', head: title, count: 0, at: (place) => categoryAt(group, place) };
  return [...outer, inner];
}

interface Shown {
  readonly format: string | undefined;
  readonly chart: Chart;
}

function numberColumn(
  named: Pick<Column, 'word' | 'head'>,
  values: readonly (number | undefined)[],
  { format, chart }: Shown,
): Column {
  const code = format ?? 'General';
  return {
    ...named,
    count: values.length,
    at(place) {
      const value = values[place];
      return value === undefined ? '' : showNumber(value, code, chart.has1904Dates).text;
    },
  };
}

/** The x of points, their y, and how large they are. */
function pointColumns(series: PlotSeries, word: string, chart: Chart): Column[] {
  const { across, values, sizes, name } = series;
  const xs = across.length > 0 ? across : values.map((_, place) => place + 1);
  const columns = [
    numberColumn({ word: 'x', head: 'X' }, xs.slice(0, values.length), { format: series.acrossFormat, chart }),
    numberColumn({ word, head: name }, values, { format: series.format, chart }),
  ];
  return sizes.length > 0
    ? [...columns, numberColumn({ word: 'size', head: 'Size' }, sizes, { format: undefined, chart })]
    : columns;
}
