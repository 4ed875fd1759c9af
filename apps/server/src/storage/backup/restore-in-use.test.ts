import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import type { Database } from '../database.ts';
import { StoreInUse } from '../faults.ts';
import { openStores } from '../open-stores.ts';
import { openPool } from '../postgres/pool.ts';
import { newUser, user } from '../suite/builders.ts';
import { backupStore } from './backup-store.ts';
import { restoreStores } from './restore.ts';
import { sealFile } from './sealed-file.ts';

const LONG = 60_000;
let server: PostgresServer;
let folder: string;
let count = 0;

beforeAll(async () => {
  server = await withPostgres();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-in-use-'));
}, LONG);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, LONG);

/** A store of PostgreSQL with one user more than its backup, and a way to its database that is no server's. */
async function makeStore() {
  const place = { databaseUrl: await server.newDatabase(), dataDir: join(folder, `store${++count}`) };
  const [file, person] = [join(folder, `store${count}.backup`), newUser()];
  await (await openStores(place)).close();
  await backupStore(place, file);
  const stores = await openStores(place);
  await stores.users.create(user(person));
  await stores.close();
  const beside = openPool(`${place.databaseUrl}?application_name=beside`, () => undefined);
  return { place, file, person, beside };
}

/** How many of the database's sessions wait for a table or row of another. */
async function waitingIn(beside: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(beside);
  return rows[0]?.waiting ?? 0;
}

test('a server that starts while a restore runs loses nothing that it acknowledged', { timeout: LONG }, async () => {
  const { place, file, beside } = await makeStore();
  const added = newUser();
  let isAcknowledged = false;
  let restoring: Promise<unknown> | undefined;
  let serving: ReturnType<typeof openStores> | undefined;
  // The last table that is kept: a restore that keeps the former store before it looks again is held up here.
  await beside.transaction().execute(async (transaction) => {
    await sql`lock table guard_mark in access exclusive mode`.execute(transaction);
    restoring = restoreStores({ file, ...place }).catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await waitingIn(beside)).toBe(1), LONG);
    serving = openStores(place).then(async (stores) => {
      await stores.users.create(user(added));
      isAcknowledged = true;
      return stores;
    });
    await vi.waitFor(async () => expect(isAcknowledged || (await waitingIn(beside)) > 1).toBe(true), LONG);
  });
  const stores = await serving;
  expect(await restoring).toBeInstanceOf(StoreInUse);
  expect(await stores?.users.get(added)).toBeDefined();
  await stores?.close();
  expect(existsSync(place.dataDir)).toBe(false);
  await restoreStores({ file, ...place });
  await beside.destroy();
});

test('a restore that fails leaves the store as it is, and no copy of it', { timeout: LONG }, async () => {
  const { place, person, beside } = await makeStore();
  await beside.destroy();
  const file = join(folder, 'other-version.backup');
  await sealFile(file, (draft) => writeFile(draft, zstdCompressSync('{"format":99}\n')));
  await expect(restoreStores({ file, ...place })).rejects.toThrow('made by another version of Sheetwire');
  expect(await readdir(place.dataDir)).toEqual([]);
  const stores = await openStores(place);
  expect(await stores.users.get(person)).toBeDefined();
  await stores.close();
});
