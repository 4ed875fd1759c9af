import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { branded } from '@sheetwire/rules/name';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import type { Database } from '../database.ts';
import { migrate, migrationsOf } from '../migrations.ts';
import { openStores } from '../open-stores.ts';
import { openPool } from '../postgres/pool.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import { user } from '../suite/builders.ts';
import { rowOf } from './account-rows.ts';

const LONG = 60_000;
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, LONG);
afterAll(() => postgres.stop(), LONG);

const names = ['gone', 'again', 'stays', 'back', 'recovered', 'beside'].map((name) => branded<'User'>(`ACME/${name}`));
const [gone, again, stays, back, recovered, beside] = names;

/** What the log of a server of before says: who went when, and that a recovery took some away. */
const removed = (...found: unknown[]) => ({ removed: { count: found.length, names: found } });
const audit = [
  { at: 500, action: 'user removed', object: String(gone), after: null },
  { at: 500, action: 'user removed', object: String(again), after: null },
  { at: 700, action: 'user removed', object: String(again), after: null },
  { at: 500, action: 'user removed', object: String(back), after: null },
  { at: 500, action: 'user added', object: String(stays), after: null },
  { at: 500, action: 'settings recovered', object: 'users 2026-11-20', after: removed(recovered) },
  {
    ...{ at: 500, action: 'settings recovered', object: 'usergroups and users 2026-11-20' },
    after: { ...removed('ACME/A GROUP'), also: { users: removed(beside) } },
  },
  { at: 500, action: 'settings recovered', object: 'permissions 2026-11-20', after: removed(stays) },
].map((row) => ({ ...row, actor: 'ACME/root', before: 'null', after: JSON.stringify(row.after), address: '' }));

/** When the accounts that are there now were made; that of `back` is the first of its name. */
const made = [
  [again, 600],
  [stays, 600],
  [back, 400],
  [recovered, 600],
  [beside, 600],
] as const;

async function fillAndUpgrade(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const all = migrationsOf(kind);
  const before = Object.fromEntries(Object.entries(all).filter(([name]) => name.slice(0, 4) < '0025'));
  await migrate(db, before);
  await db.insertInto('audit').values(audit).execute();
  for (const [name, createdAt] of made) {
    if (name)
      await db
        .insertInto('account')
        .values(rowOf({ ...user(name), createdAt }))
        .execute();
  }
  await migrate(db, all);
  await db.destroy();
}

test.each(['SQLite', 'PostgreSQL'])(
  'who had a name before an upgrade is known by the audit log (%s)',
  async (kind) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-before-'));
    const isSqlite = kind === 'SQLite';
    const databaseUrl = isSqlite ? '' : await postgres.newDatabase();
    const db = isSqlite
      ? new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(databaseFile(dataDir))) })
      : openPool(databaseUrl, () => undefined);
    await fillAndUpgrade(db, isSqlite ? 'sqlite' : 'postgres');
    const stores = await openStores({ databaseUrl, dataDir });
    const since = [500, 600, undefined, undefined, 600, 600];
    expect([...(await stores.users.addressees(names))]).toEqual(
      names.map((name, n) => [name, addresseeOf(name, since[n])]),
    );
    await stores.close();
    await rm(dataDir, { recursive: true });
  },
  LONG,
);
