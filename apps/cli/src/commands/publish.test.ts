import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import { exchange } from '@sheetwire/contract/tokens';
import { hostileBooks } from '@sheetwire/sheet/test-support/hostile-books';
import { anchored, drawingBook, pictureXml, pngOf } from '@sheetwire/sheet/test-support/picture-book';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterEach, beforeEach, test } from 'vitest';
import { runCommand } from '#run-command.ts';
import { TestPortal } from '#test-support/portal.ts';
import { TestTerminal } from '#test-support/terminal.ts';

let portal: TestPortal;
let folder: string;
beforeEach(async () => {
  portal = await new TestPortal().open();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-test-'));
});
afterEach(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

/** One that is refused while it is read, one while it is rendered, one that is no workbook. */
const hostileKinds = [
  'a number format longer than spreadsheets have',
  'a long text in 20,000 cells',
  'a quotation mark that is never closed',
];

const sheet = (value: string) => `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`;

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

async function save(name: string, content: string): Promise<void> {
  await writeFile(join(folder, 'save.tmp'), content);
  await rename(join(folder, 'save.tmp'), join(folder, name));
}

function destination(): string[] {
  return ['--to', 'acme/sales/daily', '--server', portal.url, '--token-env', 'KEY'];
}

function publish(args: readonly string[], terminal = new TestTerminal({ env: { KEY: 'swk_1' } })) {
  return runCommand(['publish', ...args], terminal);
}

test('a text table is published as one report, as gzip, with the key as bearer', async () => {
  const path = await file('daily.csv', `Region,Sales\nNorth,1\n${'South,2\n'.repeat(300)}`);
  const terminal = new TestTerminal({ env: { KEY: 'swk_1', SHEETWIRE_PUBLISH_SECRET: 'hush' } });
  assert.equal(await publish([path, ...destination(), '--metadata', 'desk=Rates'], terminal), exits.done);
  const [seen] = portal.seen;
  assert.deepEqual(portal.paths, [publishReport.path]);
  assert.equal(seen?.headers.authorization, 'Bearer swk_1');
  assert.equal(seen?.headers['content-encoding'], 'gzip');
  assert.equal(seen?.headers['x-sheetwire-publish-secret'], 'hush');
  const body = publishReport.input.parse(seen?.body);
  assert.equal(body.topic, 'ACME/SALES/DAILY');
  assert.deepEqual(body.metadata, { desk: 'Rates' });
  assert.match(body.pages[0]?.html ?? '', /data-cell="A2"[^>]*>North/);
  assert.match(terminal.said.join('\n'), /ACME\/SALES\/DAILY version 1/);
});

test('METADATA says what of a workbook is not shown, and which time its clock told', async () => {
  const body =
    '<sheetData><row r="1"><c r="A1"><f>YEAR(TODAY())&gt;2000</f><v/></c><c r="B1"><f>NOPE()</f><v/></c></row></sheetData>';
  await writeFile(join(folder, 'book.xlsx'), buildXlsx({ sheets: [{ name: 'S', body }] }));
  const terminal = new TestTerminal({ env: { KEY: 'swk_1', SHEETWIRE_SOFFICE: 'off' } });
  assert.equal(await publish([join(folder, 'book.xlsx'), ...destination()], terminal), exits.done);
  const { metadata = {}, pages } = publishReport.input.parse(portal.seen[0]?.body);
  assert.match(pages[0]?.html ?? '', />TRUE</);
  assert.match(metadata['Not shown'] ?? '', /^S: .+ \(1\)$/);
  assert.match(metadata['Calculated at'] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
});

test('a token is exchanged before the publish, and its expiry is told', async () => {
  const path = await file('p.html', sheet('1'));
  const terminal = new TestTerminal({ env: { KEY: 'swt_1' } });
  assert.equal(await publish([path, ...destination()], terminal), exits.done);
  assert.deepEqual(portal.paths, [exchange.path, publishReport.path]);
  assert.equal(portal.seen[1]?.headers.authorization, 'Bearer swc_of_swt_1');
  assert.match(terminal.warned.join('\n'), /valid until 2999/);
});

test('a watched file goes as cells after the first time, and as a whole when its structure changes', async () => {
  const path = await file('p.html', sheet('1'));
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const run = publish([path, ...destination(), '--watch'], terminal);
  await portal.calls(1);
  await save('p.html', sheet('2'));
  await portal.calls(2);
  await save('p.html', `${sheet('2')}<p>more</p>`);
  await portal.calls(3);
  terminal.end();
  assert.equal(await run, exits.done);
  assert.deepEqual(portal.paths, [publishReport.path, publishCells.path, publishReport.path]);
  assert.deepEqual(portal.seen[1]?.body, {
    topic: 'ACME/SALES/DAILY',
    baseVersion: 1,
    cells: [{ page: 'p', cell: 'A1', html: '2' }],
  });
});

test('another publisher in between makes it the whole report again', async () => {
  const path = await file('p.html', sheet('1'));
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const run = publish([path, ...destination(), '--watch'], terminal);
  await portal.calls(1);
  portal.version = 9;
  await save('p.html', sheet('2'));
  await portal.calls(3);
  terminal.end();
  assert.equal(await run, exits.done);
  assert.deepEqual(portal.paths, [publishReport.path, publishCells.path, publishReport.path]);
});

test('a save without a change brings the report back after another publisher replaced it', async () => {
  const path = await file('p.html', sheet('1'));
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const run = publish([path, ...destination(), '--watch'], terminal);
  await portal.calls(1);
  await save('p.html', sheet('1'));
  await portal.calls(2);
  portal.version = 9;
  await save('p.html', sheet('1'));
  await terminal.line('is up to date at version 9');
  terminal.end();
  assert.equal(await run, exits.done);
  const { path: asked } = publishingReport;
  assert.deepEqual(portal.paths, [publishReport.path, asked, asked, publishReport.path]);
});

test('a publish secret that no header can have is a usage fault, and not shown', async () => {
  const path = await file('p.html', sheet('1'));
  for (const secret of ['hush\nnow', 'hush\u2019now']) {
    const terminal = new TestTerminal({ env: { KEY: 'swt_1', SHEETWIRE_PUBLISH_SECRET: secret } });
    assert.equal(await publish([path, ...destination(), '--watch'], terminal), exits.usage);
    assert.match(terminal.warned.join(), /SHEETWIRE_PUBLISH_SECRET contains a character that is not allowed in it/);
    assert.doesNotMatch([...terminal.warned, ...terminal.said].join(), /hush|now/);
  }
  assert.deepEqual(portal.paths, []);
});

test('Retry-After: 0 does not replace the pause between two tries', async () => {
  const path = await file('p.html', sheet('1'));
  portal.refusals.push({ code: 'busy', retryAfter: 0 }, { code: 'busy', retryAfter: 0 });
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  assert.equal(await publish([path, ...destination()], terminal), exits.done);
  assert.deepEqual(terminal.waits, [1000, 2000]);
});

test('a watched file that grows too large for a while is read again at its next save', async () => {
  const path = await file('p.html', sheet('1'));
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const run = publish([path, ...destination(), '--watch'], terminal);
  await portal.calls(1);
  await truncate(path, limits.maxSourceFile + 1);
  await terminal.line('p.html is larger than 256 MiB; waiting for the next save');
  await save('p.html', sheet('2'));
  await portal.calls(2);
  terminal.end();
  assert.equal(await run, exits.done);
});

test('a portal that goes away is said once and gets the newest content when it is back', async () => {
  const path = await file('p.html', sheet('1'));
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const run = publish([path, ...destination(), '--watch'], terminal);
  await terminal.line('who can see it');
  await portal.close();
  await save('p.html', sheet('2'));
  await terminal.line('is not responding');
  await save('p.html', sheet('3'));
  await portal.reopen();
  await terminal.line('is responding again');
  terminal.end();
  assert.equal(await run, exits.done);
  assert.equal(terminal.warned.filter((line) => line.includes('is not responding')).length, 1);
});

test('after a rollback a watched file waits, says so once, and goes when the report is released', async () => {
  const path = await file('p.html', sheet('1'));
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const run = publish([path, ...destination(), '--watch'], terminal);
  await portal.calls(1);
  portal.refusals.push({ code: 'rolled_back' });
  portal.holds = 2;
  await save('p.html', sheet('2'));
  await terminal.line('release it with sheetwire release REPORT');
  await terminal.line('The report was released');
  terminal.end();
  assert.equal(await run, exits.done);
  assert.equal(terminal.warned.filter((line) => line.includes('rolled back')).length, 1);
  // The report goes out to hear of the hold, and whole once it is released; in between there is a small question.
  const { path: asked } = publishingReport;
  assert.deepEqual(portal.paths.slice(1), [publishCells.path, asked, asked, asked, publishReport.path]);
});

test('a publish that meets a rollback ends as a conflict with the way on', async () => {
  const path = await file('p.html', sheet('1'));
  portal.refusals.push({ code: 'rolled_back' });
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  assert.equal(await publish([path, ...destination()], terminal), exits.conflict);
  assert.match(terminal.warned.join(), /Ask an admin of the report, or release it with sheetwire release REPORT/);
});

test('a file that cannot be read while it is watched is waited for', async () => {
  const path = await file('p.xlsx', 'PK half of a zip');
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const run = publish([path, ...destination(), '--watch'], terminal);
  await terminal.line('waiting for the next save');
  terminal.end();
  assert.equal(await run, exits.done);
  assert.deepEqual(portal.paths, []);
});

test.each([
  ['not_signed_in', exits.notAllowed],
  ['not_allowed', exits.notAllowed],
  ['wrong_publish_secret', exits.notAllowed],
  ['taken_over', exits.conflict],
  ['too_large', exits.file],
  ['page_names_equal', exits.file],
  ['failed', exits.network],
] as const)('a publish refused as %s ends with %i', async (code, exit) => {
  const path = await file('p.html', sheet('1'));
  portal.refusals.push({ code });
  assert.equal(await publish([path, ...destination()]), exit);
});

test('a server that asks to wait is asked again', async () => {
  const path = await file('p.html', sheet('1'));
  portal.refusals.push({ code: 'too_many', retryAfter: 0 });
  assert.equal(await publish([path, ...destination()]), exits.done);
  assert.equal(portal.seen.length, 2);
});

test('a server that is not there is tried for 30 s, said once, and ends with the network code', async () => {
  const path = await file('p.html', sheet('1'));
  await portal.close();
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  assert.equal(await publish([path, ...destination()], terminal), exits.network);
  assert.equal(
    terminal.waits.reduce((sum, wait) => sum + wait, 0),
    30_000,
  );
  assert.deepEqual(terminal.warned, [
    `${portal.url} is not responding (ECONNREFUSED); trying again for 30 s, Ctrl-C stops`,
    `${portal.url} is not responding (ECONNREFUSED); gave up after 30 s`,
  ]);
});

test('a portal that comes back meanwhile gets the report', async () => {
  const path = await file('p.html', sheet('1'));
  await portal.close();
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  terminal.onWait = async () => {
    if (terminal.waits.length === 3) await portal.reopen();
  };
  assert.equal(await publish([path, ...destination()], terminal), exits.done);
  assert.deepEqual(terminal.waits, [1000, 2000, 4000]);
  assert.match(terminal.warned.join('\n'), /is responding again/);
});

test('a publish whose answer was lost is one version when it is made again', async () => {
  const path = await file('p.html', sheet('1'));
  let left = 1;
  portal.cuts = () => left-- > 0;
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  assert.equal(await publish([path, ...destination()], terminal), exits.done);
  assert.deepEqual(portal.paths, [publishReport.path, publishReport.path]);
  assert.equal(portal.version, 1);
  assert.match(terminal.said.join('\n'), /is up to date at version 1/);
});

test('Ctrl-C while it tries again ends at once, with its own code', async () => {
  const path = await file('p.html', sheet('1'));
  await portal.close();
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  terminal.onWait = async () => terminal.end();
  assert.equal(await publish([path, ...destination()], terminal), exits.stopped);
  assert.equal(terminal.waits.length, 1);
  assert.equal(terminal.warned.at(-1), 'Stopped before it finished');
});

test('Retry-After is obeyed, and one beyond the 30 s is told', async () => {
  const path = await file('p.html', sheet('1'));
  portal.refusals.push({ code: 'busy', retryAfter: 7 }, { code: 'too_many', retryAfter: 20 });
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  assert.equal(await publish([path, ...destination()], terminal), exits.done);
  assert.deepEqual(terminal.waits, [7000, 20_000]);
  portal.refusals.push({ code: 'too_many', retryAfter: 31 });
  const refused = new TestTerminal({ env: { KEY: 'swk_1' } });
  assert.equal(await publish([path, ...destination()], refused), exits.network);
  assert.deepEqual([refused.waits, refused.warned.at(-1)?.endsWith('the server asks you to wait 31 s')], [[], true]);
});

test('what failed on the server is not tried again, nor is a token that may have been exchanged', async () => {
  const path = await file('p.html', sheet('1'));
  portal.refusals.push({ code: 'failed' });
  assert.equal(await publish([path, ...destination()]), exits.network);
  assert.equal(portal.seen.length, 1);
  portal.cuts = (called) => called === exchange.path;
  const terminal = new TestTerminal({ env: { KEY: 'swt_1' } });
  assert.equal(await publish([path, ...destination()], terminal), exits.network);
  assert.deepEqual([portal.seen.length, terminal.waits], [2, []]);
});

test.each([
  [
    { open: 'entity', viewers: 0, hasViewSecret: false },
    'open to everyone in ACME, because no one administers ACME/SALES',
  ],
  [{ open: 'entity', viewers: 0, hasViewSecret: true }, 'open to everyone in ACME who knows the view secret, because'],
  [{ open: 'nobody', viewers: 0, hasViewSecret: false }, 'no one can see it until someone administers ACME/SALES'],
  [{ open: 'viewers', viewers: 0, hasViewSecret: false }, 'no one can see it, because ACME/SALES has no viewers'],
  [{ open: 'viewers', viewers: 1, hasViewSecret: false }, '1 user can see it, by the rights of ACME/SALES'],
  [{ open: 'viewers', viewers: 1200, hasViewSecret: true }, '1,200 users can see it, by the rights of ACME/SALES'],
] as const)('the address is said with who can see it: %o', async (audience, words) => {
  const path = await file('p.html', sheet('1'));
  portal.audience = { topic: 'ACME/SALES/DAILY', decidedBy: 'ACME/SALES', ...audience };
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  assert.equal(await publish([path, ...destination()], terminal), exits.done);
  const line = terminal.said.at(-1) ?? '';
  assert.equal(
    line.slice(0, `${portal.url}/ACME/SALES/DAILY: ${words}`.length),
    `${portal.url}/ACME/SALES/DAILY: ${words}`,
  );
});

test('a portal that cannot tell who can see it changes nothing else', async () => {
  const path = await file('p.html', sheet('1'));
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  assert.equal(await publish([path, ...destination()], terminal), exits.done);
  assert.match(terminal.said.at(-1) ?? '', /\/ACME\/SALES\/DAILY \(could not check who can see it: /);
});

test.each([
  ['a missing file', 'none.xlsx'],
  ['an unknown kind', 'notes.pdf'],
  ['a workbook that is none', 'broken.xlsx'],
])('%s ends with the file code', async (_what, name) => {
  await file('notes.pdf', 'x');
  await file('broken.xlsx', 'x');
  assert.equal(await publish([join(folder, name), ...destination()]), exits.file);
});

test.each(hostileBooks.filter(({ name }) => hostileKinds.includes(name)))(
  'a hostile file ($name) ends with the file code and one sentence, and nothing is sent',
  async (hostile) => {
    const { bytes, ending = 'xlsx', sentence } = hostile;
    const path = join(folder, `book.${ending}`);
    await writeFile(path, bytes());
    const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
    assert.equal(await publish([path, ...destination()], terminal), exits.file);
    assert.equal(terminal.warned.length, 1);
    assert.match(terminal.warned[0] ?? '', sentence);
    assert.doesNotMatch(terminal.warned[0] ?? '', /\n/);
    assert.deepEqual(portal.paths, []);
  },
);

test('a hostile file that is saved while it is watched leaves the last good version', async () => {
  const path = await file('p.csv', 'good');
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const run = publish([path, ...destination(), '--watch'], terminal);
  await portal.calls(1);
  await save('p.csv', ','.repeat(20_000));
  await terminal.line('waiting for the next save');
  terminal.end();
  assert.equal(await run, exits.done);
  assert.deepEqual(portal.paths, [publishReport.path]);
});

test('a wrong flag and a lock file are usage faults', async () => {
  const path = await file('~$book.xlsx', 'x');
  assert.equal(await publish([path, ...destination(), '--wrong']), exits.usage);
  assert.equal(await publish([path, ...destination()]), exits.usage);
  assert.equal(await runCommand(['nothing'], new TestTerminal()), exits.usage);
});

test('a dry run writes one document a page and the body that would be sent, and calls nobody', async () => {
  const path = await file('p.html', '<section data-page="P&amp;L 1">a</section><section data-page="../x">b</section>');
  const out = join(folder, 'out');
  assert.equal(await publish([path, '--dry-run', '--out', out, '--to', 'acme/sales/daily']), exits.done);
  assert.deepEqual((await readdir(out)).toSorted(), ['pl-1.html', 'report.json', 'x.html']);
  const body = publishReport.input.parse(JSON.parse(await readFile(join(out, 'report.json'), 'utf8')));
  assert.deepEqual(
    body.pages.map(({ name, html }) => [name, html]),
    [
      ['P&L 1', 'a'],
      ['../x', 'b'],
    ],
  );
  assert.match(await readFile(join(out, 'pl-1.html'), 'utf8'), /<title>P&amp;L 1<\/title>/);
  assert.deepEqual(portal.paths, []);
});

test('the pictures of a workbook go as files of the report, before its pages from the second time on', async () => {
  const path = join(folder, 'book.xlsx');
  const book = (text: string) => drawingBook(anchored(pictureXml()), { 'a.png': pngOf(4, 4, text) });
  await writeFile(path, book('one'));
  assert.equal(await publish([path, ...destination()]), exits.done);
  const put = /^\/api\/v1\/publish\/linkedfiles\/ACME\/SALES\/DAILY\/(picture-[0-9a-f]{32}\.png)$/;
  const kinds = () => portal.paths.map((one) => (put.test(one) ? 'picture' : one));
  assert.deepEqual(kinds(), ['picture', publishReport.path, 'picture']);
  assert.equal(
    put.exec(portal.paths[0] ?? '')?.[1],
    /picture-[0-9a-f]+\.png/.exec(JSON.stringify(portal.seen[1]?.body))?.[0],
  );
  await writeFile(path, book('two'));
  assert.equal(await publish([path, ...destination()]), exits.done);
  assert.deepEqual(kinds().slice(3), ['picture', publishReport.path]);
});

test('with --entries a list is a control, and what is entered is kept', async () => {
  const path = join(folder, 'list.xlsx');
  const list =
    '<dataValidations><dataValidation type="list" sqref="A1"><formula1>"a,b"</formula1></dataValidation></dataValidations>';
  await writeFile(path, buildXlsx({ sheets: [{ body: cellsXml([['a']]) + list }] }));
  assert.equal(await publish([path, ...destination(), '--entries']), exits.done);
  const body = publishReport.input.parse(portal.seen[0]?.body);
  assert.equal(body.holdControls, true);
  assert.match(body.pages[0]?.html ?? '', /<select data-control="Sheet1.A1"/);
});
