import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#run-command.ts';
import { startingEnv } from '../test-support/starting-env.ts';
import { TestTerminal } from '../test-support/terminal.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-doctor-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

async function doctor(settings: Record<string, string>, ...args: string[]) {
  const env = { ...startingEnv, SHEETWIRE_DATA_DIR: dataDir, ...settings };
  const terminal = new TestTerminal({ env });
  const exit = await runCommand(['doctor', ...args], terminal);
  return { exit, said: terminal.said };
}

test('sheetwire doctor says each finding in a line and ends with the code of the first fault', async () => {
  const settings = { SHEETWIRE_DATABASE_URL: 'postgres://portal:secret@127.0.0.1:9/portal' };
  const { exit, said } = await doctor(settings);
  expect(exit).toBe(6);
  expect(said).toContainEqual(expect.stringMatching(/^ok {3}settings {2,}valid$/));
  expect(said).toContainEqual(expect.stringMatching(/^FAIL store {2,}.*ECONNREFUSED/));
  expect(said.join('\n')).not.toContain('secret@');
  expect((await doctor({ SHEETWIRE_PORT: 'x' })).exit).toBe(2);
  expect((await doctor({}, 'everything')).exit).toBe(2);
});
