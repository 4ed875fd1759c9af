import { showNumber } from '../../format/number-format.ts';
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
  readonly format: string | undefined;
  readonly acrossFormat: string | undefined;
}

export interface PlotGroup {
  readonly group: ChartGroup;
  readonly series: readonly PlotSeries[];
  /** Places along the categories. */
  readonly count: number;
}

/** The groups of a chart with the values that they have now. */
export function plotGroups(chart: Chart, cells: ChartCells): PlotGroup[] {
  let place = 0;
  return chart.groups.map((group) => {
    const series = group.series.map((one) => plotSeries(one, chart, { cells, place: place++ }));
    return {
      group,
      series,
      count: Math.max(0, ...series.map(({ values, categories }) => Math.max(values.length, categories.length))),
    };
  });
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
  return {
    series,
    name: name || `Series${place + 1}`,
    isNamed: Boolean(name),
    values: numbers(values, chart.blanks === 'zero'),
    across: isNumeric && categories ? numbers(categories, false) : [],
    categories: categories?.values.map((one) => textOf(one, categories.format, chart.has1904Dates)) ?? [],
    hasCategories: (categories?.values.length ?? 0) > 0,
    levels: categories?.levels ?? [],
    sizes: numbers(found(series.sizes), false),
    format: values?.format,
    acrossFormat: categories?.format,
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

function textOf(value: number | string | undefined, format: string | undefined, has1904Dates: boolean): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? showNumber(value, format ?? 'General', has1904Dates).text.trim() : value;
}

/** The name of a place along the categories. */
export function categoryAt({ series }: PlotGroup, place: number): string {
  const named = series.find(({ hasCategories }) => hasCategories);
  return named ? (named.categories[place] ?? '') : String(place + 1);
}
