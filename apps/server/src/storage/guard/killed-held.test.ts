import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { openStores } from '#storage/open-stores.ts';
import { cell, report } from '#storage/suite/builders.ts';

const child = fileURLToPath(new URL('./testing/hold-and-die.ts', import.meta.url));
const topic = branded<'Topic'>('ACME/KILLED/HELD');

test('kill -9 between hold and release loses nothing: what was held waits, and can be released', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-held-'));
  const { signal } = spawnSync(process.execPath, [child, dataDir], { stdio: ['ignore', 'ignore', 'inherit'] });
  expect(signal).toBe('SIGKILL');
  const stores = await openStores({ databaseUrl: '', dataDir });
  const held = await stores.guard.held(topic);
  expect(held).toMatchObject({ number: 2, revision: 1 });
  expect(await stores.guard.content({ topic, revision: 1 })).toEqual(report(2, ['held']));
  expect((await stores.reports.newest(topic))?.version).toBe(1);
  const settles = { revision: 1, note: undefined };
  await stores.reports.append({ ...cell({ topic, base: 1, version: 2 }, 'held'), guard: { settles } });
  expect(await stores.guard.waiting()).toEqual([]);
  await stores.close();
  await rm(dataDir, { recursive: true });
});
