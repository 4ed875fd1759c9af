import { Kysely } from 'kysely';
import type { FigureSeals } from '#ports/past/figure-seals.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';
import type { Database } from '../database.ts';
import { openStores } from '../open-stores.ts';
import { databaseFile, openReader } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import { restoreStores } from './restore.ts';
import { type RowCounts, rowsOfBackup, rowsOfFile } from './row-counts.ts';
import { verifySeal } from './sealed-file.ts';
import { none, sumOf, type VersionStates, versionStates } from './verify-versions.ts';

export interface VerifyOptions {
  readonly file: string;
  /** An empty folder for the scratch store: as much as the store takes; the caller removes it. */
  readonly scratch: string;
  /** Left out, it cannot be told whether versions are as they were published. */
  readonly seals?: FigureSeals | undefined;
}

/** What a backup was proven to hold. */
export interface VerifiedBackup {
  readonly tables: number;
  readonly rows: number;
  readonly reports: number;
  readonly versions: VersionStates;
}

/**
 * Restores a backup into a scratch store beside it and compares: every row is there, every report can be read at its
 * newest version, every version is what its seal says. Throws StoreFault for what would not come back.
 */
export async function verifyBackup({ file, scratch, seals }: VerifyOptions): Promise<VerifiedBackup> {
  const length = await verifySeal(file);
  const written = await rowsOfBackup(file, length, scratch);
  await restoreStores({ file, databaseUrl: '', dataDir: scratch });
  const heads = await readHeads(scratch);
  const rows = compareRows(written, rowsOfFile(databaseFile(scratch)));
  const versions = await readVersions(scratch, heads, seals);
  return { ...rows, reports: heads.length, versions };
}

/** The restore notes itself in the audit log: that row is not of the backup. An upgrade on the way may change others. */
function compareRows(written: RowCounts, restored: RowCounts): Pick<VerifiedBackup, 'tables' | 'rows'> {
  const isSameVersion = written.migrations === undefined || written.migrations === restored.migrations;
  let rows = 0;
  for (const [table, count] of written.rows) {
    const there = (restored.rows.get(table) ?? 0) - (table === 'audit' ? 1 : 0);
    if (there !== count && isSameVersion) {
      throw new StoreFault(`the restored store has ${there} rows of ${table}, the backup ${count}`);
    }
    rows += count;
  }
  return { tables: written.rows.size, rows };
}

/** Through the store itself, as a server reads them. */
async function readHeads(dataDir: string): Promise<readonly TopicHead[]> {
  const stores = await openStores({ databaseUrl: '', dataDir });
  try {
    const heads = await stores.reports.heads();
    for (const { topic, version, time } of heads) {
      const newest = await stores.reports.newest(topic);
      if (newest?.version === version && newest.time === time) continue;
      throw new StoreFault(`version ${version} of ${topic} is not the newest in the restored store`);
    }
    return heads;
  } finally {
    await stores.close();
  }
}

async function readVersions(
  dataDir: string,
  heads: readonly TopicHead[],
  seals: FigureSeals | undefined,
): Promise<VersionStates> {
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openReader(databaseFile(dataDir))) });
  try {
    let states = none;
    for (const { topic } of heads) states = sumOf(states, await versionStates(db, topic, seals));
    return states;
  } finally {
    await db.destroy();
  }
}
