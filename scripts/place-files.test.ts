import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderBeside, pageFiles, placeFiles } from './place-files.ts';

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

const place = (at = now) => placeFiles(join(folder, 'aside'), join(folder, 'dist'), at, pageFiles);
const filesOf = async (name: string) => (await readdir(join(folder, name))).sort();

test('a build takes the place of the one before', async () => {
  await write('dist/index.html', day);
  await write('aside/index.html');
  await write('aside/.vite/manifest.json');
  await place();
  expect(await readFile(join(folder, 'dist/index.html'), 'utf8')).toBe('aside/index.html');
  expect(await filesOf('dist')).toEqual(['.vite', 'index.html']);
});

test.each(['assets', 'addin/assets'])(
  'what an open page, or a server that runs, asks for in %s stays a day from the build that has others, however old it is',
  async (assets) => {
    await write(`dist/${assets}/first.js`, 30 * day);
    await write(`aside/${assets}/second.js`);
    await place();
    expect(await filesOf(`dist/${assets}`)).toEqual(['first.js', 'second.js']);
    await write(`aside/${assets}/third.js`);
    await place(now + day - 1);
    expect(await filesOf(`dist/${assets}`)).toEqual(['first.js', 'second.js', 'third.js']);
    await write(`aside/${assets}/third.js`);
    await place(now + day);
    expect(await filesOf(`dist/${assets}`)).toEqual(['second.js', 'third.js']);
  },
);

test('a file that a later build has again stays with it, and a day from then', async () => {
  await write('dist/assets/again.js', day);
  for (const [file, at] of [
    ['other', now],
    ['again', now + 1],
    ['other', now + day],
  ] as const) {
    await write(`aside/assets/${file}.js`);
    await place(at);
  }
  expect(await filesOf('dist/assets')).toEqual(['again.js', 'other.js']);
});

test('a list of earlier files that was cut off costs none of them', async () => {
  await write('dist/assets/first.js', 30 * day);
  await write('dist/.vite/earlier.json');
  await write('aside/assets/second.js');
  await place();
  expect(await filesOf('dist/assets')).toEqual(['first.js', 'second.js']);
});

test('a file without a name of its own goes with its build', async () => {
  await write('dist/old-icon.svg', 1);
  await write('aside/icon.svg');
  await place();
  expect(await filesOf('dist')).toEqual(['.vite', 'icon.svg']);
});

test('a build lies beside its place until it is whole, and takes away what was cut off there', async () => {
  await write('node_modules/.build-cut/main.js', day);
  await utimes(join(folder, 'node_modules/.build-cut'), new Date(now - day), new Date(now - day));
  await write('node_modules/.build-busy/main.js');
  await write('node_modules/other/main.js', day);
  await utimes(join(folder, 'node_modules/.build-busy'), new Date(now), new Date(now));
  const aside = await folderBeside(join(folder, 'dist'), now);
  expect(dirname(aside)).toBe(join(folder, 'node_modules'));
  const left = (await filesOf('node_modules')).filter((name) => join(folder, 'node_modules', name) !== aside);
  expect(left).toEqual(['.build-busy', 'other']);
});
