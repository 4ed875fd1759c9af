import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { turnsOf } from '../../testing/turns-of.ts';
import type { Access } from '../access.ts';
import { databaseFile, openReader } from '../sqlite/connection.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { newThreads } from '../sqlite/writer-threads.ts';
import { SqlControlStore } from './control-store.ts';

const PARTS = 4;
const names = Array.from({ length: PARTS * limits.store.dumpRows }, (_, n) => `name ${n}`);

let folder: string;
let access: Access;
let controls: SqlControlStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheetwire-controls-'));
  access = await openSqlite(folder, { now: () => 1 }, newThreads);
  controls = new SqlControlStore(access);
});
afterAll(async () => {
  await access.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['sessions', () => controls.leases(names)],
  ['updates', () => controls.ends(names)],
])('many %s that wait are looked at some at a time', async (_, look) => {
  expect(await turnsOf(look)).toBeGreaterThanOrEqual(PARTS);
});

test('updates that nobody was given are found without reading the others', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await controls.topicsWaiting();
  const [statement = ''] = prepare.mock.calls.map(([text]) => text);
  prepare.mockRestore();
  const db = openReader(databaseFile(folder));
  const plan = db.prepare(`explain query plan ${statement}`).all(1);
  db.close();
  const details = plan.map(({ detail }) => String(detail));
  expect(details.some((detail) => detail.includes('control_update_waiting'))).toBe(true);
});
