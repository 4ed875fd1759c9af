import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DialectName } from '../../column-types.ts';
import type { Database } from '../../database.ts';
import { migrationsOf } from '../../migrations.ts';
import { openPool } from '../../postgres/pool.ts';
import { databaseFile, openWriter } from '../../sqlite/connection.ts';
import { NodeSqliteDialect } from '../../sqlite/dialect.ts';
import { formerPeople } from './former-people.ts';
import { formerReports } from './former-reports.ts';

/** A row by its columns, as SQL takes them. */
export type Row = Readonly<Record<string, string | number | null | Uint8Array>>;

/** The last change of the store before several servers and the past of reports came: both changed what reports lie in. */
export const FORMER = '0012-refusal-reasons';

/** A store, open as tables only. */
export interface Tables {
  readonly db: Kysely<Database>;
  readonly dialect: DialectName;
}

/** The tables of a PostgreSQL database, or of the embedded store in a folder. */
export function openTables({
  databaseUrl,
  dataDir,
}: {
  readonly databaseUrl: string;
  readonly dataDir: string;
}): Tables {
  if (databaseUrl !== '') return { db: openPool(databaseUrl, () => undefined), dialect: 'postgres' };
  const dialect = new NodeSqliteDialect(openWriter(databaseFile(dataDir)));
  return { db: new Kysely<Database>({ dialect }), dialect: 'sqlite' };
}

/**
 * Makes the store of an earlier version and fills it with all that it could hold, by its clock at `at`, epoch ms. `upTo` is
 * its last migration, of those that reports lay in the same tables after.
 */
export async function makeFormer({ db, dialect }: Tables, at: number, upTo = FORMER): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(dialect) } });
  const { error } = await migrator.migrateTo(upTo);
  if (error !== undefined) throw error;
  for (const [table, rows] of Object.entries({ ...formerPeople(at), ...formerReports(at) }))
    for (const row of rows) await put(db, table, row);
}

async function put(db: Kysely<Database>, table: string, row: Row): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db);
}

/** Every row of every table that is there, as text by table, sorted; `columns` are those that are read, all when left out. */
export async function rowsOf(
  { db }: Tables,
  columns?: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !/^(kysely|sqlite)/.test(name));
  const all = new Map<string, readonly string[]>();
  for (const { name } of tables) {
    if (columns && !columns.has(name)) continue;
    const read = columns?.get(name)?.map((column) => sql.ref(column));
    const { rows } = await sql<Row>`select ${read ? sql.join(read) : sql`*`} from ${sql.table(name)}`.execute(db);
    all.set(name, rows.map(textOf).sort());
  }
  return all;
}

/** The columns of each table. */
export async function columnsOf({ db }: Tables): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

function textOf(row: Row): string {
  const entries = Object.entries(row).map(([column, value]) => [
    column,
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  ]);
  return JSON.stringify(Object.fromEntries(entries.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))));
}
