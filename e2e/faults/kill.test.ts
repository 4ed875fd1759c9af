import { expect, test } from 'vitest';
import { withPostgres } from '../../scripts/test/postgres.ts';
import { startPortal } from '../support/portal.ts';
import { isSoak as soak } from '../support/soak.ts';
import { type KillResult, killRounds } from './kill-rounds.ts';

const plan = { rounds: soak ? 200 : 5, publishers: soak ? 50 : 16, perRound: 200 };
const minute = 60_000;
const readyWithin = 5000;

/** How fast is measured in the long run, which has the machine for itself. */
function expectReadySoon({ slowest }: KillResult): void {
  if (soak) expect(slowest).toBeLessThan(readyWithin);
}

const nothingLost = { rounds: plan.rounds, lost: 0, torn: 0, reused: 0 };

test('kill -9 while everybody publishes loses nothing that was acknowledged, on the embedded store', {
  timeout: (soak ? 60 : 5) * minute,
}, async () => {
  const portal = await startPortal();
  const result = await killRounds(portal, plan);
  await portal.stop();
  expect(result).toMatchObject(nothingLost);
  expectReadySoon(result);
});

test('kill -9 while everybody publishes loses nothing that was acknowledged, on PostgreSQL', {
  timeout: (soak ? 60 : 5) * minute,
}, async () => {
  const postgres = await withPostgres();
  const portal = await startPortal({ SHEETWIRE_DATABASE_URL: postgres.url });
  const result = await killRounds(portal, plan);
  await portal.stop();
  await postgres.stop();
  expect(result).toMatchObject(nothingLost);
  expectReadySoon(result);
});
