import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanFolder } from './scan-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('ten thousand files are found, and one more is too many', { timeout: 60_000 }, async () => {
  for (let n = 0; n < limits.folder.files; n++) await writeFile(join(folder, `${n}.csv`), '');
  const scan = await scanFolder(folder);
  expect([scan.files.size, scan.isCut]).toEqual([limits.folder.files, false]);
  await writeFile(join(folder, 'more.csv'), '');
  expect((await scanFolder(folder)).isCut).toBe(true);
});

test('folders that lie too deep are named and left out', async () => {
  const deep = join(folder, ...Array.from({ length: limits.folder.depth + 1 }, () => 'd'));
  await mkdir(deep, { recursive: true });
  await writeFile(join(deep, 'a.csv'), '');
  const { files, leftOut } = await scanFolder(folder);
  expect([files.size, leftOut]).toEqual([
    0,
    [expect.stringMatching(/is nested too deeply: folders are published up to 16 levels down/)],
  ]);
});

test('a folder that is not there is told to whoever asks', async () => {
  await expect(scanFolder(join(folder, 'none'))).rejects.toThrow(/ENOENT/);
});
