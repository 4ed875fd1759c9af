import assert from 'node:assert/strict';
import { exits } from '@sheetwire/contract/exits';
import { publishRelease, publishRollback, publishTag } from '@sheetwire/contract/publishing/history';
import { afterEach, beforeEach, test } from 'vitest';
import { runCommand } from '#run-command.ts';
import { TestPortal } from '#test-support/portal.ts';
import { TestTerminal } from '#test-support/terminal.ts';

let portal: TestPortal;
beforeEach(async () => {
  portal = await new TestPortal().open();
});
afterEach(() => portal.close());

const topic = 'ACME/SALES/DAILY';
const run = async (command: string, ...more: string[]) => {
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const args = [command, ...more, '--server', portal.url, '--token-env', 'KEY'];
  return { exit: await runCommand(args, terminal), terminal };
};

test('a tag goes to the version, an empty one takes it away', async () => {
  const { exit, terminal } = await run('tag', topic, '12', 'Final 17:30');
  assert.equal(exit, exits.done);
  assert.deepEqual(terminal.said, [`Version 12 of ${topic} is tagged "Final 17:30" and will be kept`]);
  assert.equal(portal.seen[0]?.path, publishTag.path);
  assert.deepEqual(portal.seen[0]?.body, { topic, version: 12, tag: 'Final 17:30' });
  assert.deepEqual((await run('tag', topic, '12', '')).terminal.said, [`Version 12 of ${topic} no longer has a tag`]);
  portal.kept.changed = false;
  assert.match((await run('tag', topic, '12', 'x')).terminal.said.join(), /nothing to change/);
});

test('a rollback says its new version and how publishing goes on', async () => {
  const { exit, terminal } = await run('rollback', topic, '12', '--reason', 'wrong prices');
  assert.equal(exit, exits.done);
  assert.deepEqual(terminal.said, [`Rolled ${topic} back to version 12, as version 41`]);
  assert.deepEqual(terminal.warned, [`Publishing is on hold. To resume: sheetwire release ${topic} 41`]);
  assert.equal(portal.seen[0]?.path, publishRollback.path);
  assert.deepEqual(portal.seen[0]?.body, { topic, version: 12, reason: 'wrong prices' });
});

test('a release says what viewers see', async () => {
  const { exit, terminal } = await run('release', topic, '41');
  assert.equal(exit, exits.done);
  assert.deepEqual(terminal.said, [`Released 41 of ${topic}; viewers see version 41`]);
  assert.equal(portal.seen[0]?.path, publishRelease.path);
  assert.deepEqual(portal.seen[0]?.body, { topic, version: 41, accept: true });
});

test('a refusal ends with its words and code', async () => {
  portal.refusals.push({ code: 'unknown_version' });
  const gone = await run('rollback', topic, '12', '--reason', 'x');
  assert.equal(gone.exit, exits.usage);
  assert.match(gone.terminal.warned.join(), /This version of the report does not exist or is no longer kept/);
  portal.refusals.push({ code: 'not_allowed' });
  assert.equal((await run('tag', topic, '12', 'x')).exit, exits.notAllowed);
});

test('what is no report, no version or no reason is told before anything is asked', async () => {
  for (const [args, words] of [
    [['tag', topic, 'last', 'x'], 'Specify the version as a number'],
    [['tag', topic, '3'], 'Specify the tag'],
    [['tag', topic, '3', 'two', 'words'], 'in quotation marks'],
    [['rollback', topic, '3'], 'Say why with --reason TEXT'],
    [['rollback', topic, '0', '--reason', 'x'], 'Specify the version as a number'],
    [['release', topic, '3', '4'], 'Specify only one version: remove 4'],
    [['release', 'SALES', '3'], 'SALES'],
  ] as const) {
    const [command, ...more] = args;
    const { exit, terminal } = await run(command, ...more);
    assert.equal(exit, exits.usage);
    assert.match(terminal.warned.join(), new RegExp(words));
  }
  assert.deepEqual(portal.paths, []);
});
