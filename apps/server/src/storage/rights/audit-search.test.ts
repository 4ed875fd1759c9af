import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { turnsOf } from '../../testing/turns-of.ts';
import type { Access } from '../access.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { newThreads } from '../sqlite/writer-threads.ts';
import { SqlAuditLog } from './audit.ts';

const ROWS = 12;
/** What one list of a changed gropic may take. */
const long = 'x'.repeat(limits.audit.bytesAtOnce / 4);

let folder: string;
let access: Access;
let log: SqlAuditLog;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheetwire-audit-search-'));
  access = await openSqlite(folder, { now: () => 1 }, newThreads);
  log = new SqlAuditLog(access);
});
afterEach(async () => {
  await access.close();
  rmSync(folder, { recursive: true });
});

async function addRows(of: (n: number) => string): Promise<void> {
  for (let at = 0; at < ROWS; at++) {
    const row = { at, actor: 'ACME/ann', action: 'rights changed', object: 'ACME/RATES', address: '::1' };
    await log.add({ ...row, before: of(at), after: of(at + 1) });
  }
}

test('long lists of before and after are read a few rows at a time, in order and no further than is shown', async () => {
  await addRows(() => long);
  let found: Awaited<ReturnType<SqlAuditLog['search']>> | undefined;
  const turns = await turnsOf(async () => {
    found = await log.search({ limit: ROWS, text: 10 });
  });
  // Two texts a row, four to a part.
  expect(turns).toBeGreaterThanOrEqual(ROWS / 2 - 1);
  expect(found?.rows.map(({ at }) => at)).toEqual(Array.from({ length: ROWS }, (_, n) => ROWS - 1 - n));
  const shown = `"${'x'.repeat(10)}`;
  expect(found?.rows.map(({ before, after }) => [before, after])).toEqual(Array(ROWS).fill([shown, shown]));
  expect((await log.search({ limit: 1 })).rows[0]?.after).toBe(JSON.stringify(long));
});

test('a page of short rows is read at once', async () => {
  await addRows((n) => `${n}`);
  expect(await turnsOf(() => log.search({ limit: ROWS, text: 10 }))).toBe(0);
});
