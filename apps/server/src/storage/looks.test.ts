import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { branded } from '@sheetwire/rules/name';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { openStores } from './open-stores.ts';
import { databaseFile } from './sqlite/connection.ts';
import { whole } from './suite/builders.ts';
import { scansOf } from './testing/scans.ts';
import { testSeals } from './testing/test-seals.ts';

let folder: string;
let stores: Stores;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheetwire-looks-'));
  stores = await openStores({ databaseUrl: '', dataDir: folder, seals: testSeals('k') });
});
afterEach(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

/** What a server asks every few seconds, however large its store is. */
const looks: Readonly<Record<string, () => Promise<unknown>>> = {
  versions: () => stores.reports.headsSince(1),
  'changes of rights': () => stores.rightsChanges.since('users', 1, 100),
  rules: () => stores.guard.savedSince(1),
  'held publishes': () => stores.guard.waiting(),
  'silent publishers': () => stores.controls.lapse(),
  'entries that wait': () => stores.controls.topicsWaiting(),
  seats: () => stores.seats.look(10),
  snapshots: () => stores.snapshotSchedule.nextAt(),
  'snapshots to be sealed': () => stores.past.thin({ from: 0, to: 1, width: 1 }),
};

test.each(Object.keys(looks))('a look for %s looks through no table', async (name) => {
  expect(await scansOf(databaseFile(folder), async () => looks[name]?.())).toEqual([]);
});

test('thinning that is told to stop before it begins asks the store next to nothing', async () => {
  const topic = branded<'Topic'>('ACME/RATES/DAILY');
  await stores.reports.append(whole({ topic, base: 0, version: 1 }));
  const all = vi.spyOn(StatementSync.prototype, 'all');
  const stopped = AbortSignal.abort();
  const [minute, year] = [60_000, 366 * 24 * 3_600_000];
  const tier = { from: 0, to: Date.now() + year, width: minute };
  await stores.past.thin(tier, stopped);
  await stores.past.thin({ ...tier, topic }, stopped);
  expect(all.mock.calls.length).toBeLessThan(10);
  all.mockRestore();
});
