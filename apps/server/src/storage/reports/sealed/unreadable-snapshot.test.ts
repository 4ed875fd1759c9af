import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStores } from '../../open-stores.ts';
import { cell, newTopic, whole } from '../../suite/builders.ts';
import { MovedClock } from '../../suite/moved-clock.ts';
import { named, reportOf } from '../../suite/report-history.ts';
import { openTampering } from '../../testing/tampering.ts';
import { testSeals } from '../../testing/test-seals.ts';

const minute = 60_000;

test('a snapshot that cannot be read is told, and neither the next one nor thinning waits for it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-unreadable-'));
  const clock = new MovedClock();
  const at = { databaseUrl: '', dataDir };
  const stores = await openStores({ ...at, clock, seals: testSeals('a') });
  const beside = await openTampering(at);
  try {
    clock.move(minute - (clock.now() % minute));
    const from = clock.now();
    const topic = newTopic();
    await stores.reports.append(whole({ topic, base: 0, version: 1 }, reportOf(1, [named('1')])));
    await stores.reports.append(cell({ topic, base: 1, version: 2 }, '2'));
    const capture = (date: string, value: string) => {
      const report = { ...reportOf(2, [named(value)]), sender: 'ACME/bob' };
      return stores.snapshots.capture({ topic, date, capturedAt: clock.now(), report });
    };
    await capture('2026-01-01', 'lost');
    await sql`update blob set body = ${Buffer.from('no such bytes')}`.execute(beside.db);
    await capture('2026-01-02', '2');
    await stores.reports.append(cell({ topic, base: 2, version: 3 }, '3'));
    clock.move(60 * minute);
    await stores.reports.append(whole({ topic, base: 3, version: 4 }, reportOf(4, [named('4')])));
    const thinned = stores.past.thin({ from, to: from + minute, width: minute });
    await expect(thinned).rejects.toThrow(`the snapshot 2026-01-01 of ${topic} cannot be sealed`);
    expect(await stores.past.proof(topic, 1)).toBeUndefined();
    expect(await stores.past.proof(topic, 2)).toMatchObject({ state: 'signed' });
  } finally {
    await beside.close();
    await stores.close();
    await rm(dataDir, { recursive: true });
  }
});
