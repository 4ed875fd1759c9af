import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageFiles, placeFiles } from './place-files.ts';

const now = Date.UTC(2026, 10, 21);
const day = 24 * 3600 * 1000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-place-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(file: string, age = 0): Promise<void> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file);
  await utimes(path, new Date(now - age), new Date(now - age));
}

const place = () => placeFiles(join(folder, 'aside'), join(folder, 'dist'), now, pageFiles);
const filesOf = async (name: string) => (await readdir(join(folder, name))).sort();

test('a build takes the place of the one before', async () => {
  await write('dist/index.html', day);
  await write('aside/index.html');
  await write('aside/.vite/manifest.json');
  await place();
  expect(await readFile(join(folder, 'dist/index.html'), 'utf8')).toBe('aside/index.html');
  expect(await filesOf('dist')).toEqual(['.vite', 'index.html']);
});

test('what an open page of the build before asks for stays a day', async () => {
  await write('dist/assets/yesterday.js', day + 1);
  await write('dist/assets/today.js', 1);
  await write('aside/assets/now.js');
  await place();
  expect(await filesOf('dist/assets')).toEqual(['now.js', 'today.js']);
});

test('a file without a name of its own goes with its build', async () => {
  await write('dist/old-icon.svg', 1);
  await write('aside/icon.svg');
  await place();
  expect(await filesOf('dist')).toEqual(['icon.svg']);
});
