import type { AuditLog, AuditNote, AuditRow } from '#ports/audit.ts';
import type { Access, Context } from '../access.ts';

export const auditCommands = {
  async addAudit({ db }: Context, row: Omit<AuditRow, 'before' | 'after'> & { before: string; after: string }) {
    await db.insertInto('audit').values(row).execute();
  },
};

/** The append-only audit log (semantics 8). */
export class SqlAuditLog implements AuditLog {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  add(row: AuditNote): Promise<void> {
    const { at, actor, action, object, address } = row;
    const before = JSON.stringify(row.before ?? null);
    const after = JSON.stringify(row.after ?? null);
    return this.#access.write('addAudit', { at, actor, action, object, before, after, address });
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
}
