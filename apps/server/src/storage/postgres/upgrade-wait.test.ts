import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { migrationState, migrationsOf } from '../migrations.ts';
import { openStores } from '../open-stores.ts';
import { migratePostgres, openPool } from './pool.ts';

const START = 60_000;
const ignored = () => undefined;

let server: PostgresServer;
beforeAll(async () => {
  server = await withPostgres();
}, START);
afterAll(() => server.stop(), START);

test(
  'an upgrade that meets a server at work gives up soon, changes nothing and says what to do',
  async () => {
    const databaseUrl = await server.newDatabase();
    const stores = await openStores({ databaseUrl, dataDir: '' });
    await stores.close();
    const older = openPool(databaseUrl, ignored);
    for (const table of ['version_sum', 'held_seen', 'retention', 'former_account', 'directory_group'])
      await sql`drop table ${sql.table(table)}`.execute(older);
    for (const column of ['summed_version', 'guard_revision'])
      await sql`alter table topic drop column ${sql.ref(column)}`.execute(older);
    await sql`drop table cell_index`.execute(older);
    for (const index of [
      'keyframe_age',
      'snapshot_unsealed',
      'audit_restored',
      'account_ad_user',
      'control_update_waiting',
    ])
      await sql`drop index ${sql.ref(index)}`.execute(older);
    for (const column of ['hash', 'previous', 'seal'])
      await sql`alter table snapshot drop column ${sql.ref(column)}`.execute(older);
    await sql`delete from kysely_migration where name >= '0020'`.execute(older);
    const pending = async () => (await migrationState(older, migrationsOf('postgres'))).pending;
    await older.transaction().execute(async (own) => {
      await sql`select 1 from snapshot limit 1`.execute(own);
      await expect(migratePostgres(databaseUrl, ignored, 1)).rejects.toThrow(
        'stop every server of the older version, then start this one again',
      );
    });
    expect(await pending()).toEqual([
      '0020-cell-index',
      '0021-sums',
      '0022-approvals',
      '0023-keyframe-ages',
      '0024-retention',
      '0025-former-accounts-and-joined-sums',
      '0026-restores',
      '0027-associations',
      '0028-waiting-updates',
      '0029-directory-groups',
      '0030-groups-gone',
    ]);
    await migratePostgres(databaseUrl, ignored, 1);
    expect(await pending()).toEqual([]);
    await older.destroy();
  },
  START,
);
