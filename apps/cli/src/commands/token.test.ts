import assert from 'node:assert/strict';
import { login, logout } from '@sheetwire/contract/accounts';
import { exits } from '@sheetwire/contract/exits';
import { newToken } from '@sheetwire/contract/tokens';
import { afterEach, beforeEach, test } from 'vitest';
import { runCommand } from '#run-command.ts';
import { TestPortal } from '#test-support/portal.ts';
import { TestTerminal } from '#test-support/terminal.ts';

let portal: TestPortal;
beforeEach(async () => {
  portal = await new TestPortal().open();
});
afterEach(() => portal.close());

const args = () => ['token', '--server', portal.url, '--user', 'ACME/ann', '--password-stdin'];

test('a token is printed alone, and no session stays behind', async () => {
  const terminal = new TestTerminal({ stdin: 'right' });
  assert.equal(await runCommand(args(), terminal), exits.done);
  assert.deepEqual(terminal.said, ['swt_fresh']);
  assert.deepEqual(portal.paths, [login.path, newToken.path, logout.path]);
  assert.equal(portal.seen[1]?.headers.origin, portal.url);
});

test('a wrong password ends as not allowed, in the words of the portal', async () => {
  const terminal = new TestTerminal({ stdin: 'wrong' });
  assert.equal(await runCommand(args(), terminal), exits.notAllowed);
  assert.deepEqual(terminal.warned, ['Wrong user or password']);
  assert.deepEqual(terminal.said, []);
});

test('a password is never an argument', async () => {
  assert.equal(await runCommand(args().slice(0, 5), new TestTerminal()), exits.usage);
  assert.equal(await runCommand([...args(), '--password', 'right'], new TestTerminal()), exits.usage);
});
