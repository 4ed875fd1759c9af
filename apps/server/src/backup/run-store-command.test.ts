import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { User } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { daily, sheet, wholeOf } from '#report/testing/engine-rig.ts';
import { parseSettings } from '#settings/settings.ts';
import { assertIntact } from '#storage/backup/backup-file.ts';
import { openStores } from '#storage/open-stores.ts';
import { newUser, user, whole } from '#storage/suite/builders.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { serve } from '../serve.ts';
import { runStoreCommand } from './run-store-command.ts';

const LONG = 60_000;
let folder = '';
let server: PostgresServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-command-'));
  server = await withPostgres();
}, LONG);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, LONG);

interface StorePlace {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly secretKey?: string;
}

const key = 'a key of the servers that share a database';

async function run({ verify, ...place }: StorePlace & { readonly verify?: boolean }, command: string, file: string) {
  const told: string[] = [];
  const given = { command, file: join(folder, file), ...(verify !== undefined && { verify }) };
  const result = await runStoreCommand(place, given, (line) => told.push(line));
  return { ...result, told };
}

async function startServer({ dataDir, databaseUrl }: StorePlace) {
  const read = parseSettings({
    SHEETWIRE_PORT: '0',
    SHEETWIRE_LOG_LEVEL: 'silent',
    SHEETWIRE_DATA_DIR: dataDir,
    SHEETWIRE_DATABASE_URL: databaseUrl,
    SHEETWIRE_SECRET_KEY: key,
  });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  const chance = { bytes: (count: number) => randomBytes(count) };
  return serve({ settings: read.settings, clock: { now: () => Date.now() }, chance, webDir: undefined });
}

async function withStores<T>(place: StorePlace, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores(place);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

test.each(['embedded', 'PostgreSQL'])(
  'a store (%s) is backed up while a server runs on it, and restored once it is stopped',
  { timeout: LONG },
  async (kind) => {
    const databaseUrl = kind === 'embedded' ? '' : await server.newDatabase();
    const place = { databaseUrl, dataDir: join(folder, kind) };
    const [before, after] = [newUser(), newUser()];
    const served = await startServer(place);
    await served.stores.users.create(user(before));
    await served.stores.settingsBackups.keepDay();
    expect(await run(place, 'backup', `${kind}.backup`)).toMatchObject({ outcome: 'done' });
    await served.stores.users.create(user(after));
    expect(await run(place, 'restore', `${kind}.backup`)).toMatchObject({
      outcome: 'conflict',
      message: expect.stringContaining('stop it first'),
    });
    expect(await served.stores.users.get(after)).toBeDefined();
    await served.close();
    const restored = await run(place, 'restore', `${kind}.backup`);
    expect(restored).toMatchObject({ outcome: 'done', message: expect.stringContaining('before-restore') });
    expect(restored.told.join('\n')).toMatch(/is a complete backup \(.*\n.*has 2 users/);
    await withStores(place, async ({ users, settingsBackups, audit }) => {
      expect((await audit.search({ action: 'store restored', limit: 5 })).rows).toHaveLength(1);
      expect([await users.get(before), await users.get(after)]).toMatchObject([{ name: before }, undefined]);
      expect((await settingsBackups.copies()).length).toBe(4);
    });
  },
);

test('the former PostgreSQL store is a backup itself', { timeout: LONG }, async () => {
  const [first, second] = [
    { databaseUrl: await server.newDatabase(), dataDir: join(folder, 'first') },
    { databaseUrl: await server.newDatabase(), dataDir: join(folder, 'second') },
  ];
  const [mine, other] = [newUser(), newUser()];
  await withStores(first, ({ users }) => users.create(user(mine)));
  await withStores(second, ({ users }) => users.create(user(other)));
  expect((await run(first, 'backup', 'first.backup')).outcome).toBe('done');
  expect((await run(second, 'restore', 'first.backup')).outcome).toBe('done');
  expect((await run(second, 'restore', 'second/postgres.before-restore')).outcome).toBe('done');
  await withStores(second, async ({ users }) => expect(await users.get(other)).toBeDefined());
});

test.each(['embedded', 'PostgreSQL'])(
  'what a restore (%s) says that it replaces is what it keeps: nothing, or the former store',
  { timeout: LONG },
  async (kind) => {
    const newPlace = async (name: string) => ({
      databaseUrl: kind === 'embedded' ? '' : await server.newDatabase(),
      dataDir: join(folder, `${name} ${kind}`),
    });
    const source = await newPlace('source');
    await withStores(source, ({ users }) => users.create(user(newUser())));
    await run(source, 'backup', `kept ${kind}.backup`);
    const target = await newPlace('target');
    const first = await run(target, 'restore', `kept ${kind}.backup`);
    expect(first).toMatchObject({ outcome: 'done', message: 'The store is as it was in the backup' });
    expect(first.told.at(-1)).toMatch(/^It replaces nothing: /);
    const second = await run(target, 'restore', `kept ${kind}.backup`);
    expect(second.told.at(-1)).toMatch(/^It replaces the store in .*, which has 1 user$/);
    expect(second.message).toMatch(/; the previous store is kept as .*before-restore$/);
    const third = await run(target, 'restore', `kept ${kind}.backup`);
    expect(third.message).toMatch(
      /; the previous store is kept as .*before-restore-2, next to those of earlier restores$/,
    );
  },
);

test('the store that a restore kept comes back under its old name, whole and without what came later', async () => {
  const place = { databaseUrl: '', dataDir: join(folder, 'back again') };
  const file = join(place.dataDir, 'sheetwire.db');
  const [first, second, third] = [newUser(), newUser(), newUser()];
  const added = (name: User) =>
    withStores(place, async ({ users }) => {
      await users.create(user(name));
      expect(await users.get(name)).toBeDefined();
    });
  await added(first);
  await run(place, 'backup', 'back.backup');
  await added(second);
  await run(place, 'restore', 'back.backup');
  await added(third);
  await rename(`${file}.before-restore`, file);
  assertIntact(file);
  await withStores(place, async ({ users }) => {
    const found = await Promise.all([first, second, third].map((name) => users.get(name)));
    expect(found.map((one) => one?.name)).toEqual([first, second, undefined]);
  });
  assertIntact(file);
});

test('a restore keeps a database that is none of ours, and says so', async () => {
  const [source, place] = ['ours', 'theirs'].map((name) => ({ databaseUrl: '', dataDir: join(folder, name) }));
  if (source === undefined || place === undefined) throw new Error('no places');
  await withStores(source, ({ users }) => users.create(user(newUser())));
  await run(source, 'backup', 'ours.backup');
  await mkdir(place.dataDir);
  const db = new DatabaseSync(join(place.dataDir, 'sheetwire.db'));
  db.exec('create table theirs (x)');
  db.close();
  const { told, message } = await run(place, 'restore', 'ours.backup');
  expect(told.at(-1)).toBe(`It replaces the store in ${place.dataDir}, which Sheetwire did not create`);
  expect(message).toContain('the previous store is kept');
});

test('a running server writes a note of it into its audit log', { timeout: LONG }, async () => {
  const place = { databaseUrl: '', dataDir: join(folder, 'noted') };
  const served = await startServer(place);
  expect(await run(place, 'backup', 'noted.backup')).toMatchObject({
    outcome: 'done',
    message: expect.stringContaining('The complete store'),
  });
  const [row] = (await served.stores.audit.search({ action: 'backed up', limit: 5 })).rows;
  expect(row).toMatchObject({ actor: 'operator', object: join(folder, 'noted.backup') });
  await served.close();
});

test.each(['embedded', 'PostgreSQL'])(
  'a backup (%s) is proven by restoring it beside the store, which nobody notices',
  { timeout: LONG },
  async (kind) => {
    const databaseUrl = kind === 'embedded' ? '' : await server.newDatabase();
    const place = { databaseUrl, dataDir: join(folder, `proven ${kind}`), secretKey: key };
    const served = await startServer(place);
    await served.stores.users.create(user(newUser()));
    await served.app.reporting.engine.publish(daily, wholeOf([sheet(['1'])]));
    await served.app.reporting.engine.publish(daily, wholeOf([sheet(['2'])]));
    const proven = await run({ ...place, verify: true }, 'backup', `proven ${kind}.backup`);
    expect(proven.message).toMatch(
      /: [\d,]+ rows in \d+ tables, 1 report, 2 versions; everything can be read and every/,
    );
    expect([proven.outcome, proven.told]).toEqual(['done', [expect.stringContaining('The complete store is in')]]);
    expect(await run({ ...place, verify: true }, 'restore', `proven ${kind}.backup`)).toMatchObject({
      outcome: 'done',
    });
    expect((await served.stores.audit.search({ action: 'store restored', limit: 5 })).rows).toEqual([]);
    await served.close();
    const stranger = { ...place, secretKey: 'the key of another portal, not of this' };
    expect(await run({ ...stranger, verify: true }, 'restore', `proven ${kind}.backup`)).toMatchObject({
      outcome: 'unconfirmed',
      message: expect.stringMatching(/; 2 versions sealed with a different key$/),
    });
    const keyless = { databaseUrl, dataDir: join(folder, 'no key'), verify: true };
    expect(await run(keyless, 'restore', `proven ${kind}.backup`)).toMatchObject({
      outcome: 'unconfirmed',
      message: expect.stringMatching(/; the server's key was not found, so seals could not be checked$/),
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('.sheetwire-verify'))).toEqual([]);
  },
);

test('what a killed verification left is removed by one that comes a day later', { timeout: LONG }, async () => {
  const place = { databaseUrl: '', dataDir: join(folder, 'left behind') };
  await withStores(place, ({ users }) => users.create(user(newUser())));
  const [old, recent] = ['.sheetwire-verify-old', '.sheetwire-verify-recent'].map((name) => join(folder, name));
  if (old === undefined || recent === undefined) throw new Error('no folders');
  for (const left of [old, recent]) {
    await mkdir(left);
    await writeFile(join(left, 'sheetwire.db'), 'a whole store');
  }
  const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000);
  await utimes(old, twoDaysAgo, twoDaysAgo);
  expect(await run({ ...place, verify: true }, 'backup', 'left.backup')).toMatchObject({ outcome: 'done' });
  expect((await readdir(folder)).filter((name) => name.startsWith('.sheetwire'))).toEqual(['.sheetwire-verify-recent']);
  await rm(recent, { recursive: true });
});

test('versions without a seal are told as such, whatever wrote them', { timeout: LONG }, async () => {
  const place = { databaseUrl: '', dataDir: join(folder, 'unsigned') };
  await withStores(place, (stores) => stores.reports.append(whole({ topic: daily, base: 0, version: 1 })));
  const proven = await run({ ...place, verify: true }, 'backup', 'unsigned.backup');
  expect(proven).toMatchObject({
    outcome: 'done',
    message: expect.stringMatching(/ 1 version, 1 of them unsigned; everything can be read/),
  });
});

test('faults are told apart: no database, no store, no file, nonsense', { timeout: LONG }, async () => {
  const nowhere = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: join(folder, 'nowhere') };
  expect(await run(nowhere, 'backup', 'x.backup')).toMatchObject({ outcome: 'network' });
  const empty = { databaseUrl: await server.newDatabase(), dataDir: join(folder, 'nowhere') };
  expect(await run(empty, 'backup', 'x.backup')).toMatchObject({ outcome: 'file' });
  expect(await run(empty, 'restore', 'x.backup')).toMatchObject({ outcome: 'file' });
  expect((await runStoreCommand(empty, { command: 'backup', file: 'not/whole' }, () => undefined)).outcome).toBe(
    'usage',
  );
  expect((await readdir(folder)).filter((name) => name.startsWith('x.backup'))).toEqual([]);
});
