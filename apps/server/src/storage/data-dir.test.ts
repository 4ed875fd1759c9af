import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDataDir, nearestFolder } from './data-dir.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sheetwire-data-dir-'));
});
afterAll(() => rm(root, { recursive: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('a data folder is made with those above it, for its owner alone, and left as it is when it is there', async () => {
  const dir = join(root, 'a', 'b', 'c');
  expect(nearestFolder(dir)).toBe(root);
  makeDataDir(dir);
  expect(await Promise.all([dir, join(root, 'a')].map(modeOf))).toEqual(['700', '700']);
  await writeFile(join(dir, 'kept'), '');
  await chmod(dir, 0o750);
  makeDataDir(dir);
  expect([await readdir(dir), await modeOf(dir), nearestFolder(dir)]).toEqual([['kept'], '750', dir]);
});

describe('a data folder that cannot be is told in a sentence that says what to do', () => {
  test.each([
    ['a file', () => join(root, 'file'), 'is not a folder; use a folder'],
    ['in a file', () => join(root, 'file', 'x', 'y'), 'is not a folder; use a folder'],
    ['in a device', () => '/dev/null/x', '/dev/null is not a folder; use a folder'],
    ['a broken link', () => join(root, 'nowhere'), 'is a broken link; fix it'],
    ['a link to itself', () => join(root, 'loop', 'x'), 'is a broken link; fix it'],
    ['with too long a name', () => join(root, 'x'.repeat(300)), 'a name in its path is too long; use a folder'],
    ['with too long a path', () => join(root, ...Array<string>(40).fill('x'.repeat(20))), 'is too long; use a folder'],
  ])('%s', async (_, place, words) => {
    await writeFile(join(root, 'file'), '');
    for (const [name, target] of [['nowhere', 'gone'] as const, ['loop', 'loop'] as const]) {
      await rm(join(root, name), { force: true });
      await symlink(join(root, target), join(root, name));
    }
    expect(() => makeDataDir(place())).toThrow(words);
    expect(() => makeDataDir(place())).toThrow(/^SHEETWIRE_DATA_DIR: /);
  });

  test('where the system lets nobody make folders', () => {
    for (const place of ['/proc/x', '/proc/x/y', '/proc']) {
      expect(() => makeDataDir(place)).toThrow(
        `no files can be created in ${place.slice(0, '/proc/x'.length)} (ENOENT)`,
      );
    }
  });
});

/** Who runs the tests may be allowed everything: nobody asks then. */
test('a folder of somebody else is told, and so is one that may not be written', async () => {
  const closed = join(root, 'closed');
  await mkdir(join(closed, 'in'), { recursive: true });
  for (const [place, mode] of [
    [root, 0o755] as const,
    [closed, 0o555] as const,
    [join(closed, 'in'), 0o555] as const,
  ]) {
    await chmod(place, mode);
  }
  const script = `import { makeDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))};
    process.chdir('/');
    if (process.getuid() === 0) { process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY}); }
    for (const place of process.argv.slice(1)) try { makeDataDir(place); } catch (error) { console.log(error.message); }`;
  const args = ['--input-type=module', '-e', script, join(closed, 'x'), join(closed, 'in')];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const said = (place: string) => `SHEETWIRE_DATA_DIR: this user cannot create ${place} or files in it; make the user`;
  const lines = stdout.trim().split('\n');
  expect(lines).toEqual([join(closed, 'x'), join(closed, 'in')].map((place) => expect.stringContaining(said(place))));
});

const NOBODY = 65_534;
