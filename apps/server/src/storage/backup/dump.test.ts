import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../database.ts';
import { dumpTo } from './dump.ts';

test('rows that hold whole reports, also those that wait, are read a few at a time', async () => {
  const asked: string[] = [];
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const db = new Kysely<Database>({
    dialect,
    log: ({ query }) => void asked.push(query.sql),
  });
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-dump-'));
  try {
    await dumpTo(db, join(folder, 'dump'));
  } finally {
    await rm(folder, { recursive: true });
  }
  const countOf = (table: string) => asked[asked.findIndex((text) => text.endsWith(`from "${table}"`)) + 1];
  for (const table of ['version', 'keyframe', 'held_publish', 'blob']) {
    expect([table, countOf(table)]).toEqual([table, 'fetch 8 from dump']);
  }
});
