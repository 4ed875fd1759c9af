/** Rows, both ends among them. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** Where a row or a column stands in the outline of its sheet. */
export interface GroupPlace {
  /** How many groups it is in, 1 to 7. */
  readonly level: number;
  /** It is hidden because one of them is collapsed: readers may expand it. */
  readonly isFolded?: true;
}

/** On which side of its rows and columns the total of a group stands. */
export interface OutlineSides {
  readonly isAbove: boolean;
  readonly isBefore: boolean;
}

/** How a sheet goes on paper. */
export interface PaperSetup {
  readonly isLandscape: boolean;
  /** Rows that are repeated on each page. */
  readonly titles?: RowSpan;
}
