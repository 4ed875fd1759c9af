import type { BorderLine, Borders, Fill, Font } from './cell-style.ts';

/** The parts of a table that its style may dress, the later over the earlier. */
export const tableParts = [
  'wholeTable',
  'firstColumnStripe',
  'secondColumnStripe',
  'firstRowStripe',
  'secondRowStripe',
  'lastColumn',
  'firstColumn',
  'totalRow',
  'headerRow',
] as const;

export type TablePart = (typeof tableParts)[number];

/** What one part of a table style sets. */
export interface PartLook {
  readonly font?: Partial<Font>;
  readonly fill?: Fill;
  readonly borders?: Partial<Borders>;
  /** Lines between the cells inside the part. */
  readonly inner?: { readonly horizontal?: BorderLine; readonly vertical?: BorderLine };
  /** Rows or columns of one stripe. */
  readonly size?: number;
  /** Number format code. */
  readonly format?: string;
}

export type TableLook = Partial<Record<TablePart, PartLook>>;
