import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { publishGuard, publishGuardTest } from '@sheetwire/contract/publishing/for-programs';
import { afterEach, beforeEach, test } from 'vitest';
import { runCommand } from '#run-command.ts';
import { TestPortal } from '#test-support/portal.ts';
import { TestTerminal } from '#test-support/terminal.ts';

const topic = 'ACME/SALES/DAILY';
const rules: GuardRule[] = [
  { kind: 'moved', page: 'P', cell: 'B4', percent: 10, action: 'hold' },
  { kind: 'errors', action: 'refuse' },
];
let portal: TestPortal;
let folder = '';
beforeEach(async () => {
  portal = await new TestPortal().open();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-guard-'));
});
afterEach(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

const run = async (command: readonly string[], ...more: string[]) => {
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const exit = await runCommand([...command, topic, '--server', portal.url, '--token-env', 'KEY', ...more], terminal);
  return { exit, terminal };
};
const file = async (content: unknown) => {
  const path = join(folder, 'rules.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

test('the rules of a report are read as sentences, with what waits for approval', async () => {
  const found = [{ rule: 0, action: 'hold' as const, words: 'B4 on P moved from 1 to 2: 100%' }];
  const at = '2026-11-23T14:32:00.000Z';
  portal.rules = {
    rules,
    held: { version: 8, sinceUtc: at, timeUtc: at, by: 'ACME/bot', revision: 1, liveVersion: 7, rules: found },
  };
  const { exit, terminal } = await run(['guard']);
  assert.equal(exit, exits.done);
  assert.deepEqual(terminal.said, [
    '1. B4 on P moves by more than 10% since the last version: Hold for approval',
    '2. New error values: Refuse',
  ]);
  assert.deepEqual(terminal.warned, [
    `Publish 8 by ACME/bot has been waiting for approval since ${at}`,
    '  B4 on P moved from 1 to 2: 100%',
  ]);
  assert.deepEqual(portal.seen[0]?.body, { topic });
});

test('rules are set from a file, and what is wrong with one is said before anything is sent', async () => {
  portal.rules = { rules };
  const { exit } = await run(['guard'], '--rules', await file({ rules }));
  assert.equal(exit, exits.done);
  assert.deepEqual([portal.seen[0]?.path, portal.seen[0]?.body], [publishGuard.path, { topic, rules }]);
  for (const [content, words] of [
    ['no list', 'is not JSON'],
    [[{ kind: 'moved', cell: 'B4', action: 'hold' }], 'Rule 1: a rule of kind moved needs percent'],
    [[{ kind: 'none', action: 'hold' }], 'rule 1, kind is not a valid rule; up to 20 rules are allowed'],
  ] as const) {
    const { exit: failed, terminal } = await run(['guard'], '--rules', await file(content));
    assert.equal(failed, exits.file);
    assert.match(terminal.warned.join(), new RegExp(words));
  }
  assert.equal(portal.seen.length, 1);
});

test('a rehearsal tells of each rule how often and when it would have fired', async () => {
  const utc = '2026-11-23T14:32:00.000Z';
  portal.rehearsal = {
    results: [
      { rule: 0, fired: 1, versions: [{ version: 7, utc, words: 'B4 on P moved from 1 to 2: 100%' }] },
      { rule: 1, fired: 0, versions: [] },
    ],
    versions: 240,
    released: 2,
    isWhole: true,
  };
  const { exit, terminal } = await run(['guard', 'test'], '--rules', await file(rules), '--hours', '2');
  assert.equal(exit, exits.done);
  assert.deepEqual(terminal.said, [
    '1. B4 on P moves by more than 10% since the last version: once',
    `   ${utc}  version 7  B4 on P moved from 1 to 2: 100%`,
    '2. New error values: never',
  ]);
  assert.deepEqual(terminal.warned, ['240 versions checked', '2 more versions were held and then released']);
  assert.deepEqual([portal.seen[0]?.path, portal.seen[0]?.body], [publishGuardTest.path, { topic, rules, hours: 2 }]);
});

test('a publish that waits is told with what it breaks', async () => {
  const sinceUtc = '2026-11-23T14:32:00.000Z';
  portal.ruled = { held: { version: 2, sinceUtc, rules: [{ rule: 0, action: 'hold', words: '#REF! on P is new' }] } };
  const page = join(folder, 'page.html');
  await writeFile(page, '<p>1</p>');
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const args = ['publish', page, '--to', topic, '--server', portal.url, '--token-env', 'KEY'];
  assert.equal(await runCommand(args, terminal), exits.done);
  assert.deepEqual(terminal.warned, [
    `${topic}: publish 2 is waiting for approval; viewers keep version 1`,
    '  #REF! on P is new',
  ]);
  portal.ruled = { ...portal.ruled, version: 0 };
  const first = new TestTerminal({ env: { KEY: 'swk_1' } });
  assert.equal(await runCommand(args, first), exits.done);
  assert.equal(first.warned[0], `${topic}: publish 2 is waiting for approval; viewers see nothing yet`);
});
