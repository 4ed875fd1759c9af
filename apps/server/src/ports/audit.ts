/** One row of the audit log (semantics 8). */
export interface AuditRow {
  /** Epoch ms. */
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly object: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly address: string;
}

/** A row to write; what was before and after is left out where nothing was replaced. */
export type AuditNote = Omit<AuditRow, 'before' | 'after'> & Partial<Pick<AuditRow, 'before' | 'after'>>;

/** A row's place in the log: rows of one time are told apart by their number. */
export interface AuditPlace {
  readonly at: number;
  readonly id: number;
}

/** Texts are looked for within their column, without regard to case; times are epoch ms, `to` not included. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly object?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only rows older than this one. */
  readonly before?: AuditPlace | undefined;
  readonly limit: number;
  /** Characters of what was before and after that are shown: a longer text comes cut, with one more. Left out, all. */
  readonly text?: number | undefined;
}

/** A row with what was before and after as JSON text, '' where there was nothing. */
export type FoundAuditRow = Omit<AuditRow, 'before' | 'after'> & {
  readonly id: number;
  readonly before: string;
  readonly after: string;
};

export interface AuditPage {
  readonly rows: readonly FoundAuditRow[];
  /** Where to go on; undefined at the end of the log. */
  readonly next: AuditPlace | undefined;
}

export interface AuditLog {
  add(row: AuditNote): Promise<void>;
  /** Newest first. */
  read(filter: { readonly before?: number; readonly limit: number }): Promise<readonly AuditRow[]>;
  /** Newest first; a page may be short, or empty, and still not be the last. */
  search(filter: AuditFilter): Promise<AuditPage>;
}
