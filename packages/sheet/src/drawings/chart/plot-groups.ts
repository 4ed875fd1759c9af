import { limits } from '@sheetwire/contract/limits';
import { showNumber } from '../../format/number-format.ts';
import { arranged } from './arrange/arrange.ts';
import { reachOf } from './arrange/errors.ts';
import type { ChartCells, FoundValues } from './cell-values.ts';
import type { Chart, ChartGroup, Series } from './model.ts';
import type { PlotGroup, PlotSeries } from './plot-series.ts';

/** The groups of a chart with the values that they have now. */
export function plotGroups(chart: Chart, cells: ChartCells): PlotGroup[] {
  let place = 0;
  const plotted = (group: ChartGroup): PlotGroup => {
    const series = group.series.map((one) => plotSeries(one, chart, { cells, place: place++ }));
    return {
      group,
      series,
      count: Math.max(0, ...series.map(({ values, categories }) => Math.max(values.length, categories.length))),
    };
  };
  return chart.groups.flatMap((group) =>
    arranged(plotted(group), group.pareto && plotted(group.pareto), binFormat(chart, group)),
  );
}

/** The format of the ends of bins. */
function binFormat({ axes }: Chart, group: ChartGroup): string | undefined {
  return axes.find(({ id }) => id === group.axes[0])?.format;
}

interface SeriesPlace {
  readonly cells: ChartCells;
  readonly place: number;
}

function plotSeries(series: Series, chart: Chart, { cells, place }: SeriesPlace): PlotSeries {
  const found = (source: Series['values'] | undefined) => source && cells.find(source, chart.showsHidden);
  const values = found(series.values);
  const categories = found(series.categories);
  const name = found(series.name)
    ?.values.filter((one) => one !== undefined)
    .join(' ');
  const isNumeric = categories?.values.every((one) => one === undefined || typeof one === 'number') ?? false;
  const drawn = numbers(values, chart.blanks === 'zero');
  const across = isNumeric && categories ? numbers(categories, false) : [];
  return {
    series,
    name: name || `Series${place + 1}`,
    isNamed: Boolean(name),
    values: drawn,
    across,
    categories: categories?.values.map((one) => textOf(one, categories.format, chart.has1904Dates)) ?? [],
    hasCategories: (categories?.values.length ?? 0) > 0,
    levels: categories?.levels ?? [],
    sizes: numbers(found(series.sizes), false),
    ...labelCells(series, chart, found),
    errors: series.errors.map((bars) =>
      reachOf(bars, bars.isAcross ? across : drawn, {
        plus: numbers(found(bars.plus), false),
        minus: numbers(found(bars.minus), false),
      }),
    ),
    format: values?.format,
    acrossFormat: categories?.format,
  };
}

type Finding = (source: Series['values'] | undefined) => FoundValues | undefined;

/** What the cells of labels say now. */
function labelCells(
  { labels, labelRange }: Series,
  { has1904Dates }: Chart,
  find: Finding,
): Pick<PlotSeries, 'labelTexts' | 'ownLabels'> {
  const texts = (found: FoundValues | undefined) =>
    found?.values.map((one) => textOf(one, found.format, has1904Dates)) ?? [];
  const own = Object.entries(labels?.points ?? {}).flatMap(([place, label]): [number, string][] =>
    label?.source ? [[Number(place), joined(texts(find(label.source)))]] : [],
  );
  return {
    ...(labelRange && { labelTexts: texts(find(labelRange)) }),
    ...(own.length > 0 && { ownLabels: new Map(own) }),
  };
}

/** Texts in one line, as much of it as a chart shows. */
function joined(texts: readonly string[]): string {
  const most = limits.charts.text;
  let line = '';
  for (const text of texts) {
    if (line.length >= most) break;
    line += line === '' ? text : ` ${text}`;
  }
  return line.slice(0, most).toWellFormed();
}

/** Beyond these no distance can be worked out. */
const largest = 1e150;

function drawable(value: number): number {
  if (Math.abs(value) < 1 / largest) return 0;
  return Math.max(-largest, Math.min(largest, value));
}

/** A text among numbers is drawn as 0. */
function numbers(found: FoundValues | undefined, blankIsZero: boolean): (number | undefined)[] {
  return (
    found?.values.map((value) => {
      if (typeof value === 'number') return drawable(value);
      return value === undefined || value === '' ? (blankIsZero ? 0 : undefined) : 0;
    }) ?? []
  );
}

/** A value of a chart as its format shows it; nothing for none. */
export function textOf(value: number | string | undefined, format: string | undefined, has1904Dates: boolean): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? showNumber(value, format ?? 'General', has1904Dates).text.trim() : value;
}
