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

export interface AuditLog {
  add(row: AuditNote): Promise<void>;
  /** Newest first. */
  read(filter: { readonly before?: number; readonly limit: number }): Promise<readonly AuditRow[]>;
}
