import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/test/free-port.ts';
import { type PostgresServer, withPostgres } from '../../../scripts/test/postgres.ts';
import { serve } from './serve.ts';
import { parseSettings } from './settings/settings.ts';

const START = 60_000;
let server: PostgresServer;
let dataDir = '';
beforeAll(async () => {
  server = await withPostgres();
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-faults-'));
}, START);
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
}, START);

test('a bus that is away at the start is told as a line of ours, not as a warning of Node', {
  timeout: START,
}, async () => {
  const read = parseSettings({
    SHEETWIRE_PORT: '0',
    SHEETWIRE_DATA_DIR: dataDir,
    SHEETWIRE_LOG_LEVEL: 'silent',
    SHEETWIRE_DATABASE_URL: server.url,
    SHEETWIRE_BUS_URL: `nats://127.0.0.1:${await freePort()}`,
  });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  const [warned, written] = [vi.spyOn(process, 'emitWarning'), vi.spyOn(process.stderr, 'write')];
  try {
    const chance = { bytes: (count: number) => randomBytes(count) };
    const served = await serve({
      settings: read.settings,
      clock: { now: () => Date.now() },
      chance,
      webDir: undefined,
    });
    const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('NATS'));
    expect(lines).toEqual([
      expect.stringMatching(/^SHEETWIRE_BUS_URL: NATS at 127\.0\.0\.1:\d+: .*; still trying; until then, .*\n$/),
    ]);
    expect(warned).not.toHaveBeenCalled();
    await served.close();
  } finally {
    vi.restoreAllMocks();
  }
});
