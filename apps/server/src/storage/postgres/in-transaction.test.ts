import { limits } from '@sheetwire/contract/limits';
import { type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreFault } from '#ports/store-fault.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import type { Database } from '../database.ts';
import { inTransaction } from './in-transaction.ts';
import { openPool } from './pool.ts';

const START = 60_000;
let server: PostgresServer;
let db: Kysely<Database>;

beforeAll(async () => {
  server = await withPostgres();
  db = openPool(server.url, () => undefined);
  await sql`create table place (name text primary key, count int not null)`.execute(db);
}, START);

afterAll(async () => {
  await db.destroy();
  await server.stop();
}, START);

type Own = Transaction<Database>;
const grow = (own: Own, name: string) => sql`update place set count = count + 1 where name = ${name}`.execute(own);

async function counts(...names: string[]): Promise<number[]> {
  await sql`insert into place select unnest(${names}::text[]), 0 on conflict do nothing`.execute(db);
  const rows = await sql<{ count: number }>`select count from place where name = any(${names}) order by name`.execute(
    db,
  );
  return rows.rows.map((row) => row.count);
}

test('of two transactions that wait for each other one is run again, and both are done once', async () => {
  await counts('a', 'b');
  const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let runs = 0;
  const crossing = (names: readonly [string, string], [mine, others]: readonly [Gate, Gate]) =>
    inTransaction(db, async (own) => {
      runs++;
      await grow(own, names[0]);
      mine.resolve();
      await others.promise;
      await grow(own, names[1]);
      return names.join('');
    });
  const both = [crossing(['a', 'b'], holding), crossing(['b', 'a'], [holding[1], holding[0]])];
  expect(await Promise.all(both)).toEqual(['ab', 'ba']);
  expect(runs).toBeGreaterThan(2);
  expect(await counts('a', 'b')).toEqual([2, 2]);
});

type Gate = PromiseWithResolvers<void>;

test.each(['40P01', '40001'])('one that is turned back again and again is a fault in the end: %s', async (code) => {
  await counts(code);
  let runs = 0;
  const stubborn = inTransaction(db, async (own) => {
    runs++;
    await grow(own, code);
    await sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(own);
  });
  await expect(stubborn).rejects.toThrow(expect.objectContaining({ name: StoreFault.name, code }));
  expect(runs).toBe(limits.store.tries);
  expect(await counts(code)).toEqual([0]);
});

test('one that fails for a fault of its own is run once', async () => {
  await counts('own');
  let runs = 0;
  const failing = inTransaction(db, async (own) => {
    runs++;
    await sql`insert into place values ('own', 1)`.execute(own);
  });
  await expect(failing).rejects.toThrow(expect.objectContaining({ code: '23505' }));
  expect(runs).toBe(1);
});
