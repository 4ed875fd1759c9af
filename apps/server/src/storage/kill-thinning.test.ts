import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, onTestFinished, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { withPostgres } from '../../../../scripts/test/postgres.ts';
import { openStores } from './open-stores.ts';
import { Ledger, strikeAfter } from './testing/ledger.ts';
import { cellsOf, faultsOf } from './testing/torn.ts';

/** The long form has as many rounds as SHEETWIRE_SOAK says, or 200 when it says no number, and takes both databases. */
const soak = process.env.SHEETWIRE_SOAK;
const ROUNDS = soak === undefined ? 2 : Number.parseInt(soak, 10) || 200;
const LAST = 40;
const program = fileURLToPath(new URL('./testing/thinners.ts', import.meta.url));

/** What is wrong with the versions that are kept, in words. */
async function keptFaults({ reports, past, marks }: Stores, ledger: Ledger): Promise<string[]> {
  const faults = await faultsOf(reports, ledger);
  for (const [name, acked] of ledger.acked) {
    const topic = parseTopic(name);
    if (!topic) throw new Error(`${name} is no report`);
    const last = await reports.last(topic, LAST);
    const tagged = (await marks.since(topic, 1)).map(({ version }) => version);
    const due = acked - (acked % 40);
    if (due > 0 && !tagged.includes(due)) faults.push(`${name}: version ${due} lost its tag`);
    for (const version of [...last.map((one) => one.version), ...tagged]) {
      const html = (await past.read(topic, version))?.pages[0]?.html ?? 'nothing';
      const shown = [...html.matchAll(/<td>([^<]*)<\/td>/g)].map((match) => match[1]);
      if (shown.join() !== cellsOf(version, 40).join()) faults.push(`${name}: version ${version} shows ${html}`);
    }
  }
  return faults;
}

async function killRounds(databaseUrl: string, dataDir: string): Promise<string> {
  const ledger = new Ledger();
  let looked = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const child = spawn(process.execPath, [program, databaseUrl, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    const acks = 120 + 41 * (round % 10);
    expect(await strikeAfter(child, ledger, acks, () => child.kill('SIGKILL'))).toBe('SIGKILL');
    const stores = await openStores({ databaseUrl, dataDir });
    expect(await keptFaults(stores, ledger)).toEqual([]);
    looked += ledger.acked.size;
    await stores.close();
    if (soak !== undefined && round % 20 === 19)
      process.stdout.write(`${round + 1} kills, ${ledger.acks} acknowledged\n`);
  }
  expect(looked).toBeGreaterThan(0);
  return `${ROUNDS} kills while versions are thinned, ${ledger.acks} acknowledged, 0 kept versions lost or changed\n`;
}

const LONG = 60_000 + ROUNDS * 20_000;

const places = {
  async SQLite() {
    const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-kill-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    return ['', dataDir] as const;
  },
  async PostgreSQL() {
    const server = await withPostgres();
    onTestFinished(() => server.stop());
    return [server.url, ''] as const;
  },
};

test.each(soak === undefined ? (['SQLite'] as const) : (['SQLite', 'PostgreSQL'] as const))(
  'killed while it publishes and thins, %s keeps each version that is kept as it was',
  async (name) => {
    const [databaseUrl, dataDir] = await places[name]();
    process.stdout.write(`${name}: ${await killRounds(databaseUrl, dataDir)}`);
  },
  LONG,
);
