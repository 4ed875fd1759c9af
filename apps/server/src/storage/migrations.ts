import { limits } from '@sheetwire/contract/limits';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { messageOf } from '#lib/start-fault.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { bookTables } from './books/book-schema.ts';
import { type DialectName, types } from './column-types.ts';
import { controlTables, lostTopicsColumn, refusalReasonColumn, waitingIndex } from './controls/control-schema.ts';
import type { Database } from './database.ts';
import {
  associationIndex,
  directoryCopyTables,
  directoryGroupTables,
  groupsGone,
} from './directory/directory-schema.ts';
import { exitOfFault } from './fault-exit.ts';
import { codeOf, isLocked, StoreUnreachable } from './faults.ts';
import { approvalTables, guardTables } from './guard/guard-schema.ts';
import { linkedFileTables } from './linked-files/linked-file-schema.ts';
import { oneNameEach } from './one-name/one-name-each.ts';
import { renamedNameTable } from './one-name/one-name-schema.ts';
import { formerAccountTables } from './people/former-accounts.ts';
import { identityTables } from './people/identity-schema.ts';
import { noteRemovedBefore } from './people/removed-before.ts';
import { indexTables } from './reports/cells/index-schema.ts';
import { markTables } from './reports/past/mark-schema.ts';
import { keyframeAges, pastTables } from './reports/past/past-schema.ts';
import { restoreIndex } from './reports/restored-numbers.ts';
import { retentionTables } from './reports/retention/retention-schema.ts';
import { sealColumns } from './reports/sealed/seal-schema.ts';
import { joinedSums, sumRanges, sumTables } from './reports/sums/sum-schema.ts';
import { rightsChangeTables, rightsStampTables } from './rights/rights-schema.ts';
import { firstSchema, headsInPlace } from './schema.ts';
import { settingsCopyTables } from './settings-backups/settings-schema.ts';
import { snapshotSettingTables } from './snapshots/snapshot-schema.ts';

/**
 * The one list of migrations of both databases; a released one never changes. The list is the type of what runs, not of
 * what tests pass in to see a failing one.
 */
export function migrationsOf(dialect: DialectName, wait: number = limits.store.upgradeWait): Record<string, Migration> {
  const steps = migrationsIn(dialect);
  if (dialect === 'sqlite') return steps;
  return Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, waitingAtMost(wait, step)]));
}

/** A table that an older server still uses is waited for so long: meanwhile every other question to it waits as well. */
function waitingAtMost(wait: number, { up }: Migration): Migration {
  return {
    async up(db) {
      await sql`select set_config('lock_timeout', ${String(wait)}, true)`.execute(db);
      await up(db);
    },
  };
}

function migrationsIn(dialect: DialectName): Record<string, Migration> {
  return {
    '0001-first': statements(firstSchema(dialect)),
    '0002-identity': statements(identityTables(types[dialect])),
    '0003-directory': statements(directoryCopyTables(types[dialect])),
    '0004-snapshot-settings': statements(snapshotSettingTables(types[dialect])),
    '0005-settings-backups': statements(settingsCopyTables(types[dialect])),
    '0006-controls': statements(controlTables(types[dialect])),
    '0007-linked-files': statements(linkedFileTables(types[dialect])),
    '0008-rights-stamps': statements(rightsStampTables(types[dialect])),
    '0009-lost-topics': statements(lostTopicsColumn(types[dialect])),
    '0010-one-name': {
      async up(db: Kysely<Database>) {
        for (const statement of renamedNameTable(types[dialect])) await sql.raw(statement).execute(db);
        await oneNameEach(db, dialect);
      },
    },
    '0011-rights-changes': statements(rightsChangeTables(types[dialect])),
    '0012-refusal-reasons': statements(refusalReasonColumn(types[dialect])),
    '0013-heads-in-place': statements(headsInPlace(dialect)),
    '0014-books': statements(bookTables(types[dialect])),
    '0015-past': statements(pastTables(dialect)),
    '0016-tags': statements(markTables(dialect)),
    '0018-signed': statements(sealColumns(types[dialect])),
    '0019-guard': statements(guardTables(types[dialect])),
    '0020-cell-index': statements(indexTables(dialect)),
    '0021-sums': statements(sumTables(dialect)),
    '0022-approvals': statements(approvalTables(types[dialect])),
    '0023-keyframe-ages': statements(keyframeAges),
    '0024-retention': statements(retentionTables(types[dialect])),
    '0025-former-accounts-and-joined-sums': {
      async up(db: Kysely<Database>) {
        for (const statement of [...formerAccountTables(types[dialect]), ...joinedSums, ...sumRanges])
          await sql.raw(statement).execute(db);
        await noteRemovedBefore(db);
      },
    },
    '0026-restores': statements(restoreIndex),
    '0027-associations': statements(associationIndex),
    '0028-waiting-updates': statements(waitingIndex),
    '0029-directory-groups': statements(directoryGroupTables(types[dialect])),
    '0030-groups-gone': statements(groupsGone(dialect)),
  };
}

const SQL_ERROR = 'SQLITE_1';

const IN_USE =
  'the store is in use and could not be upgraded; stop every server of the older version, then start this one again';

function statements(list: readonly string[]): Migration {
  return {
    async up(db) {
      for (const statement of list) await sql.raw(statement).execute(db);
    },
  };
}

/**
 * Brings a database up to date in one transaction; of two that start at once one does it (PostgreSQL: advisory lock;
 * SQLite: the instance lock). Throws when the database was made by a newer product or a step fails.
 */
export async function migrate(db: Kysely<Database>, migrations: Record<string, Migration>): Promise<void> {
  await refuseNewer(db, migrations);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await whileTablesGo(async () => {
    const result = await migrator.migrateToLatest();
    if (codeOf(result.error) === TABLE_GONE) throw result.error;
    return result;
  }).catch((fault: unknown) => ({ error: fault }));
  if (isLocked(error)) throw new StoreFault(IN_USE, codeOf(error), { cause: error });
  if (error === undefined) return;
  const message = `the store could not be upgraded: ${messageOf(error)}`;
  // A statement that is wrong is a fault of ours; a full disk or a database that went away is none.
  const isOfStore = codeOf(error) !== SQL_ERROR && exitOfFault(error) !== undefined;
  if (!isOfStore) throw new Error(message, { cause: error });
  const Fault = exitOfFault(error) === 'network' ? StoreUnreachable : StoreFault;
  throw new Fault(message, codeOf(error), { cause: error });
}

/** What a newer product wrote, a backup of it too, is not touched: nobody here knows what it means. */
async function refuseNewer(db: Kysely<Database>, migrations: Record<string, Migration>): Promise<void> {
  const { unknown } = await migrationState(db, migrations);
  if (unknown.length === 0) return;
  throw new StoreFault('the store was written by a newer version of Sheetwire; use that version');
}

/** True when nothing is left to migrate. */
export async function isUpToDate(db: Kysely<Database>, migrations: Record<string, Migration>): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const known = await whileTablesGo(() => migrator.getMigrations());
  return known.every((migration) => migration.executedAt !== undefined);
}

/** How far a database is, without changing it: `unknown` are migrations of a newer product. */
export async function migrationState(
  db: Kysely<Database>,
  migrations: Record<string, Migration>,
): Promise<{ readonly isMade: boolean; readonly pending: readonly string[]; readonly unknown: readonly string[] }> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const known = await whileTablesGo(() => migrator.getMigrations());
  const pending = known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
  if (pending.length === known.length) return { isMade: false, pending, unknown: [] };
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations));
  return { isMade: true, pending, unknown };
}

/** PostgreSQL's code of a table that is not there. */
const TABLE_GONE = '42P01';
/** More tables than one upgrade drops. */
const MOST_GONE = 20;

/**
 * To see whether its own tables are there the migrator lists all, of which one may go meanwhile: another server upgrades the
 * store. It is asked again then.
 */
async function whileTablesGo<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let gone = 1; ; gone++) {
    try {
      return await ask();
    } catch (error) {
      if (codeOf(error) !== TABLE_GONE || gone === MOST_GONE) throw error;
    }
  }
}
