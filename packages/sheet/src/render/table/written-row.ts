/** A row as it was written, and what it asks of the table around it. */
export interface WrittenRow {
  readonly open: string;
  readonly cells: readonly string[];
  /** What numbers need of their columns, by place, where these have not enough. */
  readonly needed: ReadonlyMap<number, number> | undefined;
  /** Where something has dark letters and no ground of its own, by place. */
  readonly papers: ReadonlySet<number> | undefined;
  /** A text runs on beyond its cell. */
  readonly hasRuns: boolean;
  /** Links that lead nowhere. */
  readonly lostLinks: number;
  readonly hasControls: boolean;
}

/** A row while it is written. */
export type RowDraft = { -readonly [K in keyof WrittenRow]: WrittenRow[K] } & {
  cells: string[];
  needed: Map<number, number> | undefined;
  papers: Set<number> | undefined;
};

export const ROW_END = '</tr>';

/** The text of a written row. */
export function rowText({ open, cells }: WrittenRow): string {
  return open + cells.join('') + ROW_END;
}

/** A row of which nothing was written but its open tag. */
export function emptyDraft(open: string): RowDraft {
  return { open, cells: [], needed: undefined, papers: undefined, hasRuns: false, lostLinks: 0, hasControls: false };
}

/** Cells of a row that were written again, by place, and what they ask of the table now. */
export interface WrittenCells extends Pick<WrittenRow, 'needed' | 'papers' | 'lostLinks' | 'hasControls'> {
  readonly places: readonly number[];
  readonly cells: readonly string[];
}
