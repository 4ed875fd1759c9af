/** How LibreOffice shows one kind of cell, as office.py tells it; what is null is automatic. */
export interface OfficeLook {
  readonly fill: string | null;
  readonly color: string | null;
  readonly family: string;
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isStruck: boolean;
  readonly horizontal: string;
  readonly vertical: string;
  readonly isWrapped: boolean;
  /** Top, left, bottom, right. */
  readonly areas: readonly (readonly [number, number, number, number])[];
}

export interface OfficeSeries {
  readonly label: string | null;
  readonly roles: Readonly<Record<string, readonly (number | string | null)[]>>;
}

export interface OfficeAxis {
  readonly dimension: number;
  readonly index: number;
  readonly title: string | null;
  readonly isShown: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly isReversed: boolean;
  readonly isLog: boolean;
}

export interface OfficeChart {
  readonly name: string;
  readonly title: string | null;
  readonly hasLegend: boolean;
  readonly types: readonly { readonly kind: string; readonly series: readonly OfficeSeries[] }[];
  readonly axes: readonly OfficeAxis[];
  readonly categories: readonly string[] | null;
  readonly isStacked: boolean | null;
  readonly isPercent: boolean | null;
  readonly isAcross: boolean | null;
  readonly box: readonly [number, number, number, number];
  readonly cell: readonly [number, number] | null;
}

export interface OfficeSheet {
  readonly name: string;
  readonly used: { readonly bottom: number; readonly right: number };
  /** Numbers of those that are visible. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly hasRules: boolean;
  readonly looks: readonly OfficeLook[];
  readonly charts: readonly OfficeChart[];
  readonly drawings: readonly { readonly kind: string; readonly text: string; readonly name: string }[];
}

export type OfficeBook = { readonly sheets: readonly OfficeSheet[] } | { readonly fault: string };
