import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { limits } from '@sheetwire/contract/limits';
import { Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { NumberedName } from '#ports/renamed-names.ts';
import type { DialectName } from './column-types.ts';
import type { Database } from './database.ts';
import { migrationState, migrationsOf } from './migrations.ts';
import { numberedNames } from './one-name/numbered-names.ts';
import { isPostgres } from './open-stores.ts';
import { openPool } from './postgres/pool.ts';
import { openReader } from './sqlite/connection.ts';
import { NodeSqliteDialect } from './sqlite/dialect.ts';

/** What a look from outside finds; nothing of the store is changed, and a server that holds it is not disturbed. */
export interface StoreLook {
  /** `SQLite 3.53.0` or `PostgreSQL 15.8`. */
  readonly engine: string;
  /** False before the first start. */
  readonly isMade: boolean;
  /** Why nothing can be written, '' when it can. */
  readonly readOnly: string;
  /** Migrations that the next start will run, and those that only a newer product knows. */
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  /** Undefined before all migrations have run. */
  readonly people: People | undefined;
  /** Names that had to be numbered: some, when there are many. */
  readonly numbered: readonly NumberedName[];
}

export interface People {
  readonly users: number;
  readonly names: ReadonlySet<string>;
  readonly seatsHeld: number;
  readonly waitingMails: number;
  /** The last good copy of the directory, once there was one. */
  readonly directory: { readonly people: number; readonly groups: number; readonly fault: string } | undefined;
}

/** Looks at the store that the settings name; `names` are users and groups of whom it says whether they exist. */
export async function lookAtStore(
  { databaseUrl, dataDir }: { readonly databaseUrl: string; readonly dataDir: string },
  names: readonly string[],
): Promise<StoreLook> {
  if (isPostgres(databaseUrl)) return lookAtPostgres(databaseUrl, names);
  const file = join(dataDir, 'sheetwire.db');
  return existsSync(file) ? lookAtFile(file, names) : { ...notMade, engine: 'SQLite' };
}

const notMade = { isMade: false, readOnly: '', pending: [], unknown: [], people: undefined, numbered: [] };

async function lookAtFile(file: string, names: readonly string[]): Promise<StoreLook> {
  await requireOwner(file);
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openQuietly(file)) });
  try {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
    const look = await lookAt(db, 'sqlite', names);
    return { ...look, engine: `SQLite ${rows[0]?.version}`, readOnly: await whyUnwritable(file) };
  } finally {
    await db.destroy();
  }
}

async function lookAtPostgres(url: string, names: readonly string[]): Promise<StoreLook> {
  const db = openPool(url, () => undefined);
  try {
    const { rows } = await sql<{ version: string; mode: string }>`
      select current_setting('server_version') as version, current_setting('transaction_read_only') as mode`.execute(
      db,
    );
    const [row] = rows;
    const readOnly = row?.mode === 'on' ? 'the database is read-only; check whether it is a standby' : '';
    return { ...(await lookAt(db, 'postgres', names)), engine: `PostgreSQL ${row?.version}`, readOnly };
  } finally {
    await db.destroy();
  }
}

async function lookAt(
  db: Kysely<Database>,
  dialect: DialectName,
  names: readonly string[],
): Promise<Pick<StoreLook, 'isMade' | 'pending' | 'unknown' | 'people' | 'numbered'>> {
  const state = await migrationState(db, migrationsOf(dialect));
  if (state.pending.length > 0) return { ...state, people: undefined, numbered: [] };
  return { ...state, people: await peopleIn(db, names), numbered: await numberedNames(db, limits.store.namesTold) };
}

async function peopleIn(db: Kysely<Database>, names: readonly string[]): Promise<People> {
  return {
    users: await count(db.selectFrom('account')),
    names: names.length === 0 ? new Set() : await knownOf(db, names),
    seatsHeld: await count(db.selectFrom('seat').where('is_held', '=', 1)),
    waitingMails: await count(db.selectFrom('waiting_mail')),
    directory: await directoryCopyIn(db),
  };
}

async function knownOf(db: Kysely<Database>, names: readonly string[]): Promise<ReadonlySet<string>> {
  const users = await db.selectFrom('account').select('name').where('name', 'in', names).execute();
  const groups = await db.selectFrom('user_group').select('name').where('name', 'in', names).execute();
  return new Set([...users, ...groups].map((row) => row.name));
}

async function directoryCopyIn(db: Kysely<Database>): Promise<People['directory']> {
  const state = await db.selectFrom('directory_state').select(['full_at', 'fault']).executeTakeFirst();
  if (state === undefined) return undefined;
  const people = await count(db.selectFrom('directory_person'));
  const groups = await count(db.selectFrom('user_group').where('is_directory', '=', 1));
  return { people, groups, fault: state.fault };
}

async function count<Table extends keyof Database>(
  rows: SelectQueryBuilder<Database, Table, Record<never, never>>,
): Promise<number> {
  const row = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst();
  return Number(row?.count);
}

/** While nobody has the store open it is read as it lies, or the look would leave the files of a log behind. */
function openQuietly(file: string): DatabaseSync {
  if (existsSync(`${file}-wal`)) return openReader(file);
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

/** Another user, even root, would leave files beside the store that its server could not open. */
async function requireOwner(file: string): Promise<void> {
  const { uid } = await stat(file);
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new Error(`${file} belongs to another user; run this as the user that runs the server`);
  }
}

async function whyUnwritable(file: string): Promise<string> {
  try {
    await access(file, constants.W_OK);
    return '';
  } catch {
    return `${file} is not writable by this user`;
  }
}
