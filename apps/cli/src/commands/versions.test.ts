import assert from 'node:assert/strict';
import { exits } from '@sheetwire/contract/exits';
import { publishVersions } from '@sheetwire/contract/publishing/for-programs';
import { afterEach, beforeEach, test } from 'vitest';
import { runCommand } from '#run-command.ts';
import { published, TestPortal } from '#test-support/portal.ts';
import { TestTerminal } from '#test-support/terminal.ts';

let portal: TestPortal;
beforeEach(async () => {
  portal = await new TestPortal().open();
});
afterEach(() => portal.close());

const run = async (...more: string[]) => {
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const args = ['versions', 'ACME/SALES/DAILY', '--server', portal.url, '--token-env', 'KEY', ...more];
  return { exit: await runCommand(args, terminal), terminal };
};

test('each entry is a line: versions, silence and snapshots', async () => {
  const { from } = published;
  const to = '2026-11-23T14:40:00.000Z';
  portal.history = [
    published,
    { ...published, to, firstVersion: 8, lastVersion: 40, versions: 33, cells: 1 },
    { ...published, to, kind: 'silence', versions: 0 },
    { ...published, cells: 0 },
    { ...published, kind: 'snapshot', lastVersion: 40 },
    { ...published, kind: 'held', lastVersion: 41 },
    { ...published, kind: 'tag', lastVersion: 40, words: 'Final' },
    { ...published, kind: 'rollback', lastVersion: 41, words: 'wrong prices', restored: 12 },
  ];
  const { exit, terminal } = await run('--from', '2026-11-23T14:00:00+02:00', '--most', '10');
  assert.equal(exit, exits.done);
  assert.deepEqual(terminal.said, [
    `${from}  version 7  3 cells  ACME/bot`,
    `${from} to ${to}  33 versions, 8 to 40  1 cell  ACME/bot`,
    `${from} to ${to}  nothing published`,
    `${from}  version 7  ACME/bot`,
    `${from}  snapshot of version 40`,
    `${from}  publish 41 is waiting for approval  ACME/bot`,
    `${from}  version 40 tagged "Final"  ACME/bot`,
    `${from}  version 41 rolled back to 12: wrong prices  ACME/bot`,
  ]);
  assert.deepEqual(terminal.warned, [`Versions are kept since ${from}`]);
  const [seen] = portal.seen;
  assert.equal(seen?.path, publishVersions.path);
  assert.equal(seen?.headers.authorization, 'Bearer swk_1');
  assert.deepEqual(seen?.body, { topic: 'ACME/SALES/DAILY', from: '2026-11-23T12:00:00.000Z', most: 10 });
});

test('as JSON it is the answer of the portal', async () => {
  portal.history = [published];
  const { terminal } = await run('--json');
  assert.deepEqual(JSON.parse(terminal.said[0] ?? '').buckets, [published]);
});

test('a report that may not be viewed, or has no versions, is told as such', async () => {
  const { exit, terminal } = await run();
  assert.equal(exit, exits.notAllowed);
  assert.match(terminal.warned.join(), /ACME\/SALES\/DAILY has no versions, or you have no access/);
});

test('what is no time, no number or no report is told before anything is asked', async () => {
  for (const [more, words] of [
    ...['noon', '2026-11-20', '2026-11-20T14:32:05'].map(
      (text) => [['--to', text], '--to must be a time with its zone, such as 2026-11-23T14:32:05Z'] as const,
    ),
    [['--most', '0'], '--most must be a number from 1 to 2000'] as const,
    [['OTHER'], 'Specify only one report: remove OTHER'] as const,
  ]) {
    const { exit, terminal } = await run(...more);
    assert.equal(exit, exits.usage);
    assert.match(terminal.warned.join(), new RegExp(words));
  }
  assert.deepEqual(portal.paths, []);
});
