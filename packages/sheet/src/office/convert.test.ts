import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { convertToXlsx } from './convert.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;
const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** A program in LibreOffice's place. */
async function program(script: string): Promise<string> {
  const path = join(folder, 'soffice');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const convert = async (script: string, more: { timeMs?: number; signal?: AbortSignal } = {}) =>
  convertToXlsx({ program: await program(script), bytes: old, ending: 'xls', signal: never, ...more });

test('a file that takes too long is refused with the time that it had', async () => {
  await expect(convert('sleep 600', { timeMs: 300 })).rejects.toThrow('did not read the file within 0.3 s');
});

test('what it started ends with it', async () => {
  await expect(convert(`sleep 600 & echo $! > ${folder}/pid; exit 1`)).rejects.toThrow('could not read the file');
  expect(await readdir(folder)).toContain('pid');
});

test('it is told what it reads, and rubbish under the name of a workbook is not shown to it', async () => {
  const asked = convertToXlsx({ program: '/bin/true', bytes: Buffer.from('rubbish'), ending: 'xls', signal: never });
  await expect(asked).rejects.toThrow('The file is not a .xls workbook');
});

test('who no longer waits ends it, also before its turn', async () => {
  const ending = new AbortController();
  const script = await program('sleep 600');
  const jobs = [1, 2, 3].map(() =>
    convertToXlsx({ program: script, bytes: old, ending: 'xls', signal: ending.signal }),
  );
  ending.abort();
  const outcomes = await Promise.allSettled(jobs);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
