import type { ChartGroup, ErrorBars, Series } from './model.ts';

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

/** The name of a place along the categories. */
export function categoryAt({ series }: PlotGroup, place: number): string {
  const named = series.find(({ hasCategories }) => hasCategories);
  return named ? (named.categories[place] ?? '') : String(place + 1);
}

/** Error bars with how far they reach from each point, in the units of their axis. */
export interface ErrorReach {
  readonly bars: ErrorBars;
  readonly plus: readonly (number | undefined)[];
  readonly minus: readonly (number | undefined)[];
}

/** What a box with its whiskers shows of some values. */
export interface BoxFacts {
  readonly low: number;
  readonly first: number;
  readonly median: number;
  readonly third: number;
  readonly high: number;
  readonly mean: number;
  /** Those between the whiskers, and those beyond them. */
  readonly inner: readonly number[];
  readonly outliers: readonly number[];
}

/** A branch or leaf of a hierarchy. */
export interface TreeNode {
  readonly name: string;
  /** What it and all that it holds come to. */
  readonly value: number;
  /** Its place among all, from the first on: parents before what they hold. */
  readonly index: number;
  /** In the order of the file. */
  readonly children: readonly TreeNode[];
}
