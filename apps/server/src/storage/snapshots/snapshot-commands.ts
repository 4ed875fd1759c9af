import { sql } from 'kysely';
import { inChunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { auditCommands, type KeptAuditRow } from '../rights/audit.ts';
import type { SnapshotPageTable, SnapshotTable } from '../tables/report-tables.ts';

/** A snapshot as it goes to the database: its pages name their content by hash. */
export interface EncodedSnapshot {
  readonly row: SnapshotTable;
  readonly pages: readonly SnapshotPageTable[];
  readonly blobs: readonly { readonly hash: string; readonly body: Uint8Array }[];
}

type SnapshotSeal = Pick<SnapshotTable, 'topic' | 'date' | 'version' | 'hash' | 'previous' | 'seal'>;

export const snapshotCommands = {
  /** Unless another version was taken for that date meanwhile. */
  async sealSnapshot({ db }: Context, sealed: SnapshotSeal): Promise<void> {
    const { topic, date, version, hash, previous, seal } = sealed;
    await db
      .updateTable('snapshot')
      .set({ hash, previous, seal })
      .where('topic', '=', topic)
      .where('date', '=', date)
      .where('version', '=', version)
      .where('seal', '=', '')
      .execute();
  },

  /** True when one of that date was replaced. The lock keeps a blob from going while another capture begins to use it. */
  async captureSnapshot(
    context: Context,
    { snapshot: { row, pages, blobs }, note }: { snapshot: EncodedSnapshot; note: KeptAuditRow | undefined },
  ): Promise<boolean> {
    const { db, lock } = context;
    await lock('snapshot');
    const { topic, date } = row;
    const former = await db
      .deleteFrom('snapshot_page')
      .where('topic', '=', topic)
      .where('date', '=', date)
      .returning('hash')
      .execute();
    const [replaced] = await db
      .deleteFrom('snapshot')
      .where('topic', '=', topic)
      .where('date', '=', date)
      .returning('captured_at')
      .execute();
    for (const blob of blobs) {
      await db
        .insertInto('blob')
        .values(blob)
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute();
    }
    await db.insertInto('snapshot').values(row).execute();
    for (const rows of inChunks(pages)) await db.insertInto('snapshot_page').values(rows).execute();
    for (const { hash } of former) {
      await db
        .deleteFrom('blob')
        .where('hash', '=', hash)
        .where(sql<boolean>`not exists (select 1 from snapshot_page where snapshot_page.hash = blob.hash)`)
        .execute();
    }
    if (note) {
      const before = replaced
        ? JSON.stringify({ capturedAt: new Date(replaced.captured_at).toISOString() })
        : note.before;
      await auditCommands.addAudit(context, { ...note, before });
    }
    return replaced !== undefined;
  },
};
