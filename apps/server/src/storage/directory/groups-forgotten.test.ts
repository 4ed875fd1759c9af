import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Group } from '@sheetwire/rules/principal';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CopyChange } from '#ports/directory-store.ts';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { openStores } from '../open-stores.ts';
import { user } from '../suite/builders.ts';
import { MovedClock } from '../suite/moved-clock.ts';

const entity = branded<'Entity'>('ACME');
const [gone, back] = [branded<'Group'>('ACME/GONE'), branded<'Group'>('ACME/BACK')];
const day = 86_400_000;
const holder = 'server';
let dataDir: string;
let clock: MovedClock;
let stores: Stores;
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await withPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-groups-'));
  clock = new MovedClock();
});
afterEach(async () => {
  await stores.close();
  await rm(dataDir, { recursive: true });
});

async function write(change: Partial<CopyChange>): Promise<void> {
  await stores.directory.hold(holder, 1000);
  const whole = { putPeople: [], dropPeople: [], putGroups: [], dropGroups: [], ...change };
  await stores.directory.write(holder, whole, { entity, rebinds: false });
}
const come = (...names: Group[]) => write({ putGroups: names.map((name) => ({ id: name, name, members: [] })) });

test.each([
  ['the embedded store', () => ''],
  ['PostgreSQL', () => postgres.newDatabase()],
])('on %s a group that is gone is known while a copy of the settings is as old as it', async (_, place) => {
  stores = await openStores({ databaseUrl: await place(), dataDir, clock });
  await stores.users.create(user());
  await come(gone, back);
  await stores.settingsBackups.keepDay();
  await write({ dropGroups: [gone, back] });
  await come(back);
  for (let days = 0; days < limits.settingsBackups.dates; days++) {
    expect(await stores.directory.forgetGroups()).toBe(0);
    clock.move(day);
    await stores.settingsBackups.keepDay();
  }
  expect([await stores.directory.forgetGroups(), await stores.directory.forgetGroups()]).toEqual([1, 0]);
});
