/** Where an axis ends: at the values of its own sparkline, of the group, or at a number of the file. */
export type AxisEnd = 'individual' | 'group' | number;

/** The points that may have a colour of their own, the later over the earlier. */
export const pointKinds = ['markers', 'negative', 'first', 'last', 'low', 'high'] as const;
export type PointKind = (typeof pointKinds)[number];

/** A sparkline: the cell that shows it and the cells that it is drawn from, as the file writes them. */
export interface Sparkline {
  readonly row: number;
  readonly column: number;
  readonly source: string;
}

/** Sparklines with one look ([MS-XLSX] 2.6.16, `x14:sparklineGroup`). */
export interface SparklineGroup {
  readonly kind: 'line' | 'column' | 'winLoss';
  /** Points. */
  readonly weight: number;
  readonly empty: 'gap' | 'zero' | 'span';
  readonly least: AxisEnd;
  readonly most: AxisEnd;
  readonly isRightToLeft: boolean;
  readonly hasAxis: boolean;
  /** Cells of hidden rows and columns are points too. */
  readonly showsHidden: boolean;
  /** The kinds of points that are marked, with their colours. */
  readonly marks: ReadonlyMap<PointKind, string>;
  readonly color: string;
  readonly axisColor: string;
  /** The cells with the dates of the points, where they stand by date. */
  readonly dates: string | undefined;
  readonly sparklines: readonly Sparkline[];
}

/** A sparkline with its values, ready to be drawn in any room. */
export interface PlacedSparkline {
  readonly group: SparklineGroup;
  /** In the order they are drawn; no number where there is nothing. */
  readonly values: Float64Array;
  /** Where each stands, from 0 at the start to 1 at the end; undefined = evenly. */
  readonly places: Float64Array | undefined;
  /** Columns that would fit side by side. */
  readonly slots: number;
  readonly least: number;
  readonly most: number;
  /** What it says to those who do not see it. */
  readonly name: string;
}

/** One point in the units of the drawing. */
export interface Dot {
  readonly x: number;
  /** Undefined where nothing is drawn. */
  readonly y: number | undefined;
  readonly value: number;
  readonly color: string | undefined;
}
