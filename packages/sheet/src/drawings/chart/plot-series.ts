import { showNumber } from '../../format/number-format.ts';
import { arranged } from './arrange/arrange.ts';
import type { BoxFacts } from './arrange/boxes.ts';
import { type ErrorReach, reachOf } from './arrange/errors.ts';
import type { TreeNode } from './arrange/tree.ts';
import type { ChartCells, FoundValues } from './cell-values.ts';
import type { Chart, ChartGroup, Series } from './model.ts';

/** A series with its values, ready to be drawn. */
export interface PlotSeries {
  readonly series: Series;
  readonly name: string;
  readonly isNamed: boolean;
  readonly values: readonly (number | undefined)[];
  /** Numbers along the other axis: dates, or the x of points. */
  readonly across: readonly (number | undefined)[];
  /** Texts along it. */
  readonly categories: readonly string[];
  readonly hasCategories: boolean;
  /** Outer levels of categories. */
  readonly levels: readonly (readonly (string | undefined)[])[];
  readonly sizes: readonly (number | undefined)[];
  /** What the cells say that labels show, by place; and the label of a point that is a cell of its own. */
  readonly labelTexts?: readonly string[];
  readonly ownLabels?: ReadonlyMap<number, string>;
  readonly errors: readonly ErrorReach[];
  readonly format: string | undefined;
  readonly acrossFormat: string | undefined;
  /** What the shape of each value covers, where that does not follow from the value. */
  readonly spans?: readonly (Span | undefined)[];
  /** How far its shapes reach, where that is not how far its values do. */
  readonly ends?: readonly number[];
  /** What boxes show, by category. */
  readonly boxes?: readonly (BoxFacts | undefined)[];
  /** What holds what, in charts of a hierarchy. */
  readonly tree?: TreeNode;
}

/** From where to where a value reaches, in the units of the axis. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface PlotGroup {
  readonly group: ChartGroup;
  readonly series: readonly PlotSeries[];
  /** Places along the categories. */
  readonly count: number;
  /** The series that it is made of, where these are others than are drawn. */
  readonly made?: readonly PlotSeries[];
}

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
    label?.source ? [[Number(place), texts(find(label.source)).join(' ')]] : [],
  );
  return {
    ...(labelRange && { labelTexts: texts(find(labelRange)) }),
    ...(own.length > 0 && { ownLabels: new Map(own) }),
  };
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

/** The name of a place along the categories. */
export function categoryAt({ series }: PlotGroup, place: number): string {
  const named = series.find(({ hasCategories }) => hasCategories);
  return named ? (named.categories[place] ?? '') : String(place + 1);
}
