import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealFile, verifySeal } from './sealed-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-sealed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const DAY_S = 24 * 3600;

test('two backups to one name at once are both whole: the later one takes the name', async () => {
  const file = join(folder, 'night.backup');
  await sealFile(file, (draft) => writeFile(draft, 'last night'));
  const [hasBegun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = sealFile(file, async (draft) => {
    await writeFile(draft, 'slow, ');
    hasBegun.resolve();
    await mayGoOn.promise;
    await writeFile(draft, 'but whole', { flag: 'a' });
  });
  await hasBegun.promise;
  const quick = sealFile(file, async (draft) => {
    await writeFile(draft, 'quick, ');
    mayGoOn.resolve();
    await slow;
    expect(await contentOf(file)).toBe('slow, but whole');
    await writeFile(draft, 'and whole', { flag: 'a' });
  });
  await quick;
  expect(await contentOf(file)).toBe('quick, and whole');
  expect(await readdir(folder)).toEqual(['night.backup']);
});

test('a full disk is told with the folder that needs room', async () => {
  const file = join(folder, 'full.backup');
  const fill = (draft: string) => writeFile('/dev/full', draft);
  await expect(sealFile(file, fill)).rejects.toMatchObject({
    code: 'ENOSPC',
    message: `The disk of ${folder} is full; free some space, or choose another folder`,
  });
  expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([]);
});

test('one that fails leaves the other and the last one as they are', async () => {
  const file = join(folder, 'failed.backup');
  await sealFile(file, (draft) => writeFile(draft, 'last night'));
  const whole = sealFile(file, async (draft) => {
    await writeFile(draft, 'tonight');
    const broken = sealFile(file, () => Promise.reject(new Error('no room')));
    await expect(broken).rejects.toThrow('no room');
    expect(await contentOf(file)).toBe('last night');
  });
  await whole;
  expect(await contentOf(file)).toBe('tonight');
});

test('drafts of runs that were killed are removed once they are a day old, and nothing else is', async () => {
  const file = join(folder, 'killed.backup');
  const old = Date.now() / 1000 - DAY_S - 1;
  const leftovers = [
    'killed.backup.part',
    'killed.backup.0123456789ab.part',
    'killed.backup.0123456789ab.part-journal',
  ];
  const others = ['killed.backup.0123456789ac.part', 'killed.backup.old', 'other.backup.0123456789ab.part'];
  for (const name of [...leftovers, ...others]) {
    await writeFile(join(folder, name), '');
    if (name !== others[0]) await utimes(join(folder, name), old, old);
  }
  await sealFile(file, (draft) => writeFile(draft, 'tonight'));
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining([...others, 'killed.backup']));
  expect(left.filter((name) => leftovers.includes(name))).toEqual([]);
});

async function contentOf(file: string): Promise<string> {
  return (await readFile(file)).subarray(0, await verifySeal(file)).toString();
}
