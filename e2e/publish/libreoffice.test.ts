import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { paths } from '@sheetwire/contract/paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oxtBytes } from '../../scripts/build-oxt.ts';
import { soakTest } from '../support/soak-test.ts';
import { installed, type LibreOffice, removed, startLibreOffice } from './office/libre-office.ts';
import { type OfficeRig, officeRig, ordersOf } from './office/office-rig.ts';

const topic = 'DEMO/OFFICE/ORDERS';
const within = { timeout: 20_000 };
let rig: OfficeRig;
let folder: string;
let office: LibreOffice;
beforeAll(async () => {
  rig = await officeRig();
  await rig.prepare(topic);
  folder = await installed();
  office = await startLibreOffice(folder, rig.env);
});
afterAll(async () => {
  await office.stop();
  await rig.portal.stop();
  await removed(folder);
});

const state = () => office.run('answer = job(book, "status")');
const textAt = async (address: string) => (await rig.shown(topic)).textOf(address);

soakTest('the tests of its parts hold', async () => {
  const tests = join(import.meta.dirname, '../../clients/libreoffice/tests');
  const args = ['-B', '-m', 'unittest', 'discover', '-s', tests];
  const { stderr } = await promisify(execFile)('/usr/bin/python3', args, { maxBuffer: 2 ** 24 });
  expect(stderr).toMatch(/Ran (?:3[5-9]|[4-9]\d) tests[\s\S]*^OK$/m);
});

test('the portal offers the extension, the same bytes each time it is built', async () => {
  const offered = await fetch(`${rig.portal.url}${paths.libreOffice}`);
  expect(offered.headers.get('content-type')).toBe('application/vnd.openofficeorg.extension');
  expect(Buffer.from(await offered.arrayBuffer()).equals(oxtBytes())).toBe(true);
});

test('the installed extension publishes a workbook and goes live from the menu; a formula follows an edit', async () => {
  await office.run(`${ordersOf(topic)}\ncommand(book, "live")`);
  await expect.poll(state, within).toMatchObject({ state: 'live', words: 'Live: version 2', isIdle: true });
  expect(await textAt('B4')).toBe('10');
  await office.run('cell(book, ".B2").setValue(3.25)');
  await expect.poll(() => textAt('B4'), within).toBe('13');
  expect(await rig.shown(topic)).toMatchObject({ pageNames: ['Orders'], version: 3 });
});

test('the macro of its page asks how it stands, and goes live where it is not', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/publish/libreoffice.md'), 'utf8');
  const [, macro = ''] = /^```python\n(.*?)^```/ms.exec(page) ?? [];
  await office.run(`
class Script:
    def getComponentContext(self):
        return context

    def getDocument(self):
        return book

XSCRIPTCONTEXT = Script()
${macro}
sheetwire("stop")`);
  expect(await office.run('answer = sheetwire("status")')).toMatchObject({ state: 'off', report: topic });
  await office.run('go_live()');
  await expect.poll(state, within).toMatchObject({ state: 'live', isIdle: true });
});

test('text that begins as a formula stays text, and an error is an error', async () => {
  await office.run('cell(book, ".A2").setString("=1+1"); cell(book, ".B4").setFormula("=B2/0")');
  await expect.poll(() => textAt('B4'), within).toBe('#DIV/0!');
  expect(await textAt('A2')).toBe('=1+1');
  await office.run('cell(book, ".B4").setFormula("=B2*B3")');
  await expect.poll(() => textAt('B4'), within).toBe('13');
});

test('an entry of a viewer reaches its cell as data and comes back calculated; a wrong one is refused in words', async () => {
  const enter = (name: string, value: string) => rig.enter(topic, name, value);
  expect(await enter('CTL_Pieces', '8')).toEqual({ updated: true });
  await expect.poll(() => textAt('B4'), within).toBe('26');
  const refused = { updated: false, skip_retry: true, message: 'Enter a number, such as 1234.5' };
  expect(await enter('CTL_Pieces', '=8')).toEqual(refused);
  expect(await enter('CTL_Region', 'South')).toEqual({ updated: true });
  await expect.poll(() => textAt('B1'), within).toMatch(/<option value="South" selected="">/);
  expect(await office.run('answer = [cell(book, ".B1").getFormula(), cell(book, ".B3").getValue()]')).toEqual([
    'South',
    8,
  ]);
});

test('a row that is inserted, a sheet that is renamed and a format are a new copy of the file', async () => {
  await office.run('sheet.Rows.insertByIndex(1, 1)');
  await expect.poll(() => textAt('B5'), within).toBe('26');
  await office.run('sheet.setName("Sales")');
  await expect.poll(async () => (await rig.shown(topic)).pageNames, within).toEqual(['Sales']);
  await office.run(`
formats = book.getNumberFormats()
cell(book, ".B5").NumberFormat = formats.queryKey("0.00", book.CharLocale, False)`);
  await expect.poll(() => textAt('B5'), within).toBe('26.00');
});

test('what changes while the portal is away is there once it is back, and the state says both', async () => {
  await rig.portal.kill();
  await office.run('cell(book, ".B3").setValue(5)');
  await expect
    .poll(state, within)
    .toMatchObject({ state: 'away', words: expect.stringMatching(/^Waiting: .* cannot be reached/) });
  await office.run('cell(book, ".B3").setValue(6)');
  await rig.portal.restart();
  await expect.poll(() => textAt('B5'), { timeout: 40_000 }).toBe('48.00');
  await expect.poll(state, within).toMatchObject({ state: 'live', isIdle: true });
});

test('the key is in no file of the workbook, and closing it ends live', async () => {
  const key = rig.env.SHEETWIRE_KEY ?? '';
  await office.run(`
import io, zipfile
url = "file://${folder}/kept.ods"
book.storeToURL(url, ())
book.close(True)
answer = None`);
  const held = await office.run(`
kept = zipfile.ZipFile("${folder}/kept.ods")
answer = [name for name in kept.namelist() if b"${key}" in kept.read(name) or b"swk_" in kept.read(name)]`);
  expect(held).toEqual([]);
});
