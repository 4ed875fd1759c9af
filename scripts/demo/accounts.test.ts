import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoSecrets } from './accounts.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-demo-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a second start of the demo has the accounts of the first', async () => {
  const secrets = await demoSecrets(dataDir);
  await writeFile(join(dataDir, 'sheetwire.db'), '');
  expect(await demoSecrets(dataDir)).toEqual(secrets);
});

test('the demo puts no accounts into the store of a portal', async () => {
  await writeFile(join(dataDir, 'sheetwire.db'), '');
  await expect(demoSecrets(dataDir)).rejects.toThrow(
    `${dataDir} has a store that the demo did not create; start the portal with npm run serve`,
  );
  expect(await readdir(dataDir)).toEqual(['sheetwire.db']);
});
