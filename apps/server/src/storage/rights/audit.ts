import type { AuditFilter, AuditLog, AuditNote, AuditPage, AuditRow } from '#ports/audit.ts';
import type { AccessFor, Context } from '../context.ts';
import { searchAudit } from './audit-search.ts';

/** A row as it is kept: what was before and after as JSON. */
export type KeptAuditRow = Omit<AuditRow, 'before' | 'after'> & { readonly before: string; readonly after: string };

export const auditCommands = {
  async addAudit({ db }: Context, row: KeptAuditRow) {
    await db.insertInto('audit').values(row).execute();
  },
};

/** A note as it is kept; commands write it in the transaction of what it tells of. */
export function keptRow({ at, actor, action, object, address, before, after }: AuditNote): KeptAuditRow {
  const texts = { before: JSON.stringify(before ?? null), after: JSON.stringify(after ?? null) };
  return { at, actor, action, object, address, ...texts };
}

/** The row with what is known of its deed only in its transaction. */
export function tellingToo(row: KeptAuditRow, more: Readonly<Record<string, unknown>>): KeptAuditRow {
  return { ...row, after: JSON.stringify({ ...more, ...JSON.parse(row.after) }) };
}

/** What a command is given of a note: nothing without one. */
export function rowOfNote(note: AuditNote | undefined): { readonly row?: KeptAuditRow } {
  return note === undefined ? {} : { row: keptRow(note) };
}

/** The append-only audit log (semantics 8). */
export class SqlAuditLog implements AuditLog {
  readonly #access: AccessFor<typeof auditCommands>;
  constructor(access: AccessFor<typeof auditCommands>) {
    this.#access = access;
  }

  add(row: AuditNote): Promise<void> {
    return this.#access.write('addAudit', keptRow(row));
  }

  async read(filter: { readonly before?: number; readonly limit: number }): Promise<readonly AuditRow[]> {
    const all = this.#access.db.selectFrom('audit').selectAll();
    const { before } = filter;
    const rows = await (before === undefined ? all : all.where('at', '<', before))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(filter.limit)
      .execute();
    return rows.map((row) => ({
      at: row.at,
      actor: row.actor,
      action: row.action,
      object: row.object,
      before: JSON.parse(row.before),
      after: JSON.parse(row.after),
      address: row.address,
    }));
  }

  search(filter: AuditFilter): Promise<AuditPage> {
    return searchAudit(this.#access.db, filter);
  }
}
