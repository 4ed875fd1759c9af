import { type Kysely, sql } from 'kysely';
import type { Clock } from '#ports/clock.ts';
import type { Access, Context } from '../access.ts';
import { dumpTo } from '../backup/dump.ts';
import { sealFile } from '../backup/sealed-file.ts';
import { type CommandArgs, type CommandName, type CommandResult, runCommand } from '../commands.ts';
import type { Database } from '../database.ts';
import type { SealedAppend } from '../reports/sealed/row-seals.ts';
import { appendGathered } from './append-gathered.ts';
import { AppendLane } from './append-lane.ts';
import { inTransaction } from './in-transaction.ts';
import { connectionOf, migratePostgres, openCutPool } from './pool.ts';
import { PostgresPresence } from './presence.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Only tests move the clock; several nodes share the database's. */
  readonly clock: Clock | undefined;
  readonly onFault: (error: unknown) => void;
}

/** Opens a PostgreSQL store: migrated, commands each in a transaction, report appends gathered into shared ones. */
export async function openPostgres({ url, clock, onFault }: PostgresOptions): Promise<Access> {
  await migratePostgres(url, onFault);
  const { db, pool } = openCutPool(url, onFault);
  const presence = new PostgresPresence(connectionOf(url));
  presence.onChange((isThere) => (isThere ? pool.join() : pool.cut()));
  const write = <Name extends CommandName>(name: Name, args: CommandArgs<Name>) =>
    inTransaction<CommandResult<Name>>(db, (own) => runCommand(contextOf(own, clock), name, args));
  const inSteps = (entries: readonly SealedAppend[]) => write('append', { entries });
  const lane = new AppendLane((entries) => appendGathered(contextOf(db, clock), entries, inSteps));
  return {
    db,
    dialect: 'postgres',
    write,
    append: (entry) => lane.add(entry),
    now: async () => clock?.now() ?? databaseNow(db),
    backup: (file) => sealFile(file, (draft) => dumpTo(db, draft)),
    presence,
    async close() {
      await lane.close();
      await presence.close();
      await db.destroy();
    },
  };
}

const NOW = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

function contextOf(db: Kysely<Database>, clock: Clock | undefined): Context {
  const now = clock?.now();
  return {
    db,
    dialect: 'postgres',
    at: now === undefined ? NOW : sql<number>`${now}::bigint`,
    now,
    async lock(name) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
    },
    async tryLock(name) {
      const { rows } = await sql<{ got: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`.execute(db);
      return rows[0]?.got === true;
    },
  };
}

async function databaseNow(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${NOW} as now`.execute(db);
  return rows[0]?.now ?? Number.NaN;
}
