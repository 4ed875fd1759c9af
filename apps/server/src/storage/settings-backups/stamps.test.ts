import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { inChunks } from '../chunks.ts';
import type { Database } from '../database.ts';
import { SqlRightsChanges } from '../rights/rights-changes.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { contextAt } from '../sqlite/context.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import { migrateFile } from '../sqlite/open-sqlite.ts';
import { CHANGES_KEPT, growStamps, PRUNED_EVERY } from './stamps.ts';

test('names of long past changes are dropped, and a server that missed them reads all anew', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sheetwire-stamps-'));
  const file = databaseFile(dir);
  await migrateFile(file);
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(file)) });
  try {
    const count = CHANGES_KEPT + 2 * PRUNED_EVERY;
    await db.transaction().execute(async (own) => {
      const known = Array.from({ length: CHANGES_KEPT }, (_, n) => ({
        kind: 'users' as const,
        name: `ACME/u${n + 1}`,
        stamp: n + 1,
      }));
      for (const rows of inChunks(known)) await own.insertInto('settings_change').values(rows).execute();
      await own.insertInto('settings_stamp').values({ kind: 'users', stamp: CHANGES_KEPT }).execute();
      for (let n = CHANGES_KEPT + 1; n <= count; n++) {
        await growStamps(contextAt(own, 0), { users: [`ACME/u${n}`], permissions: ['A/B'] });
      }
    });
    const rows = await db.selectFrom('settings_change').select('name').where('kind', '=', 'users').execute();
    expect(rows.length).toBeLessThanOrEqual(CHANGES_KEPT + PRUNED_EVERY);
    const changes = new SqlRightsChanges({ db, ...unused });
    const since = (stamp: number) => changes.since('users', stamp, 3);
    expect(await since(count - 2)).toEqual([`ACME/u${count - 1}`, `ACME/u${count}`]);
    expect(await changes.since('users', count - CHANGES_KEPT, count)).toHaveLength(CHANGES_KEPT);
    expect(await changes.since('users', count - CHANGES_KEPT - PRUNED_EVERY, count)).toBe('any');
    // What changes all the time is one row, however often.
    expect(await changes.since('permissions', 2 * PRUNED_EVERY - 1, 3)).toEqual(['A/B']);
  } finally {
    await db.destroy();
    await rm(dir, { recursive: true });
  }
});

const unused = {
  dialect: 'sqlite' as const,
  write: () => expect.unreachable(),
  append: () => expect.unreachable(),
  now: () => expect.unreachable(),
  backup: () => expect.unreachable(),
  close: () => expect.unreachable(),
};
