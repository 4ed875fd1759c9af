import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { afterEach, beforeEach, test } from 'vitest';
import { Stop } from '#exit.ts';
import { convertFile } from './libreoffice.ts';

const convertToXlsx = (file: string, env: Readonly<Record<string, string>>, signal: AbortSignal) =>
  convertFile(Buffer.from('d0cf11e0a1b11ae1', 'hex'), { file, env, signal });

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-test-'));
  file = join(folder, 'book.xls');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program in LibreOffice's place. */
async function program(script: string): Promise<{ SHEETWIRE_SOFFICE: string }> {
  const path = join(folder, 'soffice');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return { SHEETWIRE_SOFFICE: path };
}

const never = new AbortController().signal;

function fileFault(words: RegExp) {
  return (fault: unknown) => fault instanceof Stop && fault.exit === exits.file && words.test(fault.message);
}

test('without LibreOffice the file is refused with what to do', async () => {
  await assert.rejects(convertToXlsx(file, { SHEETWIRE_SOFFICE: '' }, never), fileFault(/needs LibreOffice/));
});

test('a program that does not start, and one that makes nothing, are told in words', async () => {
  const missing = { SHEETWIRE_SOFFICE: join(folder, 'none') };
  await assert.rejects(convertToXlsx(file, missing, never), fileFault(/could not start/));
  await assert.rejects(convertToXlsx(file, await program('echo broken file >&2'), never), fileFault(/broken file/));
});

test('each conversion has a profile and a folder of its own, and leaves neither behind', async () => {
  const log = join(folder, 'log');
  const env = await program(`echo "$*" >> ${log}; while [ $# -gt 2 ]; do shift; done; echo made > "$1/book.xlsx"`);
  const made = await convertToXlsx(file, env, never);
  assert.equal(Buffer.from(made).toString(), 'made\n');
  await convertToXlsx(file, env, never);
  const used = [...(await readFile(log, 'utf8')).matchAll(/--outdir (\S+)/g)].map((match) => match[1] ?? '');
  assert.equal(new Set(used).size, 2);
  assert.deepEqual(used.map(existsSync), [false, false]);
});

test('what LibreOffice makes is read within the bounds of any file', async () => {
  const env = await program('while [ $# -gt 2 ]; do shift; done; truncate -s 300M "$1/book.xlsx"');
  await assert.rejects(convertToXlsx(file, env, never), fileFault(/too large as \.xlsx: publish a smaller file/));
});

test('Ctrl-C ends LibreOffice with everything that it started', { timeout: 60_000 }, async () => {
  const started = join(folder, 'started');
  const env = await program(`sleep 600 & echo $! > ${started}.new; mv ${started}.new ${started}; wait`);
  const ending = new AbortController();
  const changes = watch(folder);
  const converted = convertToXlsx(file, env, ending.signal);
  for await (const { filename } of changes) if (filename === 'started') break;
  ending.abort();
  await assert.rejects(converted);
  const pid = (await readFile(started, 'utf8')).trim();
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone');
  assert.match(state, /^gone$|\) [ZX] /);
});
