import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { openStores } from '../open-stores.ts';
import { newUser, user } from '../suite/builders.ts';
import { backupStore } from './backup-store.ts';
import { restoreStores } from './restore.ts';
import { underFreeName } from './sealed-file.ts';

const LONG = 60_000;
let server: PostgresServer;
let folder: string;

beforeAll(async () => {
  server = await withPostgres();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-kept-'));
}, LONG);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, LONG);

test.each(['sqlite', 'postgres'])(
  'each restore (%s) keeps the store that was there, and none that was kept is replaced',
  { timeout: LONG },
  async (kind) => {
    const databaseUrl = kind === 'postgres' ? await server.newDatabase() : '';
    const place = { databaseUrl, dataDir: join(folder, kind) };
    const file = join(folder, `${kind}.backup`);
    await (await openStores(place)).close();
    await backupStore(place, file);
    const people = [newUser(), newUser(), newUser()];
    const kept: (string | undefined)[] = [];
    for (const name of people) {
      const stores = await openStores(place);
      await stores.users.create(user(name));
      await stores.close();
      kept.push(await restoreStores({ file, ...place }));
    }
    const usual = join(place.dataDir, kind === 'postgres' ? 'postgres.before-restore' : 'sheetwire.db.before-restore');
    expect(kept).toEqual([usual, `${usual}-2`, `${usual}-3`]);
    expect((await readdir(place.dataDir)).filter((name) => name.endsWith('.part'))).toEqual([]);
    for (const [n, name] of people.entries()) {
      expect(await peopleOf(String(kept[n]), kind, people)).toEqual([name]);
    }
  },
);

/** Who is in a store that was kept: a database file, or a backup of PostgreSQL. */
async function peopleOf(file: string, kind: string, people: readonly ReturnType<typeof newUser>[]) {
  const place = { databaseUrl: '', dataDir: `${file}.opened` };
  await (await openStores(place)).close();
  if (kind === 'postgres') await restoreStores({ file, ...place });
  else await copyFile(file, join(place.dataDir, 'sheetwire.db'));
  const stores = await openStores(place);
  const found: string[] = [];
  for (const name of people) if (await stores.users.get(name)) found.push(name);
  await stores.close();
  return found;
}

test('where a hundred stores are kept the next restore is refused', async () => {
  const taken: string[] = [];
  const take = (name: string) => {
    taken.push(name);
    return Promise.reject(Object.assign(new Error('exists'), { code: 'EEXIST' }));
  };
  await expect(underFreeName('/data/kept', take)).rejects.toThrow('/data/kept and 99 more exist; delete those');
  expect([taken.length, taken[0], taken.at(-1)]).toEqual([100, '/data/kept', '/data/kept-100']);
  const full = () => Promise.reject(new Error('no room'));
  await expect(underFreeName('/data/kept', full)).rejects.toThrow('no room');
});
