import { execFile } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { decodePageInNode } from '@sheetwire/client/decode-page-node';
import { exits } from '@sheetwire/contract/exits';
import { report } from '@sheetwire/contract/reports';
import { findOffice } from '@sheetwire/sheet/office/find-office';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../apps/cli/src/run-command.ts';
import { TestTerminal } from '../../apps/cli/src/test-support/terminal.ts';
import type { Portal } from '../support/portal.ts';
import { portalRig } from '../support/portal-rig.ts';

const data = join(import.meta.dirname, '../../../shared/data/xlsx');
const isThere = existsSync(data);
if (!isThere) process.stderr.write(`The sample workbooks are not in ${data}: no folder of them is published\n`);
const LARGE_BYTES = 500_000;
const soffice = await findOffice(process.env.PATH ?? '');
if (soffice === undefined) process.stderr.write('LibreOffice is not installed: the server converts no file with it\n');

let portal: Portal;
let home: string;
let key: string;
portalRig(
  async (started) => {
    portal = started;
    home = await mkdtemp(join(tmpdir(), 'sheetwire-e2e-'));
    key = (await portal.publisher('DEMO/writer')).key;
  },
  { SHEETWIRE_SOFFICE: 'auto' },
);
afterAll(() => rm(home, { recursive: true }));

async function shown(topic: string): Promise<{ version: number; text: string }> {
  const { call } = await portal.publisher('DEMO/writer');
  const { version, pages } = await call(report, { topic });
  return { version: version ?? 0, text: (pages ?? []).map((page) => decodePageInNode(page)).join('\n') };
}

function start(folder: string, ...more: string[]) {
  const terminal = new TestTerminal({ env: { ...process.env, KEY: key, XDG_STATE_HOME: home } });
  const to = ['--to', 'DEMO/{folder}/{file}', '--server', portal.url, '--token-env', 'KEY'];
  return { terminal, ended: runCommand(['publish', folder, ...to, ...more], terminal) };
}

test.runIf(isThere)(
  'a folder of sample workbooks is published by one command, clashing names apart',
  { timeout: 300_000 },
  async () => {
    const folder = join(home, 'Samples');
    // In these are folders, both kinds of file and two files of one name; corpus.test.ts publishes every workbook.
    const files = globSync('{exceljs,libreoffice,poi}/*.{xlsx,ods}', { cwd: data })
      .filter((file) => statSync(join(data, file)).size < LARGE_BYTES)
      .toSorted();
    for (const file of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await copyFile(join(data, file), join(folder, file));
    }
    const { terminal, ended } = start(folder);
    const exit = await ended;
    const stems = files.map((file) => file.slice(0, -extname(file).length).toUpperCase());
    const clashes = stems.length - new Set(stems).size;
    expect([exit, terminal.said.at(-1)]).toEqual([
      clashes > 0 ? exits.conflict : exits.done,
      expect.stringMatching(`^${files.length} files: `),
    ]);
    expect(terminal.warned.filter((line) => line.includes(' is not published: '))).toHaveLength(clashes);
    for (const file of files) {
      const said = terminal.said.filter((line) => line.startsWith(`${file}: DEMO/`));
      const isClash = terminal.warned.some((line) => line.startsWith(`${file} is not published`));
      expect([file, said.length]).toEqual([file, isClash ? 0 : 1]);
    }
    expect((await shown('DEMO/POI/SAMPLESS')).text).toContain('This one is red');
  },
);

test('a watched folder: renamed, broken, mended, and a portal that restarts', { timeout: 120_000 }, async () => {
  const folder = join(home, 'Watched');
  await mkdir(folder);
  const save = async (name: string, bytes: Uint8Array | string) => {
    await writeFile(join(folder, 'save.tmp'), bytes);
    await rename(join(folder, 'save.tmp'), join(folder, name));
  };
  const book = (value: number) => buildXlsx({ sheets: [{ name: 'S', body: cellsXml([['Sales', value]]) }] });
  await save('one.xlsx', book(101));
  await save('two.xlsx', book(201));
  const { terminal, ended } = start(folder, '--watch');
  onTestFinished(() => terminal.end());
  await terminal.line('two.xlsx: DEMO/WATCHED/TWO version 1');
  await terminal.line('one.xlsx: DEMO/WATCHED/ONE version 1');
  await rename(join(folder, 'one.xlsx'), join(folder, 'three.xlsx'));
  await terminal.line('one.xlsx: renamed to three.xlsx; DEMO/WATCHED/ONE stays published');
  await terminal.line('three.xlsx: DEMO/WATCHED/THREE version 1');
  await save('two.xlsx', Buffer.from(book(202)).subarray(0, 300));
  await terminal.line('viewers of DEMO/WATCHED/TWO keep version 1; waiting for the next save');
  expect((await shown('DEMO/WATCHED/TWO')).text).toContain('>201<');
  await portal.kill();
  await save('two.xlsx', book(203));
  await terminal.line('; retrying');
  await save('three.xlsx', book(301));
  await portal.restart();
  await terminal.line('is responding again');
  // Numbers may leave a gap after a crash.
  await expect.poll(async () => (await shown('DEMO/WATCHED/TWO')).text).toContain('>203<');
  await expect.poll(async () => (await shown('DEMO/WATCHED/THREE')).text).toContain('>301<');
  expect((await shown('DEMO/WATCHED/ONE')).text).toContain('>101<');
  terminal.end();
  expect(await ended).toBe(exits.done);
});

test.runIf(soffice !== undefined)('the server publishes .xls through LibreOffice', { timeout: 120_000 }, async () => {
  await writeFile(join(home, 'old.xlsx'), buildXlsx({ sheets: [{ name: 'Old', body: cellsXml([['Sales', 404]]) }] }));
  const profile = `-env:UserInstallation=${pathToFileURL(join(home, 'profile')).href}`;
  const args = ['--headless', profile, '--convert-to', 'xls:MS Excel 97', '--outdir', home, join(home, 'old.xlsx')];
  await promisify(execFile)(soffice ?? '', args);
  const put = (body: Uint8Array<ArrayBuffer>) =>
    fetch(`${portal.url}/api/v1/publish/workbook/DEMO/OFFICE/OLD`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}` },
      body,
    });
  const old = new Uint8Array(await readFile(join(home, 'old.xls')));
  expect((await put(old)).status).toBe(200);
  const before = await shown('DEMO/OFFICE/OLD');
  expect(before.text).toContain('>404<');
  const broken = old.slice();
  broken.fill(0xff, 512);
  expect((await put(broken)).status).toBe(422);
  expect(await shown('DEMO/OFFICE/OLD')).toEqual(before);
});
