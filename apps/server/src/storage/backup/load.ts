import type { DatabaseSync } from 'node:sqlite';
import { limits } from '@sheetwire/contract/limits';
import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../column-types.ts';
import { type Database, tableNames } from '../database.ts';
import { NUMBERS_A_MS, RESTORED } from '../reports/restored-numbers.ts';
import { databaseTime } from '../store-time.ts';
import type { CopiedRow } from './dump.ts';

/**
 * Numbers that viewers saw after the backup was made, or after an earlier restore of it, must not come again with other
 * content (semantics 4). So every topic goes on far above what the backup knows, and above what the time of the restore
 * allows: that is later with each.
 */
const VERSION_GAP = 1_000_000_000;

/** Rows of a SQLite backup, table by table. */
export function* sqliteRows(db: DatabaseSync): Generator<CopiedRow> {
  for (const table of tableNames) {
    for (const row of db.prepare(`select * from "${table}"`).iterate()) yield { table, row };
  }
}

/** Fills an empty store with copied rows; the caller holds the transaction. */
export async function loadRows(
  db: Kysely<Database>,
  dialect: DialectName,
  rows: AsyncIterable<CopiedRow> | Iterable<CopiedRow>,
): Promise<void> {
  let batch: CopiedRow[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const table = batch[0]?.table;
    if (table)
      await insert(
        db,
        table,
        batch.map(({ row }) => row),
      );
    batch = [];
    bytes = 0;
  };
  for await (const copied of rows) {
    const isFull = batch.length >= limits.store.dumpRows || bytes > limits.store.batchBytes;
    if (isFull || batch[0]?.table !== copied.table) await flush();
    batch.push(copied);
    for (const value of Object.values(copied.row)) bytes += value instanceof Uint8Array ? value.length : 0;
  }
  await flush();
  await finish(db, dialect);
}

/** The version numbers after a restore, and the audit log's own. */
async function finish(db: Kysely<Database>, dialect: DialectName): Promise<void> {
  await skipVersions(db, dialect);
  if (dialect === 'postgres') {
    await sql`select setval(pg_get_serial_sequence('audit', 'id'), coalesce(max(id), 0) + 1, false) from audit`.execute(
      db,
    );
  }
}

/** Leaves a gap in the numbers of every topic; one without a row goes on above the note of the restore. */
export async function skipVersions(db: Kysely<Database>, dialect: DialectName): Promise<void> {
  const higher = sql.raw(dialect === 'postgres' ? 'greatest' : 'max');
  const byTime = sql`${databaseTime[dialect]} * ${sql.lit(NUMBERS_A_MS)}`;
  await sql`update topic set reserved_to = ${higher}(reserved_to + ${sql.lit(VERSION_GAP)}, ${byTime})`.execute(db);
}

/** The restored log goes on with how it came back; the row comes with the store or not at all. */
export async function noteRestore(db: Kysely<Database>, dialect: DialectName, file: string): Promise<void> {
  const note = { actor: 'operator', action: RESTORED, object: file, before: 'null', after: 'null' };
  await db
    .insertInto('audit')
    .values({ ...note, at: databaseTime[dialect], address: 'command line' })
    .execute();
}

/** Column names come from our own backup, sealed, and are quoted. */
async function insert(db: Kysely<Database>, table: keyof Database, rows: Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(columns.map((column) => sql`${row[column]}`))})`));
  await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(db);
}
