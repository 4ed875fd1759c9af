import { StatementSync } from 'node:sqlite';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { type FilledStore, filledStore } from '../../testing/filled-store.ts';

const minute = 60_000;
const { thinnedAtOnce } = limits.log;
/** In one hour, as many servers publish: a few minutes of them are what is looked at at once. */
const VERSIONS = 3 * thinnedAtOnce;
const timeOf = (n: number) => Math.floor((n * 60 * minute) / VERSIONS);

let filled: FilledStore;
let stores: Stores;
beforeAll(async () => {
  filled = await filledStore((db) => {
    const version =
      db.prepare(`insert into version (topic, version, from_version, time, sender, is_whole, replay, is_packed,
      body, created_at) values ('ACME/RATES/DAILY', ?, ?, '', '', 0, 1, 0, x'00', ?)`);
    db.exec(`insert into topic (topic, version, time, sender, is_live, view_secret, publish_secret, reserved_to, changed_at,
      keyframe_version, keyframe_bytes, replay, replay_bytes) values ('ACME/RATES/DAILY', ${VERSIONS}, '', '', 1, null, null,
      ${VERSIONS}, 0, 1, 0, 0, 0)`);
    for (let n = 0; n < VERSIONS; n++) version.run(n + 1, n, timeOf(n));
  });
  ({ stores } = filled);
});
afterAll(() => filled.close());

test('an hour of very many versions is thinned some of them at a time, none left out', async () => {
  const asked = vi.spyOn(StatementSync.prototype, 'all');
  await stores.past.thin({ from: 0, to: 120 * minute, width: minute });
  const looks = asked.mock.calls.flatMap((given, n) => (isOfCrowds(asked.mock.contexts[n]) ? [given.map(Number)] : []));
  asked.mockRestore();
  const among = looks.map(([from = 0, to = 0]) => countBetween(from, to));
  expect(Math.max(...among)).toBeLessThanOrEqual(thinnedAtOnce);
  expect(among.reduce((sum, count) => sum + count, 0)).toBe(VERSIONS);
  expect(looks.slice(1).map(([from]) => from)).toEqual(looks.slice(0, -1).map(([, to]) => to));
});

test('a report that keeps less than the server is looked through once for each time, however long that is', async () => {
  const asked = vi.spyOn(StatementSync.prototype, 'all');
  const topic = branded<'Topic'>('ACME/RATES/DAILY');
  await stores.past.thin({ topic, from: 0, to: 7 * 24 * 60 * minute, width: minute });
  const rows = asked.mock.results.map(({ value }) => (Array.isArray(value) ? value.length : 0));
  asked.mockRestore();
  expect(Math.max(...rows)).toBeLessThanOrEqual(thinnedAtOnce);
  expect(rows.length).toBeLessThanOrEqual(1 + VERSIONS / thinnedAtOnce);
});

function isOfCrowds(statement: unknown): boolean {
  return statement instanceof StatementSync && statement.sourceSQL.includes('having');
}

function countBetween(from: number, to: number): number {
  let count = 0;
  for (let n = 0; n < VERSIONS; n++) if (timeOf(n) >= from && timeOf(n) < to) count++;
  return count;
}
