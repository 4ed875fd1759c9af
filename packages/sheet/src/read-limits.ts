/** Caps of the reader; what is left out is that of limits.workbook. */
export interface ReadLimits {
  readonly unpackedBytes?: number;
  readonly cells?: number;
  readonly merges?: number;
  /** Keeps the formulas of all cells, also where the file has their results. */
  readonly keepsFormulas?: boolean;
}
