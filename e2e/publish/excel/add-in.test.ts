import { onControlAction } from '@sheetwire/contract/reports';
import type { BookSpec } from '@sheetwire/live-book/test-support/book-spec';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '../../support/axe.ts';
import { soakTest } from '../../support/soak-test.ts';
import { AddInSite, publisher, shut, topic, viewer } from './add-in-site.ts';
import { deskBook } from './excel-rig.ts';

const within = { timeout: 20_000 };
let office: AddInSite;
beforeAll(async () => {
  office = await AddInSite.start();
});
afterAll(() => office.stop());
afterEach(async () => expect(await office.closeAll()).toEqual([]));

test('a workbook is published with a key and stays live: an edit and its formula reach viewers', async () => {
  const desk = await office.excel();
  expect(await faultsOf(desk.page)).toEqual([]);
  await desk.field('API key or token').fill('swk_0123456789abcdef');
  await desk.button('Log in').click();
  await desk.says('The key is unknown, expired or revoked. Create a new one on the Account page');
  await desk.logIn(office.key);
  expect(await faultsOf(desk.page)).toEqual([]);
  await desk.goLive(topic.toLowerCase());
  expect(await office.shown('B4')).toBe('3.75');
  await desk.edit({ set: 'Prices!B2', to: 3 });
  await expect.poll(() => office.shown('B4'), within).toBe('4.25');
  expect(await faultsOf(desk.page)).toEqual([]);
  const { document, computer } = await desk.kept();
  expect(document).toContain(topic);
  expect(document).not.toContain('swk_');
  expect(computer).toContain(office.key);
  await desk.button('Stop').click();
  await desk.says('Not live');
  await desk.edit({ set: 'Prices!B2', to: 9 });
  await desk.page.reload();
  await desk.field('Report').waitFor();
  await expect.poll(() => desk.field('Report').inputValue()).toBe(topic);
  expect(await office.shown('B4')).toBe('4.25');
});

test("the portal's own login in a dialog logs Excel in; the password is entered on the portal's page alone", async () => {
  const desk = await office.excel();
  const opening = desk.context.waitForEvent('page');
  await desk.button('Log in with the portal').click();
  const dialog = await opening;
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await dialog.getByLabel('Username or email').fill(publisher);
  await dialog.getByLabel('Password').fill(office.site.portal.password);
  await dialog.keyboard.press('Enter');
  await dialog.getByText(`Excel will publish as ${publisher}`).waitFor();
  expect(await faultsOf(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await desk.says(`Logged in as ${publisher}`);
  await expect.poll(async () => (await desk.kept()).computer).toMatch(/"secret":"swc_/);
  await desk.button('Log out').click();
  await desk.says('Log in to publish this workbook as a live report.');
  await expect.poll(async () => (await desk.kept()).computer).toBe('');
});

test("a viewer's entry reaches the cell and comes back calculated; what looks like a formula stays text", async () => {
  const desk = await office.desk();
  await desk.page.getByLabel(/Viewers can fill in/).check();
  await desk.edit({ set: 'Prices!C5', to: { formula: 'B5&"!"' } });
  await desk.goLive(topic);
  const enter = (value: string) =>
    office.site.call(viewer, onControlAction, { topic, attributeVal: 'PRICES.B5', controlVal: value });
  expect(await enter('South')).toMatchObject({ updated: true });
  await expect.poll(() => office.shown('C5'), within).toBe('South!');
  for (const text of ['+1+1', '@SUM(1)']) {
    expect(await enter(text)).toMatchObject({ updated: true });
    const { sheets } = await desk.spec();
    expect(sheets[0]?.cells.B5).toEqual({ value: text });
  }
  await expect.poll(() => office.shown('C5'), within).toBe('@SUM(1)!');
});

soakTest('a dry run lists what would change and publishes nothing; who may not publish is told why', async () => {
  const desk = await office.desk();
  await desk.field('Report').fill(topic);
  await desk.page.getByLabel('Notes').uncheck();
  await desk.button('Dry run').click();
  await desk.says(/differences? from the live report\. Nothing was published\./);
  await desk.says('Notes: removed');
  expect(await faultsOf(desk.page)).toEqual([]);
  expect(await office.shown('C5')).toBe('@SUM(1)!');
  await desk.field('Report').fill(shut);
  await desk.button('Go live').click();
  await desk.says(/^Live ended: /);
  await desk.field('Report').fill('no report');
  await desk.button('Publish once').click();
  await desk.says('no report is not ENTITY/GROUP/REPORT');
});

soakTest(
  'of two sessions the later one publishes; the other says so, sends nothing more, and can take over',
  async () => {
    const desk = await office.desk();
    await desk.goLive(topic);
    const other = await office.desk({ viewport: { width: 450, height: 800 } });
    await other.goLive(topic);
    await desk.says('Live ended: another session now publishes this report');
    expect(await faultsOf(desk.page)).toEqual([]);
    await desk.edit({ set: 'Prices!B3', to: 100 });
    await other.edit({ set: 'Prices!B2', to: 7 });
    await expect.poll(() => office.shown('B4'), within).toBe('8.25');
    await desk.button('Take over').click();
    await other.says('Live ended: another session now publishes this report');
    await expect.poll(() => office.shown('B4'), within).toBe('102.50');
  },
);

/** A note and a price that viewers fill in by their names. */
const form: BookSpec = {
  sheets: deskBook.sheets.map((sheet) => ({
    ...sheet,
    cells: { ...sheet.cells, ...(sheet.name === 'Prices' && { B6: 'none', C6: { formula: 'B6&"!"' } }) },
  })),
  names: { CTL_Note: 'Prices!$B$6', CTL_Price: 'Prices!$B$2' },
};

soakTest(
  'a named cell keeps whatever begins as a formula as text; a value of the wrong type is refused at the control',
  async () => {
    const desk = await office.desk({ book: form });
    await desk.page.getByLabel(/Viewers can fill in/).check();
    await desk.goLive(topic);
    const enter = (attributeVal: string, controlVal: string) =>
      office.site.call(viewer, onControlAction, { topic, attributeVal, controlVal });
    for (const text of ['=1+1', '+1+1', '-1-1', '@SUM(1)']) {
      expect(await enter('CTL_Note', text)).toMatchObject({ updated: true });
      expect((await desk.spec()).sheets[0]?.cells.B6).toEqual({ value: text });
      await expect.poll(() => office.shown('C6'), within).toBe(`${text}!`);
    }
    const refused = { updated: false, skip_retry: true, message: 'Enter a number, such as 1234.5' };
    expect(await enter('CTL_Price', '=9')).toEqual(refused);
    expect(await enter('CTL_Price', '3.5')).toMatchObject({ updated: true });
    await expect.poll(() => office.shown('B4'), within).toBe('4.75');
  },
);
