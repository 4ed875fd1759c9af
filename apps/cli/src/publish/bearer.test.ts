import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { afterEach, beforeEach, test } from 'vitest';
import { Stop } from '#exit.ts';
import { TestPortal } from '#test-support/portal.ts';
import { TestTerminal } from '#test-support/terminal.ts';
import { bearerFor } from './bearer.ts';

let portal: TestPortal;
let folder: string;
beforeEach(async () => {
  portal = await new TestPortal().open();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-test-'));
});
afterEach(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

const now = Date.parse('2026-11-20T12:00:00Z');
const fromEnv = (value: string) => ({ source: { kind: 'env', name: 'T' } as const, env: { T: value } });
const fromFile = (file: string) => ({ source: { kind: 'file', file } as const, env: {} });

function ask(from: ReturnType<typeof fromEnv> | ReturnType<typeof fromFile>, server = portal.url) {
  return bearerFor({ ...from, server: new URL(server), terminal: new TestTerminal(), now });
}

function stopped(exit: Exit) {
  return (fault: unknown) => fault instanceof Stop && fault.exit === exit;
}

test('an API key is the bearer itself', async () => {
  assert.equal((await ask(fromEnv('swk_abc\n'))).value, 'swk_abc');
  assert.deepEqual(portal.paths, []);
});

test('a token is exchanged once, and the credential takes its place in the file for its owner alone', async () => {
  const file = join(folder, 'token');
  await writeFile(file, 'swt_one\n');
  assert.equal((await ask(fromFile(file))).value, 'swc_of_swt_one');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.match(await readFile(file, 'utf8'), /^{/);
  assert.equal((await ask(fromFile(file))).value, 'swc_of_swt_one');
  assert.equal(portal.seen.length, 1);
});

test('a token is not used up where its credential cannot be saved', async () => {
  const file = join(folder, 'token');
  await writeFile(file, 'swt_one\n');
  await mkdir(`${file}.${process.pid}.new`);
  const refused = ask(fromFile(file));
  await assert.rejects(refused, { exit: exits.file, message: /cannot be saved in .+: the token was not used$/ });
  assert.deepEqual(portal.paths, []);
});

test('a token that is refused leaves its file alone, and nothing beside it', async () => {
  const file = join(folder, 'token');
  await writeFile(file, 'swt_used\n');
  await assert.rejects(ask(fromFile(file)), stopped(exits.notAllowed));
  assert.deepEqual([await readdir(folder), await readFile(file, 'utf8')], [['token'], 'swt_used\n']);
});

test('a key that no header can have is refused before anything is sent, and not shown', async () => {
  for (const key of ['swk_ab\u2019cd', 'swk_ab\u0007cd', 'swt_ab\u00e9cd']) {
    const refused = ask(fromEnv(key));
    await assert.rejects(refused, { exit: exits.usage, message: /^The environment variable T contains a character/ });
    await assert.rejects(refused, (fault) => !String(fault).includes('cd'));
  }
  assert.deepEqual(portal.paths, []);
});

test('a credential is not shown to another server, nor used when it has expired', async () => {
  const file = join(folder, 'token');
  const kept = { server: portal.url, user: 'ACME/ann', credential: 'swc_a', expiresUtc: '2026-11-20T12:00:01Z' };
  await writeFile(file, JSON.stringify(kept));
  assert.equal((await ask(fromFile(file))).value, 'swc_a');
  await assert.rejects(ask(fromFile(file), 'https://other.example'), stopped(exits.notAllowed));
  await writeFile(file, JSON.stringify({ ...kept, expiresUtc: '2026-11-20T11:59:59Z' }));
  await assert.rejects(ask(fromFile(file)), stopped(exits.notAllowed));
});

test('a used token, an empty variable and a missing file end with their own code', async () => {
  await assert.rejects(ask(fromEnv('swt_used')), stopped(exits.notAllowed));
  await assert.rejects(ask(fromEnv(' ')), stopped(exits.usage));
  await assert.rejects(ask(fromEnv('two words')), stopped(exits.usage));
  await assert.rejects(ask(fromFile(join(folder, 'none'))), stopped(exits.file));
  await portal.close();
  await assert.rejects(ask(fromEnv('swt_one')), stopped(exits.network));
});
