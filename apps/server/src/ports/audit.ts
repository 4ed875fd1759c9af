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

export interface AuditLog {
  add(row: AuditRow): Promise<void>;
  /** Newest first. */
  read(filter: { readonly before?: number; readonly limit: number }): Promise<readonly AuditRow[]>;
}
