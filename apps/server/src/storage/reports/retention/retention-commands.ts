import type { Context } from '../../context.ts';
import { auditCommands, type KeptAuditRow } from '../../rights/audit.ts';
import type { RetentionTable } from '../../tables/report-tables.ts';

export const retentionCommands = {
  /** A report that has nothing of its own has no row. */
  async saveRetention(
    context: Context,
    { retention, row }: { readonly retention: RetentionTable; readonly row: KeptAuditRow },
  ): Promise<void> {
    const { db } = context;
    const { topic, ...own } = retention;
    const isNone = Object.values(own).every((value) => value === null);
    if (isNone) await db.deleteFrom('retention').where('topic', '=', topic).execute();
    else
      await db
        .insertInto('retention')
        .values(retention)
        .onConflict((conflict) => conflict.column('topic').doUpdateSet(own))
        .execute();
    await auditCommands.addAudit(context, row);
  },
};
