import type { BoxLayout, Layout } from './layout.ts';

/** A flat colour. */
export interface Paint {
  readonly color: string;
  /** 0…1; left out = opaque. */
  readonly opacity?: number;
}

export interface Stroke {
  readonly paint: Paint | undefined;
  /** Pixels; undefined = as a line of its kind is drawn. */
  readonly width: number | undefined;
  /** As SVG writes it, in widths of the line. */
  readonly dash?: readonly number[];
}

/** How a shape is drawn; what is left out is automatic. */
export interface ShapeLook {
  readonly fill?: Paint | 'none';
  readonly line?: Stroke | 'none';
}

/** How letters are drawn; what is left out comes from around them. */
export interface Letters {
  /** Pixels. */
  readonly size?: number;
  readonly color?: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly family?: string;
  /** Degrees, clockwise. */
  readonly turn?: number;
}

export interface ChartText {
  readonly lines: readonly string[];
  /** The cell that says it, where one does. */
  readonly source?: ValueSource;
  readonly letters: Letters;
  /** It lies over the plot and takes no room. */
  readonly isOverlay: boolean;
  readonly place?: ManualPlace;
}

/** Shares of the chart's box, as its author placed something by hand. */
export interface ManualPlace {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  /** It is the plot itself, without its labels. */
  readonly isInner?: boolean;
}

/** Values of a series: where they stand, and what the file remembers of them. */
export interface ValueSource {
  /** As a formula writes it: `Sheet1!$B$2:$B$9`. */
  readonly ref?: string;
  readonly cached: readonly (number | string | undefined)[];
  /** Outer levels of categories, each with the place where it begins. */
  readonly levels?: readonly (readonly (string | undefined)[])[];
  readonly format?: string;
  /** Points beyond those that are drawn. */
  readonly lost: number;
}

export interface LabelLook {
  readonly showsValue: boolean;
  readonly showsCategory: boolean;
  readonly showsSeries: boolean;
  readonly showsPercent: boolean;
  readonly showsSize: boolean;
  /** What the cells say that the series names for its labels. */
  readonly showsRange: boolean;
  readonly separator: string;
  readonly format?: string;
  readonly place?: string;
  readonly letters: Letters;
  readonly shape: ShapeLook;
  /** Labels of single points; undefined for one that is taken away. */
  readonly points: Readonly<Record<number, PointLabel | undefined>>;
}

/** The label of one point: words of its own, or the cells that hold them. */
export interface PointLabel extends Partial<LabelLook> {
  readonly words?: readonly LabelWord[];
  readonly source?: ValueSource;
}

/** A text, or what stands for one: `VALUE`, `CELLRANGE`… */
export type LabelWord = string | { readonly field: string };

export interface Marker {
  readonly symbol: string;
  /** Pixels. */
  readonly size: number;
  readonly look: ShapeLook;
}

export interface Trend {
  readonly kind: string;
  readonly name?: string;
  readonly order: number;
  readonly period: number;
  readonly forward: number;
  readonly backward: number;
  readonly intercept?: number;
  readonly look: ShapeLook;
  readonly showsEquation: boolean;
  readonly showsFit: boolean;
}

export interface ErrorBars {
  readonly isAcross: boolean;
  readonly sides: 'both' | 'plus' | 'minus';
  readonly kind: string;
  readonly amount: number;
  readonly plus?: ValueSource;
  readonly minus?: ValueSource;
  readonly hasCaps: boolean;
  readonly look: ShapeLook;
}

export interface PointLook {
  readonly look: ShapeLook;
  readonly marker?: Partial<Marker>;
  readonly explosion?: number;
}

export interface Series {
  /** Which colour of the theme it takes by itself. */
  readonly index: number;
  readonly name: ValueSource;
  readonly categories?: ValueSource;
  readonly values: ValueSource;
  readonly sizes?: ValueSource;
  readonly look: ShapeLook;
  /** Undefined = as its kind of chart has it. */
  readonly marker?: Partial<Marker>;
  readonly points: Readonly<Record<number, PointLook>>;
  readonly labels?: LabelLook;
  /** The cells that its labels may show. */
  readonly labelRange?: ValueSource;
  readonly trends: readonly Trend[];
  readonly errors: readonly ErrorBars[];
  readonly isSmooth: boolean;
  readonly explosion: number;
  readonly invertsNegative: boolean;
  /** What inverted values are filled with; undefined = the ground of the chart. */
  readonly inverted?: Paint;
  /** What its values become, where each series of a group says so itself. */
  readonly box?: BoxLayout;
}

export const groupKinds = [
  'bar',
  'line',
  'area',
  'pie',
  'doughnut',
  'scatter',
  'bubble',
  'radar',
  'stock',
  'surface',
] as const;
export type GroupKind = (typeof groupKinds)[number] | 'box' | 'treemap' | 'sunburst';

/** Series that are drawn alike on the same axes. */
export interface ChartGroup {
  readonly kind: GroupKind;
  readonly isAcross: boolean;
  readonly grouping: 'clustered' | 'stacked' | 'percent' | 'standard';
  /** Per cent of a bar's width. */
  readonly gap: number;
  readonly overlap: number;
  readonly variesColors: boolean;
  /** Per cent. */
  readonly hole: number;
  /** Degrees. */
  readonly firstAngle: number;
  readonly style: string;
  readonly hasMarkers: boolean;
  readonly bubbleScale: number;
  readonly sizeIsWidth: boolean;
  readonly showsNegativeBubbles: boolean;
  readonly highLow?: ShapeLook;
  readonly drops?: ShapeLook;
  readonly upDown?: { readonly gap: number; readonly up: ShapeLook; readonly down: ShapeLook };
  readonly labels?: LabelLook;
  readonly series: readonly Series[];
  readonly axes: readonly string[];
  /** What its values become, in the newer kinds of charts. */
  readonly layout?: Layout;
  /** The line of shares over its columns, which it then sorts. */
  readonly pareto?: ChartGroup;
}

export type TickMark = 'none' | 'in' | 'out' | 'cross';

export interface Axis {
  readonly id: string;
  readonly kind: 'category' | 'value' | 'date';
  readonly side: 'left' | 'right' | 'top' | 'bottom';
  readonly isDeleted: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly logBase?: number;
  readonly isReversed: boolean;
  readonly major?: number;
  readonly minor?: number;
  readonly majorGrid?: ShapeLook;
  readonly minorGrid?: ShapeLook;
  readonly title?: ChartText;
  /** Undefined = that of the values. */
  readonly format?: string;
  readonly labels: 'nextTo' | 'low' | 'high' | 'none';
  readonly majorTick: TickMark;
  readonly minorTick: TickMark;
  readonly crosses: 'auto' | 'min' | 'max' | number;
  readonly crossId: string;
  /** Places lie between the marks of the axis that crosses this one; undefined = as its kind of chart has it. */
  readonly isBetween?: boolean;
  readonly look: ShapeLook;
  readonly letters: Letters;
  readonly labelStep?: number;
  readonly tickStep?: number;
  /** Values are divided by it before they are shown. */
  readonly unit: number;
  readonly unitLabel?: string;
  readonly baseUnit: 'days' | 'months' | 'years';
  readonly majorUnit?: 'days' | 'months' | 'years';
}

export interface Legend {
  readonly side: 'left' | 'right' | 'top' | 'bottom' | 'corner';
  readonly isOverlay: boolean;
  readonly letters: Letters;
  readonly look: ShapeLook;
  /** Entries that are taken away. */
  readonly without: readonly number[];
  readonly place?: ManualPlace;
}

/** The table of numbers beneath a plot. */
export interface DataTable {
  readonly hasHorizontal: boolean;
  readonly hasVertical: boolean;
  readonly hasOutline: boolean;
  readonly hasKeys: boolean;
  readonly letters: Letters;
  readonly look: ShapeLook;
}

/** A chart as a drawing part describes it (ECMA-376 part 1, 21.2), its colours resolved. */
export interface Chart {
  readonly kind: 'chart';
  readonly title?: ChartText;
  /** Named by its only series where it says no title and does not refuse one. */
  readonly hasAutoTitle: boolean;
  readonly groups: readonly ChartGroup[];
  readonly axes: readonly Axis[];
  readonly legend?: Legend;
  readonly look: ShapeLook;
  readonly plotLook: ShapeLook;
  /** The corners of the whole are round. */
  readonly isRounded?: boolean;
  readonly dataTable?: DataTable;
  readonly plotPlace?: ManualPlace;
  readonly letters: Letters;
  /** The colours of series, in turn. */
  readonly accents: readonly string[];
  /** The colours come round again darker and lighter, by how many there are: this many series. */
  readonly shadesOf?: number;
  /** Those of letters and grounds that say nothing. */
  readonly ink: string;
  readonly ground: string;
  readonly blanks: 'gap' | 'zero' | 'span';
  readonly showsHidden: boolean;
  readonly isFlattened: boolean;
  /** What is drawn in a plainer way, in words. */
  readonly plainer?: readonly string[];
  readonly has1904Dates: boolean;
}
