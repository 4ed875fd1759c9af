import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gropicPerms } from '@sheetwire/contract/admin';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import { newApiKey, revokeApiKey } from '@sheetwire/contract/tokens';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installed, type LibreOffice, removed, startLibreOffice } from './office/libre-office.ts';
import { everybody, type OfficeRig, officeRig, ordersOf } from './office/office-rig.ts';

const within = { timeout: 60_000 };
/** Portal and LibreOffice start side by side with those of other files. */
const patience = 180_000;
const folders: string[] = [];
let topic = '';
let rig: OfficeRig;
let office: LibreOffice;
beforeAll(async () => {
  rig = await officeRig();
  folders.push(await installed());
  office = await startLibreOffice(folders[0] ?? '', rig.env);
}, patience);
afterAll(async () => {
  await office.stop();
  await rig.portal.stop();
  for (const folder of folders) await removed(folder);
});
beforeEach(async ({ task }) => {
  topic = `DEMO/OFFICE/${task.id.replaceAll(/\W/g, '').toUpperCase()}`;
  await rig.prepare(topic);
});

const stateOf = (book: string) => office.run(`answer = job(${book}, "status")`);
const state = () => stateOf('book');
const textAt = async (address: string) => (await rig.shown(topic)).textOf(address);

async function goesLive(book = 'book'): Promise<void> {
  await office.run(`${ordersOf(topic, book)}\njob(${book}, "live")`);
  await expect.poll(() => stateOf(book), within).toMatchObject({ state: 'live', isIdle: true });
}

test('of two instances of one workbook the later one publishes, and the earlier one says so', async () => {
  await goesLive();
  await goesLive('other');
  await expect.poll(state, within).toMatchObject({
    state: 'ended',
    words: `Live ended: Another publisher has taken over ${topic}`,
  });
  await office.run('cell(book, ".B2").setValue(99); cell(other, ".B2").setValue(3)');
  await expect.poll(() => textAt('B4'), within).toBe('12');
  await office.run('other.close(True); book.close(True)');
});

test('a sheet that is added or deleted while live, and a row that is hidden, are what viewers see', async () => {
  await goesLive();
  await office.run('book.Sheets.insertNewByName("More", 1); cell(book, "More.A1").setString("new")');
  await expect.poll(async () => (await rig.shown(topic)).pageNames, within).toEqual(['Orders', 'More']);
  await office.run('book.Sheets.removeByName("More")');
  await expect.poll(async () => (await rig.shown(topic)).pageNames, within).toEqual(['Orders']);
  await office.run('sheet.Rows.getByIndex(1).IsVisible = False; cell(book, ".B2").setValue(7)');
  await expect.poll(() => textAt('B4'), within).toBe('28');
  expect(await textAt('B2')).toBeUndefined();
  await office.run('book.close(True)');
});

test('another report in the properties ends live, and nothing goes to either before Live is pressed', async () => {
  await goesLive();
  await office.run(`
properties = book.getDocumentProperties().getUserDefinedProperties()
properties.setPropertyValue("Sheetwire.Report", "DEMO/OFFICE/ELSEWHERE")
cell(book, ".B2").setValue(1000)`);
  await expect.poll(state, within).toMatchObject({
    state: 'ended',
    words: "Live ended: The workbook's report is now DEMO/OFFICE/ELSEWHERE. Press Live to publish it there",
  });
  expect(await textAt('B4')).toBe('10');
  await office.run('book.close(True)');

  await goesLive();
  await office.run(`
properties = book.getDocumentProperties().getUserDefinedProperties()
properties.setPropertyValue("Sheetwire.Report", "DEMO/OFFICE/ELSEWHERE")
cell(book, ".B2").setValue(1000)
book.close(True)`);
  expect(await textAt('B4')).toBe('10');
});

test('a right that is lost ends live in the words of the portal; the report stays as it was', async () => {
  await goesLive();
  await rig.viewer(gropicPerms, { gropic: topic, ...everybody, publishers: [] });
  await office.run('cell(book, ".B2").setValue(1000)');
  await expect.poll(state, within).toMatchObject({
    state: 'ended',
    words: `Live ended: You don't have rights to publish ${topic}; ask one of its admins`,
  });
  expect(await textAt('B4')).toBe('10');
  await rig.viewer(gropicPerms, { gropic: topic, ...everybody });
  await office.run('job(book, "live")');
  await expect.poll(() => textAt('B4'), within).toBe('4000');
  await office.run('book.close(True)');
});

test('entries keep their type, whatever they begin with, and a formula or a protected cell takes none', async () => {
  await office.run(`${ordersOf(topic)}
for name, place in (("CTL_Note", "D1"), ("CTL_Total", "B4"), ("CTL_Day", "D2"), ("CTL_Locked", "D3")):
    named(book, name, "Orders." + place)
formats = book.getNumberFormats()
cell(book, ".D2").NumberFormat = formats.getStandardFormat(2, book.CharLocale)
job(book, "live")`);
  await expect.poll(state, within).toMatchObject({ state: 'live', isIdle: true });
  for (const text of ['=1+1', '+A1', '-x', '@SUM(A1)']) {
    expect(await rig.enter(topic, 'CTL_Note', text)).toEqual({ updated: true });
    expect(await office.run('answer = [cell(book, ".D1").Type.value, cell(book, ".D1").getString()]')).toEqual([
      'TEXT',
      text,
    ]);
  }
  expect(await rig.enter(topic, 'CTL_Day', '2026-11-23')).toEqual({ updated: true });
  expect(await office.run('answer = cell(book, ".D2").getValue()')).toBe(46349);
  const refused = (message: string) => ({ updated: false, skip_retry: true, message });
  expect(await rig.enter(topic, 'CTL_Day', 'soon')).toEqual(refused('Enter a date as 2026-11-24'));
  expect(await rig.enter(topic, 'CTL_Total', '7')).toEqual(refused('The cell contains a formula'));
  await office.run('sheet.protect("")');
  expect(await rig.enter(topic, 'CTL_Locked', '7')).toEqual(refused('The cell is protected in the workbook'));
  await office.run('sheet.unprotect(""); book.NamedRanges.removeByName("CTL_Day"); book.close(True)');
});

test('a storm of changes is at most four versions a second, and ends with the right values', async () => {
  await goesLive();
  const before = (await rig.shown(topic)).version;
  const took = await office.run(`
began = time.monotonic()
price = cell(book, ".B2")
for n in range(5000):
    price.setValue(n)
answer = time.monotonic() - began`);
  await expect.poll(() => textAt('B4'), within).toBe(String(4999 * 4));
  const { version } = await rig.shown(topic);
  expect(version - before).toBeLessThanOrEqual(4 * Math.ceil(Number(took)) + 1);
  await office.run('book.close(True)');
});

test('a change right before the workbook is closed is published', async () => {
  await goesLive();
  await office.run('cell(book, ".B2").setValue(50); book.close(True)');
  await expect.poll(() => textAt('B4'), within).toBe('200');
});

test('a workbook that is closed while the portal is away is published once the portal is back', async () => {
  await goesLive();
  await rig.portal.kill();
  await office.run('cell(book, ".B2").setValue(60); book.close(True)');
  await office.run('other = open_book()');
  await rig.portal.restart();
  await expect.poll(() => textAt('B4'), { timeout: 40_000 }).toBe('240');
  await office.run('other.close(True)');
});

test('a change right before LibreOffice ends is published; where it cannot be, LibreOffice says so', async () => {
  await goesLive();
  // Who ends LibreOffice was asked whether to save, and said no.
  await office.run('cell(book, ".B2").setValue(70); book.setModified(False)');
  expect(await office.quit()).not.toContain('have not been published');
  expect(await textAt('B4')).toBe('280');

  office = await startLibreOffice(folders[0] ?? '', rig.env);
  await goesLive();
  await rig.portal.kill();
  await office.run('cell(book, ".B2").setValue(80); book.setModified(False)');
  expect(await office.quit()).toMatch(
    new RegExp(`The last changes of ${topic} have not been published: .* cannot be reached`),
  );
  await rig.portal.restart();
  office = await startLibreOffice(folders[0] ?? '', rig.env);
});

test('a LibreOffice that is killed is followed by one that stands by, which was opened unattended', async () => {
  await goesLive();
  folders.push(await installed());
  const file = `${folders[1]}/orders.ods`;
  await office.run(`book.storeToURL("file://${file}", ())`);
  const second = await startLibreOffice(folders[1] ?? '', { ...rig.env, SHEETWIRE_LIVE: '1' });
  await second.run(`book = open_book("file://${file}")`);
  const spare = () => second.run('answer = job(book, "status")');
  await expect.poll(spare, within).toMatchObject({ state: 'standby' });
  await second.run('cell(book, ".B2").setValue(6)');
  await office.kill();
  await expect.poll(spare, { timeout: 60_000 }).toMatchObject({ state: 'live' });
  await expect.poll(() => textAt('B4'), within).toBe('24');
  expect(await rig.enter(topic, 'CTL_Pieces', '5')).toEqual({ updated: true });
  await expect.poll(() => textAt('B4'), within).toBe('30');
  await second.stop();
  office = await startLibreOffice(folders[0] ?? '', rig.env);
});

test('a LibreOffice that slept until its lease was over goes on once it wakes', async () => {
  await goesLive();
  const publisher = async () => (await rig.viewer(publishingReport, { topic, most: 1 })).publisher;
  expect(await publisher()).toBe('connected');
  const wake = office.sleep();
  await expect.poll(publisher, { timeout: 90_000 }).not.toBe('connected');
  wake();
  await office.run('cell(book, ".B2").setValue(90)');
  await expect.poll(() => textAt('B4'), { timeout: 60_000 }).toBe('360');
  await expect.poll(state, within).toMatchObject({ state: 'live' });
  expect(await publisher()).toBe('connected');
  await office.run('book.close(True)');
});

test('a key that is revoked while live ends it in words; the report stays as it was', async () => {
  await office.stop();
  const { id, key } = await rig.viewer(newApiKey, { name: 'desk' });
  office = await startLibreOffice(folders[0] ?? '', { ...rig.env, SHEETWIRE_KEY: key });
  await goesLive();
  await rig.viewer(revokeApiKey, { id });
  await office.run('cell(book, ".B2").setValue(1000)');
  await expect
    .poll(state, within)
    .toMatchObject({ state: 'ended', words: expect.stringMatching(/^Live ended: The key or credential is unknown/) });
  expect(await textAt('B4')).toBe('10');
});

test('a key that the portal does not know ends live before anything is published', async () => {
  await office.stop();
  office = await startLibreOffice(folders[0] ?? '', { ...rig.env, SHEETWIRE_KEY: `swk_${'0'.repeat(43)}` });
  await office.run(`${ordersOf(topic)}\njob(book, "live")`);
  await expect
    .poll(state, within)
    .toMatchObject({ state: 'ended', words: expect.stringMatching(/^Live ended: The key or credential is unknown/) });
  expect((await rig.shown(topic)).pageNames).toEqual(['Empty']);
});

test('settings are kept where they belong; a key goes to the portal that it was entered for, and to no other', async () => {
  const clients = join(import.meta.dirname, '../../clients');
  const script = await readFile(join(clients, 'libreoffice/tests/entered_settings.py'), 'utf8');
  const sources: string[] = [];
  for (const client of ['libreoffice', 'python']) {
    // Its user may not read the folder that the tests are in.
    const copied = join(folders[0] ?? '', `${client} sources`);
    await cp(join(clients, client, 'src'), copied, { recursive: true });
    sources.push(copied);
  }
  const [kept, said, left] = (await office.run(`
book = open_book(hidden=False)
sources = ${JSON.stringify(sources)}
${script}
book.close(True)`)) as unknown[];
  expect(kept).toEqual(['http://127.0.0.1:9', 'swk_one', 'psst', 'DEMO/A/B', 'Sheet1!A1:B2', ['Limit']]);
  expect(said).toEqual([
    'A key is sent over https only: use https://portal.example, or set SHEETWIRE_INSECURE_HTTP=1',
    'Enter an API key of this portal: create one on its Account page',
    "'DEMO/A' is not a report; write ENTITY/GROUP/REPORT",
  ]);
  expect(left).toEqual(['http://127.0.0.1:9', 'swk_one', '']);
});
