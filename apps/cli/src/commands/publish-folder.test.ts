import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { publishCaller } from '#publish/wire.ts';
import { runCommand } from '#run-command.ts';
import { TestPortal } from '#test-support/portal.ts';
import { TestTerminal } from '#test-support/terminal.ts';
import { publishFolder } from './publish-folder.ts';

let portal: TestPortal;
let home: string;
let folder: string;
beforeEach(async () => {
  portal = await new TestPortal().open();
  home = await mkdtemp(join(tmpdir(), 'sheetwire-test-'));
  folder = join(home, 'Desk');
  await mkdir(folder);
});
afterEach(async () => {
  await portal.close();
  await rm(home, { recursive: true, force: true });
});

async function file(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

/** As programs save: another file, renamed. */
async function save(name: string, content: string): Promise<void> {
  await writeFile(join(folder, 'save.tmp'), content);
  await rename(join(folder, 'save.tmp'), join(folder, name));
}

function terminalOf(key = 'swk_secret'): TestTerminal {
  return new TestTerminal({ env: { KEY: key, XDG_STATE_HOME: home } });
}

const to = () => ['--to', 'ACME/{folder}/{file}', '--server', portal.url, '--token-env', 'KEY'];
const publish = (terminal: TestTerminal, ...more: string[]) =>
  runCommand(['publish', folder, ...to(), ...more], terminal);
const topics = () => portal.seen.map(({ body }) => (body as { topic: string }).topic);

/** A run that goes on until the test ends. */
function watching(): { terminal: TestTerminal; ended: Promise<number> } {
  const terminal = terminalOf();
  const ended = publish(terminal, '--watch');
  onTestFinished(async () => {
    terminal.end();
    await ended;
  });
  return { terminal, ended };
}

async function status(...args: string[]): Promise<{ exit: number; said: string }> {
  const terminal = terminalOf();
  const exit = await runCommand(['status', ...args], terminal);
  return { exit, said: [...terminal.said, ...terminal.warned].join('\n') };
}

test('each file of a folder is published as a report of its own', async () => {
  await file('one.csv', 'a,b\n1,2\n');
  await file('Rates/daily.csv', 'a,b\n1,2\n');
  await file('Rates/Swaps/long.csv', 'a,b\n1,2\n');
  const terminal = terminalOf();
  expect(await publish(terminal)).toBe(exits.done);
  expect(topics().toSorted()).toEqual(['ACME/DESK/ONE', 'ACME/RATES - SWAPS/LONG', 'ACME/RATES/DAILY']);
  expect(terminal.said.at(-1)).toBe('3 files: 3 published');
  expect([...terminal.said, ...terminal.warned].join('\n')).not.toContain('swk_secret');
});

test('what is no workbook, is hidden or locked, or leads out of the folder is left out', async () => {
  await file('one.csv', 'a\n1\n');
  await file('~$one.xlsx', 'lock');
  await file('.~lock.one.ods#', 'lock');
  await file('.hidden/two.csv', 'a\n1\n');
  await file('notes.pdf', 'x');
  await file('book.xlsx.tmp', 'x');
  await writeFile(join(home, 'outside.csv'), 'secret\n1\n');
  await symlink(join(home, 'outside.csv'), join(folder, 'link.csv'));
  await symlink(home, join(folder, 'up'));
  await symlink(join(folder, 'one.csv'), join(folder, 'inside.csv'));
  const terminal = terminalOf();
  expect(await publish(terminal)).toBe(exits.done);
  expect(topics().toSorted()).toEqual(['ACME/DESK/INSIDE', 'ACME/DESK/ONE']);
  expect(terminal.warned).toContain('Left out: link.csv is a link to a place outside the folder');
});

test('names that are no report names are mapped, and the mapping is said', async () => {
  await file('Übersicht 50%.csv', 'a\n1\n');
  await file('Sales.20261119.csv', 'a\n1\n');
  await file('売上.csv', 'a\n1\n');
  await file('在庫.csv', 'a\n1\n');
  const terminal = terminalOf();
  expect(await publish(terminal)).toBe(exits.done);
  expect(new Set(topics()).size).toBe(4);
  expect(terminal.said).toContain('Übersicht 50%.csv is published as ACME/DESK/UBERSICHT 50');
  expect(terminal.said).toContain('Sales.20261119.csv is published as ACME/DESK/SALES-20261119');
  expect(terminal.said.join('\n')).toMatch(/売上\.csv is published as ACME\/DESK\/FILE-[0-9A-F]{8}/);
});

test('of two files that are one report the first is published, and the other is named', async () => {
  await file('book.csv', 'a\n1\n');
  await file('book.html', '<p>1</p>');
  const terminal = terminalOf();
  expect(await publish(terminal)).toBe(exits.conflict);
  expect(topics()).toEqual(['ACME/DESK/BOOK']);
  expect(terminal.warned).toEqual([
    'book.html is not published: ACME/DESK/BOOK is published from book.csv; rename one of them',
  ]);
});

test.each([
  ['a broken file', async (): Promise<void> => file('b.xlsx', 'PK half'), exits.file],
  [
    'a report that is refused',
    async (): Promise<void> => void portal.refusals.push({ code: 'not_allowed' }),
    exits.notAllowed,
  ],
  [
    'a report that a rollback holds',
    async (): Promise<void> => void portal.refusals.push({ code: 'rolled_back' }),
    exits.conflict,
  ],
  ['a fault of the portal', async (): Promise<void> => void portal.refusals.push({ code: 'failed' }), exits.network],
])('%s ends the run with its code, after the others were published', async (_what, arrange, exit) => {
  await file('a.csv', 'a\n1\n');
  await file('c.csv', 'a\n1\n');
  await arrange();
  expect(await publish(terminalOf())).toBe(exit);
  expect(topics()).toEqual(expect.arrayContaining(['ACME/DESK/C']));
});

test('a folder without a file to publish, and a pattern that is none, are told', async () => {
  expect(await publish(terminalOf())).toBe(exits.file);
  const wrong = ['ACME/DESK/ONE', 'ACME/{folder}/ALL', 'ACME/{name}/{file}', '{folder}/A/{file}', 'ACME/{file}'];
  for (const pattern of wrong) {
    const args = ['publish', folder, '--to', pattern, '--server', portal.url, '--token-env', 'KEY'];
    expect([pattern, await runCommand(args, terminalOf())]).toEqual([pattern, exits.usage]);
  }
  await file('one.csv', 'a\n1\n');
  expect(await runCommand(['publish', join(folder, 'one.csv'), ...to()], terminalOf())).toBe(exits.usage);
});

test('a dry run lists which report each file would be, and calls nobody', async () => {
  await file('book.csv', 'a\n1\n');
  await file('book.html', '<p>1</p>');
  const terminal = terminalOf();
  const args = ['publish', folder, '--to', 'ACME/{folder}/{file}', '--dry-run'];
  expect(await runCommand(args, terminal)).toBe(exits.conflict);
  expect(terminal.said).toEqual([
    'book.csv: ACME/DESK/BOOK',
    'book.html: not published; ACME/DESK/BOOK is published from book.csv',
  ]);
  expect(portal.seen).toEqual([]);
});

test('a watched folder follows saves, new files, renames and deletions', async () => {
  await file('one.csv', 'a,b\n1,2\n');
  const { terminal, ended } = watching();
  await terminal.line('one.csv: ACME/DESK/ONE version 1: whole report');
  await save('one.csv', 'a,b\n1,3\n');
  await terminal.line('ACME/DESK/ONE version 2: 1 cell');
  await file('deep/two.csv', 'a\n1\n');
  await terminal.line('ACME/DEEP/TWO version 1');
  await rename(join(folder, 'one.csv'), join(folder, 'three.csv'));
  await terminal.line('one.csv: renamed to three.csv; ACME/DESK/ONE stays published');
  await terminal.line('three.csv: ACME/DESK/THREE version 1');
  await rm(join(folder, 'deep'), { recursive: true });
  await terminal.line('the file was deleted; ACME/DEEP/TWO stays published');
  terminal.end();
  expect(await ended).toBe(exits.done);
  expect(new Set(portal.paths)).toEqual(new Set([publishReport.path, publishCells.path]));
});

test('a file that breaks keeps its last good version, says so once, and is mended by its next save', async () => {
  await file('p.html', '<table><tr><td data-cell="A1">1</td></tr></table>');
  await file('q.csv', 'a\n1\n');
  const { terminal } = watching();
  await terminal.line('ACME/DESK/Q version 1');
  await save('q.csv', ','.repeat(20_000));
  await terminal.line('viewers of ACME/DESK/Q keep version 1; waiting for the next save');
  const broken = /broken +\S+ {2}q\.csv {2}ACME\/DESK\/Q version 1: .*too many cells/;
  await expect.poll(async () => (await status(folder)).said, { timeout: 10_000 }).toMatch(broken);
  await save('q.csv', 'a\n2\n');
  await terminal.line('ACME/DESK/Q version 2');
  expect(terminal.warned.filter((line) => line.includes('too many cells'))).toHaveLength(1);
});

test('when the file of a report goes, the one that had to wait for it takes its place', async () => {
  await file('book.csv', 'a\n1\n');
  await file('book.html', '<p>1</p>');
  const { terminal } = watching();
  await terminal.line('book.html is not published');
  await terminal.line('book.csv: ACME/DESK/BOOK version 1');
  await rm(join(folder, 'book.csv'));
  await terminal.line('book.html: ACME/DESK/BOOK version 2');
});

test('a portal that is away is said once, and gets the newest of every file when it is back', async () => {
  await file('one.csv', 'a\n1\n');
  await file('two.csv', 'a\n1\n');
  const { terminal } = watching();
  await terminal.line('ACME/DESK/ONE version 1');
  await terminal.line('ACME/DESK/TWO version 1');
  await portal.close();
  await save('one.csv', 'a\n2\n');
  await save('two.csv', 'a\n2\n');
  await terminal.line('is not responding');
  await save('one.csv', 'a\n3\n');
  await portal.reopen();
  await terminal.line('is responding again');
  await terminal.line('two.csv: ACME/DESK/TWO version 2');
  await terminal.line('one.csv: ACME/DESK/ONE version 2');
  await expect
    .poll(() => JSON.stringify(portal.seen.at(-1)?.body) + JSON.stringify(portal.seen.at(-2)?.body))
    .toContain('3');
  expect(terminal.warned.filter((line) => line.includes('is not responding'))).toHaveLength(1);
});

test('a key that was revoked ends the run with its code; a right that was lost is told of its file alone', async () => {
  await file('one.csv', 'a\n1\n');
  const { terminal, ended } = watching();
  await terminal.line('ACME/DESK/ONE version 1');
  portal.refusals.push({ code: 'not_allowed' });
  await save('one.csv', 'a\n2\n');
  await terminal.line('viewers of ACME/DESK/ONE keep version 1; trying again later');
  await file('two.csv', 'a\n1\n');
  await terminal.line('ACME/DESK/TWO version 1');
  portal.refusals.push({ code: 'not_signed_in' });
  await save('two.csv', 'a\n2\n');
  expect(await ended).toBe(exits.notAllowed);
  expect(terminal.warned.at(-1)).toMatch(/rejected the token or key/);
});

/** A run whose pauses are short; `reads` are the files that were read. */
function watchingClosely(askAgain: number) {
  const terminal = terminalOf();
  const reads: string[] = [];
  const ended = publishFolder({
    folder,
    pattern: 'ACME/{folder}/{file}',
    isWatching: true,
    terminal,
    server: new URL(portal.url),
    call: publishCaller(new URL(portal.url), { authorization: 'Bearer swk_1' }),
    read: async (path) => {
      reads.push(path);
      return { pages: [{ name: 'one', html: await readFile(path, 'utf8'), styles: [] }], metadata: {} };
    },
    times: { stable: 10, poll: 3_600_000, retry: 10, askAgain },
  });
  onTestFinished(async () => {
    terminal.end();
    expect(await ended).toBe(exits.done);
  });
  return { terminal, reads };
}

test('a report that was refused is tried again, as the right may come back', async () => {
  await file('one.html', '<p>1</p>');
  portal.refusals.push({ code: 'not_allowed' }, { code: 'not_allowed' });
  const { terminal } = watchingClosely(10);
  await terminal.line('one.html: ACME/DESK/ONE version 1');
  expect(terminal.warned.filter((line) => line.includes('trying again later'))).toHaveLength(1);
});

test('while a rollback holds a report its file is neither read nor sent: the portal is asked, and gets it after the release', async () => {
  await file('one.html', '<p>1</p>');
  const { terminal, reads } = watchingClosely(40);
  await terminal.line('one.html: ACME/DESK/ONE version 1');
  portal.refusals.push({ code: 'rolled_back' });
  portal.holds = Number.POSITIVE_INFINITY;
  await save('one.html', '<p>2</p>');
  await terminal.line('ACME/DESK/ONE keep version 1; waiting for the release');
  await portal.calls(6);
  await save('one.html', '<p>3</p>');
  await portal.calls(12);
  const { path: asked } = publishingReport;
  expect([portal.paths.slice(2, 12), reads.length]).toEqual([Array.from({ length: 10 }, () => asked), 2]);
  portal.holds = 0;
  await terminal.line('one.html: ACME/DESK/ONE version 2: whole report');
  expect(JSON.stringify(portal.seen.at(-1)?.body)).toContain('<p>3</p>');
  expect(reads).toHaveLength(3);
  expect(terminal.warned.filter((line) => line.includes('release it with'))).toHaveLength(1);
});

test('what a folder publishes for approval is told as such, not as up to date', async () => {
  await file('one.csv', 'a\n1\n');
  const rules = [{ rule: 0, action: 'hold' as const, words: 'A2 shows #N/A' }];
  portal.ruled = { held: { version: 7, sinceUtc: '2026-11-20T12:00:00.000Z', rules } };
  const terminal = terminalOf();
  expect(await publish(terminal)).toBe(exits.done);
  expect(terminal.warned).toContain(
    'one.csv: ACME/DESK/ONE: publish 7 is waiting for approval; viewers keep version 1',
  );
  expect(terminal.warned).toContain('one.csv: A2 shows #N/A');
  expect(terminal.said).toEqual(['1 file: 1 published']);
});

test('a portal that asks for more patience than a run without --watch has is told as such', async () => {
  await file('one.csv', 'a\n1\n');
  portal.refusals.push({ code: 'too_many', retryAfter: 60 });
  const terminal = terminalOf();
  expect(await publish(terminal)).toBe(exits.network);
  expect(terminal.warned.at(-1)).toMatch(/the server asks you to wait 60 s$/);
});

/** As a run that was killed so many hours ago left it. */
async function leaveDead(of: string, hours: number): Promise<void> {
  const savedUtc = new Date(Date.now() - hours * 3_600_000).toISOString();
  const run = { pid: 2 ** 30, folder: of, to: 'ACME/OLD/{file}', server: 'https://old.example' };
  const place = join(home, 'sheetwire', 'publishers');
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'dead.json'), JSON.stringify({ ...run, startedUtc: savedUtc, savedUtc, files: [] }));
}

test('what a killed run left is told until the folder is published again, or for three days', async () => {
  await file('one.csv', 'a\n1\n');
  await leaveDead(join(home, 'Other'), 71);
  expect((await status()).said).toMatch(/not running, last seen/);
  await leaveDead(join(home, 'Other'), 73);
  expect((await status()).said).toContain('You are not publishing any folder');
  await leaveDead(folder, 1);
  const { terminal } = watching();
  await terminal.line('ACME/DESK/ONE version 1');
  const { exit, said } = await status();
  expect([exit, said]).toEqual([exits.done, expect.not.stringContaining('not running')]);
});

test('status tells each file of the folders that are published, and nothing of the key', async () => {
  expect((await status()).exit).toBe(exits.file);
  await file('one.csv', 'a\n1\n');
  const { terminal, ended } = watching();
  await terminal.line('ACME/DESK/ONE version 1');
  await expect
    .poll(async () => (await status(folder)).said, { timeout: 10_000 })
    .toMatch(/published +\S+ {2}one\.csv {2}ACME\/DESK\/ONE version 1$/);
  const { exit, said } = await status();
  expect([exit, said]).toEqual([exits.done, expect.stringContaining(`to ACME/{folder}/{file} on ${portal.url}`)]);
  const place = join(home, 'sheetwire', 'publishers');
  const [name = ''] = await readdir(place);
  expect(await readFile(join(place, name), 'utf8')).not.toContain('swk_secret');
  expect(JSON.parse((await status('--json')).said)[0]).toMatchObject({ isRunning: true, folder });
  terminal.end();
  await ended;
  expect((await status(folder)).said).toContain('You are not publishing ');
});
