import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import { verify } from '@sheetwire/contract/verify/calls';
import { makeBook, type ShownPage } from '@sheetwire/sheet/write/report-book';
import { writeXlsx } from '@sheetwire/sheet/write/write-xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterEach, beforeEach, test } from 'vitest';
import { runCommand } from '#run-command.ts';
import { signed, TestPortal } from '#test-support/portal.ts';
import { TestTerminal } from '#test-support/terminal.ts';

let portal: TestPortal;
let folder: string;
beforeEach(async () => {
  portal = await new TestPortal().open();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-verify-'));
  portal.verified = signed;
  portal.shown = {
    pages: pages.map(({ html }) => html),
    pageNames: pages.map(({ name }) => name),
    styles: pages.map(({ styles }) => [...styles]),
    metadata: { Source: 'Desk 7' },
  };
});
afterEach(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

const cell = (name: string, html: string, more = '') => `<td data-cell="${name}"${more}>${html}</td>`;
const pages: readonly ShownPage[] = [
  {
    name: 'Positions',
    html: `<table><tbody><tr>${cell('A1', 'Rate')}${cell('B1', '1,234.57', ' data-num="1"')}</tr><tr>${cell('A2', '=1+1')}${cell('B2', '12.5%', ' data-num="1"')}</tr></tbody></table>`,
    styles: [],
  },
  { name: 'P&L', html: `<table><tbody><tr>${cell('A1', 'x')}</tr></tbody></table>`, styles: [] },
];
const address = 'https://portal.example/v/ACME/SALES/DAILY/7';

function exported(taken = pages, verifyAt: string | undefined = address): Uint8Array {
  const facts = {
    topic: 'ACME/SALES/DAILY',
    publishedAt: new Date('2026-11-23T14:32:05.000Z'),
    sender: 'ACME/bot',
    shownDate: null,
    metadata: { Source: 'Desk 7' },
  };
  const book = last(makeBook({ pages: taken, facts: { ...facts, verifyAt }, baseUrl: 'https://portal.example' }));
  return new Uint8Array(Buffer.concat(last(writeXlsx(book))));
}

function last<T>(work: Generator<number, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** The file with another text in one of its parts. */
function otherwise(bytes: Uint8Array, part: RegExp, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytes);
  const entries = Object.entries(parts).map(([name, body]) => {
    if (!part.test(name)) return [name, body] as const;
    const changed = change(strFromU8(body));
    assert.notEqual(changed, strFromU8(body));
    return [name, strToU8(changed)] as const;
  });
  return zipSync(Object.fromEntries(entries));
}

async function run(bytes: Uint8Array | string, { name = 'report.xlsx', more = [] as string[] } = {}) {
  const file = join(folder, name);
  await writeFile(file, bytes);
  const terminal = new TestTerminal({ env: { KEY: 'swk_1' } });
  const exit = await runCommand(['verify', file, '--server', portal.url, '--token-env', 'KEY', ...more], terminal);
  return { exit, said: terminal.said, warned: terminal.warned.join('\n') };
}

test('an exported workbook is confirmed cell by cell, and the portal is the one that is named', async () => {
  const { exit, said } = await run(exported());
  assert.deepEqual(said, [
    'Confirmed: 5 cells are as ACME/bot published them on 2026-11-23T14:32:05.000Z, in version 7 of ACME/SALES/DAILY',
    'The newest version is 9',
  ]);
  assert.equal(exit, exits.done);
  assert.deepEqual(portal.paths, [verify.path, report.path]);
  assert.deepEqual(portal.seen[0]?.body, { topic: 'ACME/SALES/DAILY', version: 7 });
  assert.equal((await run(exported([...pages].slice(1)))).exit, exits.done);
});

test('a value, a format, a text and a cell that were changed are told, each by its place', async () => {
  const number = otherwise(exported(), /sheet1\.xml/, (xml) => xml.replace('<v>1234.57</v>', '<v>1334.57</v>'));
  const changed = await run(number);
  assert.equal(changed.exit, exits.unconfirmed);
  assert.match(changed.said[0] ?? '', /^Not confirmed: B1 on Positions is 1334\.57 .*; 1234\.57.* was published/);
  const format = await run(otherwise(exported(), /styles\.xml/, (xml) => xml.replace('0.0%', '&quot;9&quot;0.0%')));
  assert.equal(format.exit, exits.unconfirmed);
  assert.match(format.said.join('\n'), /B2 on Positions/);
  const text = await run(otherwise(exported(), /sharedStrings\.xml/, (xml) => xml.replace('>Rate<', '>Rates<')));
  assert.match(text.said.join('\n'), /A1 on Positions is Rates; Rate was published/);
  const gone = otherwise(exported(), /sheet1\.xml/, (xml) => xml.replace(/<row r="2"[\s\S]*?<\/row>/, ''));
  assert.match((await run(gone)).said.join('\n'), /A2 on Positions is empty; =1\+1 was published/);
  const other = otherwise(exported(), /workbook\.xml$/, (xml) => xml.replace('name="Positions"', 'name="Other"'));
  assert.match((await run(other)).said.join('\n'), /Other is not a page of the report/);
  const formula = otherwise(exported(), /sheet1\.xml/, (xml) =>
    xml.replace('<v>1234.57</v>', '<f>1+1</f><v>1234.57</v>'),
  );
  assert.equal((await run(formula)).exit, exits.unconfirmed);
});

test('who published it, when, and its metadata are told where the file says something else', async () => {
  const texts = (change: (xml: string) => string) => otherwise(exported(), /sharedStrings/, change);
  for (const [from, to] of [
    ['ACME/bot', 'ACME/ann'],
    ['Desk 7', 'Desk 8'],
  ] as const) {
    const { exit, said } = await run(texts((xml) => xml.replace(from, to)));
    assert.equal(exit, exits.unconfirmed);
    assert.match(said[0] ?? '', new RegExp(`^Not confirmed: B\\d on METADATA is ${to}; ${from} was published$`));
  }
});

test('a CSV file is verified against the page of the address that is given', async () => {
  const csv = '\ufeffRate,"1,234.57"\r\n\'=1+1,12.5%\r\n';
  const at = ['--at', `${address}#Positions`];
  assert.equal((await run(csv, { name: 'page.csv', more: at })).exit, exits.done);
  const { exit, said } = await run(csv.replace('234', '334'), { name: 'page.csv', more: at });
  assert.equal(exit, exits.unconfirmed);
  assert.match(said[0] ?? '', /B1 on CSV is 1,334\.57; 1,234\.57 was published/);
  const without = await run(csv, { name: 'page.csv' });
  assert.equal(without.exit, exits.usage);
  assert.match(without.warned, /specify it with --at ADDRESS/);
});

test('the address is found on the last sheet where a program lost the properties, and a file without one is told', async () => {
  const without = otherwise(exported(), /custom\.xml$/, (xml) => xml.replace('Sheetwire Verify At', 'Something'));
  assert.equal((await run(without)).exit, exits.done);
  const renamed = otherwise(exported(), /sharedStrings\.xml/, (xml) => xml.replace('Verify At:', 'Other:'));
  assert.equal((await run(renamed)).exit, exits.done);
  const none = await run(exported(pages, ''));
  assert.equal(none.exit, exits.file);
  assert.equal((await run('no workbook')).exit, exits.file);
  assert.deepEqual(portal.paths.length, 4);
});

test('why a version cannot be confirmed is told, and JSON lists every cell', async () => {
  for (const [state, words] of [
    ['changed', 'is not stored as it was published'],
    ['unsigned', 'was published before figures were signed'],
    ['otherkey', 'a key that the server does not have'],
    ['gone', 'is no longer kept'],
  ] as const) {
    portal.verified = { ...signed, state };
    const { exit, warned } = await run(exported());
    assert.equal(exit, exits.unconfirmed);
    assert.match(warned, new RegExp(`Not confirmed: version 7 of ACME/SALES/DAILY .*${words}`));
  }
  portal.verified = signed;
  const changed = otherwise(exported(), /sheet1\.xml/, (xml) => xml.replace('<v>1234.57</v>', '<v>1</v>'));
  const { said } = await run(changed, { more: ['--json'] });
  const told = JSON.parse(said[0] ?? '');
  assert.deepEqual([told.confirmed, told.others.length, told.others[0].cell], [4, 1, 'B1']);
});

test('a text that is no table is told as a file that cannot be verified, not as a fault of ours', async () => {
  const text = ','.repeat(limits.workbook.delimitedColumns + 1);
  const { exit, warned } = await run(text, { name: 'wide.csv', more: ['--at', address] });
  assert.equal(exit, exits.file);
  assert.match(warned, /wide\.csv cannot be verified: The file has too many cells/);
});
