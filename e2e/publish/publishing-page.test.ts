import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { guard } from '@sheetwire/contract/guard/calls';
import { publishReport } from '@sheetwire/contract/publish';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AdminSite, boss, startAdminSite } from '../admin/admin-site.ts';
import { axeFindings, faultsOf } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { phone } from '../support/ways.ts';

const publisher = 'ACME/pat';
const viewer = 'ACME/vera';
const robot = 'ACME/robot';
const group = 'ACME/SALES';
const topic = 'ACME/SALES/DAILY';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let site: AdminSite;

beforeAll(async () => {
  site = await startAdminSite([]);
  for (const user of [publisher, viewer]) await site.portal.addUser(user);
  await site.call(boss, assumeAdmin, { gropic: group });
  await setRights([publisher]);
});
afterAll(() => site.stop());
afterEach(() => expect(site.faults.splice(0)).toEqual([]));

async function setRights(publishers: string[]): Promise<void> {
  const viewers = [viewer, publisher];
  await site.call(boss, gropicPerms, { gropic: group, viewers, publishers, interactors: [], admins: [boss] });
}

function book(rows: readonly (readonly [string, number])[], more: readonly string[] = []) {
  const cells = [['Desk', 'Limit'], ...rows].map((row) => row.map((value): [string | number, number] => [value, 0]));
  const sheets = [
    { name: 'Limits', body: cellsXml(cells) },
    ...more.map((name) => ({ name, body: cellsXml([[[name, 0]]]) })),
  ];
  return { name: 'limits.xlsx', mimeType: xlsx, buffer: Buffer.from(buildXlsx({ sheets })) };
}

const open = (user = publisher, options = {}) => site.open(user, options, '/publishing');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const target = (page: Page) => page.getByRole('combobox', { name: 'Publish to' });
const choose = (page: Page, file: ReturnType<typeof book>) => page.locator('input[type=file]').setInputFiles(file);
const status = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const selectReport = (page: Page) => page.getByRole('option', { name: /DAILY/ }).click();

/** As a person drags it from another window. */
async function drop(page: Page, { name, mimeType, buffer }: ReturnType<typeof book>): Promise<void> {
  const files = await page.evaluateHandle(
    ({ name: title, type, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], title, { type }));
      return transfer;
    },
    { name, type: mimeType, bytes: buffer.toString('base64') },
  );
  await page.dispatchEvent('h1', 'drop', { dataTransfer: files });
}

test('a first workbook is chosen by keys alone, previewed, published and seen by a viewer', async () => {
  const page = await open();
  await status(page, 'Nothing is published yet.');
  expect(await axeFindings(page)).toEqual([]);
  // Asked for before the keys: a chooser that opens before the browser is told to hand it over is lost.
  const choosing = page.waitForEvent('filechooser');
  await target(page).focus();
  await page.keyboard.type('acme/sales/daily');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose file');
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(
    book([
      ['Rates', 250],
      ['Credit', 120],
    ]),
  );
  await status(page, 'New report with 1 page');
  await page.getByTestId('comparison').getByText('Credit').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await status(page, `Published ${topic} as version 1.`);
  await page.getByRole('heading', { name: 'Publish history' }).waitFor();

  const reader = await site.open(viewer, {}, `/${topic}`);
  await reader.getByTestId('report').getByText('Credit').waitFor();
  await page.getByText('1 viewer', { exact: true }).waitFor();
  await reader.context().close();
  await page.context().close();
});

test('a dropped workbook is compared with what is live; CANCEL changes nothing, Publish reaches the viewer', async () => {
  const reader = await site.open(viewer, {}, `/${topic}`);
  await reader.getByTestId('report').getByText('120').waitFor();
  const rows: [string, number][] = [
    ['Rates', 250],
    ['Credit', 175],
  ];
  const moved = book(rows, ['Notes']);
  const page = await open();
  await selectReport(page);
  await drop(page, moved);
  await status(page, '1 difference on 1 page, 1 page added');
  await page.getByTestId('comparison').locator('[data-diff=changed]').getByText('175').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'CANCEL').click();
  await button(page, 'Choose file').waitFor();
  expect(await reader.getByTestId('report').getByText('120').isVisible()).toBe(true);

  await drop(page, moved);
  await button(page, 'Publish').click();
  await status(page, `Published ${topic} as version 2.`);
  await reader.getByTestId('report').getByText('175').waitFor();
  await page.getByRole('link', { name: 'Open report' }).first().click();
  await page.waitForURL(`**/${topic}`);
  await page.getByTestId('report').getByText('175').waitFor();
  await reader.context().close();
  await page.context().close();
});

test('a file or a name that cannot be used is refused in words, and a refused publish is listed', async () => {
  const page = await open();
  await choose(page, book([['Rates', 1]]));
  await status(page, 'Enter the report to publish to');
  await target(page).fill('SALES/DAILY');
  await button(page, 'Preview').click();
  await status(page, 'SALES/DAILY is not ENTITY/GROUP/REPORT');
  await target(page).fill('DEMO/OTHER/DAILY');
  await button(page, 'Preview').click();
  await status(page, /cannot be published to DEMO\/OTHER\/DAILY: You don't have rights to publish/);
  await button(page, 'CANCEL').click();
  await target(page).fill(topic);
  await choose(page, { ...book([]), name: 'broken.xlsx', buffer: Buffer.from('PK\u0003\u0004 broken') });
  await status(page, /broken\.xlsx cannot be published/);
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'CANCEL').click();

  const { call } = await site.portal.publisher(robot);
  await setRights([publisher, robot]);
  const page2 = { name: 'Same', html: '<p>1</p>' };
  await expect(call(publishReport, { topic, pages: [page2, page2] })).rejects.toThrow('Same');
  await selectReport(page);
  await page.getByRole('list', { name: 'Refused' }).getByText('Two pages are named "Same"').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});

soakTest('a report with a publish secret asks for it', async () => {
  const { call } = await site.portal.publisher(robot);
  await call(publishReport, {
    topic: 'ACME/SALES/LOCKED',
    pages: [{ name: 'P', html: '<p>1</p>' }],
    publishSecret: 'sesame',
  });
  const page = await open();
  await target(page).fill('ACME/SALES/LOCKED');
  await choose(page, book([['Rates', 9]]));
  const secret = page
    .getByRole('textbox', { name: 'Publish secret' })
    .or(page.getByLabel('Publish secret', { exact: true }));
  await secret.first().fill('wrong');
  await page.keyboard.press('Enter');
  await status(page, 'This is not the publish secret of this report');
  await secret.first().fill('sesame');
  await page.keyboard.press('Enter');
  await button(page, 'Publish').click();
  await status(page, 'Published ACME/SALES/LOCKED');
  await page.context().close();
});

soakTest('a right that is lost while the page is open is told, and comes back by itself', async () => {
  const page = await open();
  await selectReport(page);
  await page.getByRole('heading', { name: 'Publish history' }).waitFor();
  await setRights([]);
  await status(page, `You can no longer publish ${topic}.`);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('option', { name: /DAILY/ }).waitFor({ state: 'detached' });
  await setRights([publisher, robot]);
  await page.getByRole('option', { name: /DAILY/ }).waitFor();
  await page.context().close();
});

soakTest('who may publish nothing is told what to do', async () => {
  const page = await site.profile(publisher, {});
  const json = { reports: [], total: 0, next: '', places: [], maxBytes: 1 };
  await page.route('**/publishing/reports/', (route) => route.fulfill({ json }));
  await page.goto(`${site.url}/publishing`);
  await status(page, 'You can’t publish any reports yet.');
  expect(await button(page, 'Choose file').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});

soakTest('a server that is away is told, and the page goes on by itself when it is back', async () => {
  const page = await open();
  await selectReport(page);
  await page.route('**/api/**', (route) => route.abort());
  await status(page, 'This may be out of date');
  await page.unroute('**/api/**');
  await page.getByText('This may be out of date').waitFor({ state: 'detached' });
  await page.context().close();
});

soakTest('on a phone nothing is wider than the window, with a report and with a file', async () => {
  const page = await open(publisher, phone);
  await selectReport(page);
  await page.getByRole('heading', { name: 'Publish history' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await target(page).fill(topic);
  await choose(
    page,
    book([
      ['Rates', 251],
      ['Credit', 176],
    ]),
  );
  await status(page, /difference/);
  expect(await faultsOf(page)).toEqual([]);
  await page.context().close();
});

soakTest('the palette and the Account page lead to Publishing, in remote mode too', async () => {
  const page = await site.open(publisher, {}, '/account');
  await page.getByRole('main').getByRole('link', { name: 'Publishing' }).click();
  await page.getByRole('heading', { name: 'Publishing', exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('Sheetwire | Publishing');
  await page.goto(`${site.url}/help`);
  await page.getByRole('heading', { name: 'Help', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to a report or action' }).fill('publishing');
  await page.getByRole('option', { name: 'Publishing', exact: true, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/publishing');
  await page.goto(`${site.portal.url}/remote/publishing`);
  await page.getByRole('heading', { name: 'Publishing', exact: true }).waitFor();
  await page.context().close();
});

test('a file that breaks rules is told as held, or as published with what it breaks', async () => {
  const setRule = async (action: 'hold' | 'warn') => {
    const { rulesId = '' } = await site.call(boss, guard, { topic });
    const rules = [{ kind: 'moved', cell: 'B3', percent: 10, since: 'version', action } as const];
    expect((await site.call(boss, guard, { topic, rules, releaseAfterMin: 0, rulesId })).rules).toEqual(rules);
  };
  await setRule('hold');
  const page = await open();
  await selectReport(page);
  const send = async (credit: number) => {
    await choose(
      page,
      book([
        ['Rates', 250],
        ['Credit', credit],
      ]),
    );
    await button(page, 'Publish').click();
  };
  await send(900);
  await status(page, `${topic} is waiting for approval. Viewers keep version 2.`);
  await status(page, 'It breaks a rule of this report: B3 on Limits moved from 175 to 900');
  expect(await axeFindings(page)).toEqual([]);
  await setRule('warn');
  await button(page, 'Publish another file').click();
  await send(300);
  await status(page, `Published ${topic} as version 3.`);
  await status(page, 'It breaks a rule of this report: B3 on Limits moved from 175 to 300');
  await page.context().close();
});
