import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#run-command.ts';
import { startingEnv } from '../test-support/starting-env.ts';
import { TestTerminal } from '../test-support/terminal.ts';

const LONG = 60_000;
const password = 'a long password';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-whole-'));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

async function sheetwire(dataDir: string, ...args: string[]) {
  const env = { ...startingEnv, SHEETWIRE_DATA_DIR: at(dataDir) };
  const terminal = new TestTerminal({ env, stdin: password });
  const exit = await runCommand(args, terminal);
  return { exit, said: terminal.said.join('\n'), warned: terminal.warned.join('\n') };
}

test('a store is backed up, verified and comes back in another place, and the former one is kept', {
  timeout: LONG,
}, async () => {
  await sheetwire('one', 'user', 'add', 'DEMO/ann', '--email', 'ann@example.com', '--password-stdin');
  const backedUp = await sheetwire('one', 'backup', at('one.backup'));
  expect(backedUp).toMatchObject({
    exit: 0,
    said: expect.stringContaining(`The complete store is in ${at('one.backup')}`),
  });
  const verified = await sheetwire('none', 'restore', '--verify', at('one.backup'));
  expect(verified).toMatchObject({ exit: 0, said: expect.stringContaining('every seal is valid') });
  await sheetwire('two', 'user', 'add', 'DEMO/bob', '--email', 'bob@example.com', '--password-stdin');
  const restored = await sheetwire('two', 'restore', at('one.backup'));
  expect(restored).toMatchObject({ exit: 0, said: expect.stringContaining('before-restore') });
  expect((await sheetwire('two', 'user', 'sign-out', 'DEMO/ann')).exit).toBe(0);
  expect((await sheetwire('two', 'user', 'sign-out', 'DEMO/bob')).exit).toBe(2);
});

test('a file that is no backup, or a broken one, is neither replaced nor restored', { timeout: LONG }, async () => {
  await sheetwire('three', 'user', 'add', 'DEMO/ann', '--email', 'ann@example.com', '--password-stdin');
  await writeFile(at('letter.txt'), 'Dear Ann');
  expect((await sheetwire('three', 'backup', at('letter.txt'))).exit).toBe(5);
  expect(await readFile(at('letter.txt'), 'utf8')).toBe('Dear Ann');
  expect((await sheetwire('three', 'restore', at('letter.txt'))).exit).toBe(5);
  expect((await sheetwire('three', 'backup', at('cut.backup'))).exit).toBe(0);
  await truncate(at('cut.backup'), 1000);
  expect((await sheetwire('three', 'restore', at('cut.backup'))).exit).toBe(5);
  expect((await sheetwire('three', 'restore', at('cut.backup'), '--verify')).exit).toBe(5);
  expect((await sheetwire('three', 'user', 'sign-out', 'DEMO/ann')).exit).toBe(0);
});

test.each([['backup'], ['restore'], ['backup', 'a', 'b'], ['restore', '--force'], ['backup', '--verify']])(
  'sheetwire %s %s %s is refused as usage',
  async (...args) => {
    expect((await sheetwire('four', ...args)).exit).toBe(2);
  },
);

test('nothing to back up, and no such file, are told', { timeout: LONG }, async () => {
  expect((await sheetwire('five', 'backup', at('five.backup'))).exit).toBe(5);
  expect((await sheetwire('five', 'restore', at('none.backup'))).exit).toBe(5);
});
