import { limits } from '@sheetwire/contract/limits';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '#ports/clock.ts';
import type { Access, Accesses } from '../access.ts';
import { dumpTo } from '../backup/dump.ts';
import { sealFile } from '../backup/sealed-file.ts';
import type { CommandArgs, CommandName, CommandResult } from '../commands.ts';
import type { Database } from '../database.ts';
import type { SealedAppend } from '../reports/sealed/row-seals.ts';
import { runCommand } from '../run-command.ts';
import { SettingsWork } from '../settings-backups/settings-work.ts';
import { appendGathered } from './append-gathered.ts';
import { AppendLane } from './append-lane.ts';
import { AT, contextOf } from './context.ts';
import { inTransaction } from './in-transaction.ts';
import { connectionOf, migratePostgres, type OpenedPool, openCutPool } from './pool.ts';
import { PreparedStatements } from './prepared.ts';
import { PostgresPresence } from './presence.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Only tests move the clock; several nodes share the database's. */
  readonly clock: Clock | undefined;
  readonly onFault: (error: unknown) => void;
  /** How many connections there are, by what they are for. */
  readonly connections?: Connections | undefined;
}

/** Publishing and all other writes, reading, and who people are: none waits for connections of another. */
export type Connections = Readonly<Record<'publishing' | 'reading' | 'signIn', number>>;

/** Opens a PostgreSQL store: migrated, commands each in a transaction, report appends gathered into shared ones. */
export async function openPostgres({ url, clock, onFault, connections }: PostgresOptions): Promise<Accesses> {
  await migratePostgres(url, onFault);
  const { publishing, reading, signIn } = poolsOf(url, connections, onFault);
  const looks = openCutPool(url, LOOKS, onFault);
  const pools = [publishing, reading, signIn, looks];
  const presence = new PostgresPresence(connectionOf(url), onFault);
  presence.onChange((isThere) => {
    for (const { pool } of pools) {
      if (isThere) pool.join();
      else pool.cut();
    }
  });
  const run = <Name extends CommandName>(db: Kysely<Database>, name: Name, args: CommandArgs<Name>) =>
    inTransaction<CommandResult<Name>>(db, (own) => runCommand(contextOf(own, clock), name, args));
  const now = async () => clock?.now() ?? databaseNow(looks.db);
  const settings = new SettingsWork({
    db: reading.db,
    place: () => ({ url, now: clock?.now() }),
    now,
    keep: (copy) => run(publishing.db, 'keepSettingsCopy', copy),
  });
  const writeOn =
    (db: Kysely<Database>) =>
    <Name extends CommandName>(name: Name, args: CommandArgs<Name>) =>
      settings.change(() => run(db, name, args));
  const write = writeOn(publishing.db);
  const inSteps = (entries: readonly SealedAppend[]) => write('append', { entries });
  const statements = new PreparedStatements(publishing.pool);
  const lane = new AppendLane((entries) => appendGathered({ statements, now: clock?.now() }, entries, inSteps));
  const reports: Access = {
    db: reading.db,
    looks: looks.db,
    dialect: 'postgres',
    write,
    append: (entry) => lane.add(entry),
    preview: (choice) => settings.preview(choice),
    recover: (args) => settings.recover(args),
    now,
    backup: (file) => sealFile(file, (draft) => dumpTo(reading.db, draft)),
    presence,
    async close() {
      await Promise.all([lane.close(), settings.close()]);
      await presence.close();
      await Promise.all(pools.map(({ db }) => db.destroy()));
    },
  };
  return { reports, people: { ...reports, db: signIn.db, write: writeOn(signIn.db) } };
}

/** One is enough for who looks every two seconds, and it is never the one that a report is read on (decision 87). */
const LOOKS = 1;

function poolsOf(
  url: string,
  { publishing, reading, signIn }: Connections = limits.store.connections,
  onFault: (error: unknown) => void,
): Readonly<Record<keyof Connections, OpenedPool>> {
  const of = (connections: number) => openCutPool(url, connections, onFault);
  return { publishing: of(publishing), reading: of(reading), signIn: of(signIn) };
}

async function databaseNow(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${AT} as now`.execute(db);
  return rows[0]?.now ?? Number.NaN;
}
