/** How values are put into bins; what is left out is automatic. */
export interface Binning {
  readonly size?: number;
  /** Of all bins, those of what lies under and over among them. */
  readonly count?: number;
  readonly under?: number | 'auto';
  readonly over?: number | 'auto';
  /** A value that is an end lies in the bin that begins there. */
  readonly isLeftClosed: boolean;
}

export interface WaterfallLayout {
  readonly kind: 'waterfall';
  /** Places that are drawn from 0 on. */
  readonly totals: readonly number[];
  readonly hasConnectors: boolean;
}

export interface HistogramLayout {
  readonly kind: 'histogram';
  /** Undefined where values are summed for each category. */
  readonly binning?: Binning;
}

/** How the boxes of a series are made, and what is shown of them. */
export interface BoxLayout {
  readonly isInclusive: boolean;
  readonly showsMeanLine: boolean;
  readonly showsMean: boolean;
  readonly showsInner: boolean;
  readonly showsOutliers: boolean;
}

export interface TreeLayout {
  readonly kind: 'treemap' | 'sunburst';
  /** How the names of what holds others are written. */
  readonly parents: 'banner' | 'overlapping' | 'none';
}

/** How the values of the newer kinds of charts become shapes ([MS-ODRAWXML] 2.24.3, `layoutPr`). */
export type Layout =
  | WaterfallLayout
  | HistogramLayout
  | TreeLayout
  /** Boxes say the rest for each series. */
  | { readonly kind: 'funnel' | 'box' };
