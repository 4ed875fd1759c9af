import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#run-command.ts';
import { startingEnv } from '../test-support/starting-env.ts';
import { TestTerminal } from '../test-support/terminal.ts';

const password = 'a long password';
let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-user-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

async function user(args: string, stdin = password) {
  const env = { ...startingEnv, SHEETWIRE_DATA_DIR: dataDir };
  const terminal = new TestTerminal({ env, stdin });
  const exit = await runCommand(['user', ...args.split(' ')], terminal);
  return { exit, said: terminal.said.join('\n'), warned: terminal.warned.join('\n') };
}

test('a user is made, changed and given a new password', { timeout: 60_000 }, async () => {
  expect(await user('add demo/Ann --email ann@example.com --password-stdin')).toMatchObject({
    exit: 0,
    said: 'DEMO/ann added',
  });
  expect((await user('set-password DEMO/ann --password-stdin')).exit).toBe(0);
  expect((await user('set DEMO/ann --block-admin on --deep-log off --disabled on')).said).toBe('DEMO/ann changed');
  expect((await user('sign-out DEMO/ann')).said).toBe('DEMO/ann is logged out everywhere');
});

test.runIf(process.env.SHEETWIRE_SOAK === 'yes')(
  'a user is added without a password, and none that is there',
  { timeout: 60_000 },
  async () => {
    expect((await user('add DEMO/ben --email ben@example.com')).said).toContain('DEMO/ben added without a password');
    expect(await user('add DEMO/ben --email other@example.com')).toMatchObject({ exit: 4 });
  },
);

test.each([
  'add DEMO/x',
  'add --email x@example.com',
  'add DEMO/x --email x@example.com --password secret',
  'set-password DEMO/x',
  'set DEMO/x --block-admin maybe',
  'remove DEMO/x',
  'sign-out',
  'sign-out DEMO/nobody',
])('sheetwire user %s is refused as usage', async (args) => {
  expect((await user(args)).exit).toBe(2);
});

test('a short password is refused in words that do not hold it', { timeout: 60_000 }, async () => {
  const { exit, warned } = await user('add DEMO/y --email y@example.com --password-stdin', 'shorty');
  expect([exit, warned.includes('at least 12 characters'), warned.includes('shorty')]).toEqual([2, true, false]);
});
