import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { exits } from '@sheetwire/contract/exits';
import { test } from 'vitest';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../bin/sheetwire.js', import.meta.url));

function sheetwire(...args: string[]) {
  return run(process.execPath, [program, ...args]);
}

test('help lists every command and is no fault', async () => {
  const { stdout } = await sheetwire('--help');
  for (const name of ['publish', 'token', 'serve', 'user', 'backup', 'restore', 'doctor']) {
    assert.match(stdout, new RegExp(`^  ${name} `.trimEnd(), 'm'));
  }
  assert.match((await sheetwire('publish', '--help')).stdout, /--dry-run --out DIR/);
});

test('it names its version', async () => {
  for (const asked of ['--version', '-V', 'version'])
    assert.match((await sheetwire(asked)).stdout, /^sheetwire \d+\.\d+\.\d+\n$/);
});

test('an unknown command and one without its file end as wrong use', async () => {
  await assert.rejects(sheetwire('publsih'), { code: exits.usage });
  await assert.rejects(sheetwire('backup'), {
    code: exits.usage,
    stderr: 'Specify one file\nUsage: sheetwire backup FILE [--verify]\n',
  });
});
