import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { turnsOf } from '../../testing/turns-of.ts';
import { openStores } from '../open-stores.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { migrateFile } from '../sqlite/open-sqlite.ts';

const {
  headsAsked,
  versionsAsked: { sqlite: versionsAsked },
} = limits.store;
/** Two parts and a bit of a third: each report has one version, and so many came in one millisecond. */
const REPORTS = 2 * versionsAsked + 50;
const AT_ONCE = 7;
const nameOf = (n: number) => `ACME/RATES/R${String(n).padStart(6, '0')}`;
const timeOf = (n: number) => 10 * versionsAsked + Math.floor(n / AT_ONCE);

let folder: string;
let stores: Stores;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheetwire-heads-'));
  await migrateFile(databaseFile(folder));
  fill();
  stores = await openStores({ databaseUrl: '', dataDir: folder });
});
afterAll(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

/** Published all the time: its versions fill the parts before those of all others. */
const BUSY = 'ACME/RATES/BUSY';

function fill(): void {
  const db = openWriter(databaseFile(folder));
  const topic =
    db.prepare(`insert into topic (topic, version, time, sender, is_live, view_secret, publish_secret, reserved_to,
    changed_at, keyframe_version, keyframe_bytes, replay, replay_bytes) values (?, 1, '', '', 1, null, null, 1, 0, 1, 0, 0, 0)`);
  const version =
    db.prepare(`insert into version (topic, version, from_version, time, sender, is_whole, replay, is_packed, body,
    created_at) values (?, ?, 0, '', '', 1, 1, 0, x'00', ?)`);
  db.exec('begin');
  for (let n = 0; n < REPORTS; n++) {
    topic.run(nameOf(n));
    version.run(nameOf(n), 1, timeOf(n));
  }
  topic.run(BUSY);
  for (let n = 1; n <= 3 * versionsAsked; n++) version.run(BUSY, n, n);
  db.exec('commit');
  db.close();
}

test('what changed is found some versions at a time, none left out where a part ends', async () => {
  const found: string[] = [];
  const turns = await turnsOf(async () => {
    for (const { topic } of await stores.reports.headsSince(timeOf(0))) found.push(topic);
  });
  expect(turns).toBe(2 + Math.ceil(REPORTS / headsAsked) - 1);
  expect(found.toSorted()).toEqual(Array.from({ length: REPORTS }, (_, n) => nameOf(n)));
});

test('few changes are found at once', async () => {
  const first = REPORTS - 3 * AT_ONCE;
  let found: string[] = [];
  const turns = await turnsOf(async () => {
    found = (await stores.reports.headsSince(timeOf(first) + 1)).map(({ topic }) => topic);
  });
  expect(turns).toBe(0);
  const later = Array.from({ length: REPORTS }, (_, n) => n).filter((n) => timeOf(n) > timeOf(first));
  expect(found.toSorted()).toEqual(later.map(nameOf));
});

test('the head of a report that is published all the time is read once', async () => {
  const read = vi.spyOn(StatementSync.prototype, 'all');
  const heads = await stores.reports.headsSince(1);
  const rows = read.mock.results.flatMap(({ value }) => (Array.isArray(value) ? value : []));
  read.mockRestore();
  const isBusy = (row: { topic?: unknown; sender?: unknown }) => row.topic === BUSY && row.sender !== undefined;
  expect(rows.filter(isBusy)).toHaveLength(1);
  expect(heads).toHaveLength(REPORTS + 1);
});
