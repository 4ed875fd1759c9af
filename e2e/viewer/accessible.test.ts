import { username } from '@sheetwire/contract/accounts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEveryScheme, faultsOf } from '../support/axe.ts';
import { isSoak, oneOf } from '../support/soak.ts';
import { upToDate } from '../support/up-to-date.ts';
import { phone } from '../support/ways.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const report = '/DEMO/DESK/DAILY';
type Look = readonly [
  name: string,
  /** Undefined stays on the page before. */
  address: string | undefined,
  ready: (page: Page) => Promise<unknown>,
];
const looks: Look[] = [
  ['the report', report, (page) => page.getByText(upToDate).waitFor()],
  ['the settings', `${report}?settings=true`, (page) => page.getByRole('combobox', { name: 'Report' }).waitFor()],
  ['the list of entities', `${report}?settings=true`, (page) => openPicker(page, 'Entity')],
  ['the list of groups', `${report}?settings=true`, (page) => openPicker(page, 'Group')],
  ['the list of reports', `${report}?settings=true`, (page) => openPicker(page, 'Report')],
  ['a list in which nothing is found', undefined, findNothing],
  ['the calendar', `${report}?settings=true`, openCalendar],
  ['an alert', report, openAlert],
  ['what can be taken along', report, (page) => open(page, 'Export')],
  ['what it can be compared with', report, (page) => open(page, 'Compare')],
  ['metadata', `${report}#metadata`, (page) => page.getByText('All Metadata:').waitFor()],
  ['a paused report', `${report}?paused=true`, (page) => page.getByText('(paused)').waitFor()],
  ['the empty report', `${report}/1999-12-31`, (page) => page.getByText('There is no snapshot on or before').waitFor()],
  [
    'a missing report',
    '/DEMO/DESK/NOTHING',
    (page) => page.getByText('Report not found, or you have no access.').waitFor(),
  ],
  ['the viewer before its first report', undefined, chooseFirst],
  ['a page that waits for a license', undefined, awaitLicense],
  ['the account', '/account', (page) => page.getByRole('button', { name: 'Logout' }).click()],
  ['help', '/help', (page) => page.getByRole('heading', { name: 'Help contact' }).waitFor()],
  ['the command palette', undefined, openPalette],
  ['the keys', undefined, openKeys],
];

async function openPicker(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('listbox', { name }).getByRole('option').first().waitFor();
}

async function findNothing(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Report' }).fill('none such');
  await page.getByText('No report matches').waitFor();
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name, exact: true, expanded: true }).waitFor();
  await page.getByRole('heading', { level: 2 }).waitFor();
}

/** Goes to the viewer as a user of whom this is known. */
async function goAs(page: Page, known: object): Promise<void> {
  await page.route(`**${username.path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...known } });
  });
  await page.goto(new URL('/', page.url()).href);
}

async function chooseFirst(page: Page): Promise<void> {
  await goAs(page, { recentReports: [] });
  await page.getByText('You can view 2 reports.').waitFor();
  await page.getByRole('combobox', { name: 'Report' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function awaitLicense(page: Page): Promise<void> {
  await goAs(page, { hasLicense: false });
  await page.getByText('Acquiring license for DEMO/vera...').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** The list of recent reports cannot be saved. */
async function openAlert(page: Page): Promise<void> {
  await page.route('**/usersettings/**', (route) => route.fulfill({ status: 503 }));
  await page.getByRole('link', { name: 'Week end' }).click();
  await page.getByRole('alertdialog').waitFor();
  await page.unrouteAll();
}

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go to a report or action' }).click();
  await page.getByRole('option', { name: 'DESK/DAILY' }).waitFor();
}

async function openKeys(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
}

async function openCalendar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a date' }).click();
  await page.getByRole('grid').waitFor();
}

/** Of the others, which are made of the same parts, the soak alone takes a look, and of all on a phone. */
const telling = ['the report', 'the settings', 'the list of reports', 'the calendar', 'an alert', 'help'];
const forms: [string, BrowserContextOptions, typeof faultsOf][] = [
  ['light, dark, high contrast and forced colours', {}, faultsInEveryScheme],
  ['the light on a phone', phone, faultsOf],
];
const shown = isSoak ? looks : looks.filter(([name]) => telling.includes(name));

describe.each(oneOf(2, forms))('in %s', (_, options, look) => {
  test('axe finds nothing on any screen of the viewer, and nothing is cut off', async () => {
    const visit = await desk.open(options);
    const found: Record<string, string[]> = {};
    await visit.page.goto(`${desk.url}/login`);
    await visit.page.getByRole('button', { name: 'SUBMIT' }).waitFor();
    found.login = await look(visit.page);
    await visit.signIn();
    for (const [name, address, ready] of shown) {
      if (address !== undefined) await visit.page.goto(`${desk.url}${address}`);
      await ready(visit.page);
      found[name] = await look(visit.page);
    }
    await visit.close();
    expect(Object.entries(found).filter(([, findings]) => findings.length > 0)).toEqual([]);
  });
});
