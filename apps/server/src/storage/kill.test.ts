import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withPostgres } from '../../../../scripts/test/postgres.ts';
import { openStores } from './open-stores.ts';
import { Ledger, strikeAfter } from './testing/ledger.ts';
import { faultsOf } from './testing/torn.ts';

/** The long form has as many rounds as SHEETWIRE_SOAK says, or 200 when it says no number. */
const soak = process.env.SHEETWIRE_SOAK;
const ROUNDS = soak === undefined ? 5 : Number.parseInt(soak, 10) || 200;
const ROUND_TIME = 20_000;
const writers = fileURLToPath(new URL('./testing/writers.ts', import.meta.url));

/** Kills sixteen writers at work, again and again, and looks at what is left. */
async function killRounds(databaseUrl: string, dataDir: string): Promise<Ledger> {
  const ledger = new Ledger();
  for (let round = 0; round < ROUNDS; round++) {
    const child = spawn(process.execPath, [writers, databaseUrl, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = await strikeAfter(child, ledger, 150 + 37 * (round % 10), () => child.kill('SIGKILL'));
    expect(ended).toBe('SIGKILL');
    const stores = await openStores({ databaseUrl, dataDir });
    expect(await faultsOf(stores.reports, ledger)).toEqual([]);
    await stores.close();
  }
  return ledger;
}

describe('kill -9 while sixteen publish', () => {
  test(
    'SQLite loses no acknowledged version, tears none and gives no number twice',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-kill-'));
      const { acks } = await killRounds('', dataDir);
      process.stdout.write(`SQLite: ${ROUNDS} kills, ${acks} acknowledged, 0 lost, 0 torn\n`);
      await rm(dataDir, { recursive: true });
    },
    ROUNDS * ROUND_TIME,
  );

  test(
    'PostgreSQL loses no acknowledged version, tears none and gives no number twice',
    async () => {
      const server = await withPostgres();
      const { acks } = await killRounds(server.url, '');
      process.stdout.write(`PostgreSQL: ${ROUNDS} kills, ${acks} acknowledged, 0 lost, 0 torn\n`);
      await server.stop();
    },
    ROUNDS * ROUND_TIME + 60_000,
  );

  test('PostgreSQL itself killed loses no acknowledged version, and the store goes on without a restart', async () => {
    const server = await withPostgres();
    const child = spawn(process.execPath, [writers, server.url, ''], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ledger = new Ledger();
    const stores = await openStores({ databaseUrl: server.url, dataDir: '', onFault: () => undefined });
    let crash: Promise<void> | undefined;
    await strikeAfter(child, ledger, 400, () => {
      crash = server.crash();
    });
    await crash;
    await expect(stores.check()).rejects.toThrow();
    await server.restart();
    await expect.poll(() => stores.check().then(() => 'up'), { timeout: ROUND_TIME }).toBe('up');
    expect(await faultsOf(stores.reports, ledger)).toEqual([]);
    await stores.close();
    await server.stop();
  }, 60_000);
});
