/** The room and the surroundings of a cell. */
export interface CellRoom {
  /** Pixels of the cell, its merge included. */
  readonly width: number;
  /** It is a part of a merged area: what fits is not known from it. */
  readonly isPart: boolean;
  readonly has1904Dates: boolean;
  readonly hidesZeros: boolean;
  /** Where the cell leads to, ready to be written. */
  readonly href: string | undefined;
  /** What is said of where it leads. */
  readonly tip: string | undefined;
  readonly isRightToLeft: boolean;
}
