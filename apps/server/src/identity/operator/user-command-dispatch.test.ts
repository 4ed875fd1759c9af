import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LocalBus } from '#live/bus/local.ts';
import { loadSecretKey } from '#secrets/secret-key.ts';
import { parseSettings } from '#settings/settings.ts';
import { openStores } from '#storage/open-stores.ts';
import { dispatchUserCommand } from './user-command-dispatch.ts';

test('what a command tells the servers is signed with the key that they share: they obey nothing else', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-command-'));
  const read = parseSettings({ SHEETWIRE_DATA_DIR: dataDir });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  const keys: Uint8Array[] = [];
  const told: string[] = [];
  const deps = {
    settings: read.settings,
    tell: (line: string) => void told.push(line),
    clock: { now: () => Date.now() },
    chance: { bytes: (count: number) => randomBytes(count) },
    openStores: () => openStores({ databaseUrl: '', dataDir }),
    openBus: async (secretKey: Uint8Array) => {
      keys.push(secretKey);
      return new LocalBus();
    },
  };
  const ann = { command: 'add', user: 'DEMO/ann', email: 'ann@example.com', password: 'a long password' };
  expect(await dispatchUserCommand(deps, ann)).toMatchObject({ outcome: 'done' });
  expect(told).toEqual([`No server is using ${dataDir}, so the store there is used directly`]);
  expect(keys).toEqual([await loadSecretKey({ secretKey: '', dataDir })]);
  await rm(dataDir, { recursive: true });
});
