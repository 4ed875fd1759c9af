import { createCaller } from '@sheetwire/client/caller';
import { assumeAdmin } from '@sheetwire/contract/admin';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { signIn } from '../support/portal.ts';
import { soakTest } from '../support/soak-test.ts';
import { upToDate } from '../support/up-to-date.ts';
import { phone } from '../support/ways.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const field = (page: Page) => page.getByRole('combobox', { name: 'Go to a report or action' });
const live = (page: Page) => page.getByText(upToDate);
const dialogs = (page: Page) => page.locator('dialog[open]').count();

/** Opens the palette by its keys, types, and takes the first row once it is the wanted one. */
async function goTo(page: Page, typed: string, wanted: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).fill(typed);
  await page.getByRole('option', { name: wanted, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await field(page).waitFor({ state: 'detached' });
}

/** A viewer's browser on a report, with the fields that choose one. */
async function openSettings() {
  const visit = await desk.open();
  await visit.enter();
  await visit.page.goto(`${desk.url}/DEMO/DESK/DAILY?settings=true`);
  await live(visit.page).waitFor();
  return visit;
}

test('keys alone go to reports, back to the one before, to pages, to actions and to other pages of the portal', async () => {
  const visit = await desk.open();
  const { page } = visit;
  const { keyboard } = page;
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await live(page).waitFor();

  await goTo(page, 'week end', 'DESK/WEEK+END');
  await page.waitForURL('**/DEMO/DESK/WEEK%2BEND');
  await page.getByText('Closed').waitFor();
  await goTo(page, '', 'DESK/DAILY');
  await page.waitForURL('**/DEMO/DESK/DAILY');
  await live(page).waitFor();

  await keyboard.press('Control+k');
  const groups = page.getByRole('listbox', { name: 'Results' }).getByRole('group');
  const names = () => groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')));
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['Recent', 'Reports', 'Pages']);
  await keyboard.press('Escape');
  await goTo(page, 'mtd', /Month to Date/);
  await page.getByRole('tab', { name: 'Month to Date', selected: true }).waitFor();
  await goTo(page, 'pause', /Pause/);
  await page.getByText('(paused)').waitFor();
  await keyboard.press('p');
  await live(page).waitFor();
  await goTo(page, '2026-01-05', 'As of 2026-01-05');
  await page.getByText('There is no snapshot on or before 2026-01-05.').waitFor();
  await goTo(page, 'clear date', /back to the live report/);
  await live(page).waitFor();

  await goTo(page, 'account', 'Account');
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  await goTo(page, 'dly', 'DESK/DAILY');
  await live(page).waitFor();

  await keyboard.press('Control+k');
  await field(page).fill('admin');
  await page.getByRole('option', { name: 'Admin', selected: true }).waitFor();
  expect(await page.getByRole('option', { name: 'Manage Users' }).count()).toBe(0);
  await keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
  for (const [answer, presses] of [
    ['NO-Cancel', 1],
    ['YES-Logout', 0],
  ] as const) {
    await keyboard.press('Control+k');
    await field(page).fill('logout');
    await page.getByRole('option', { name: 'Logout', selected: true }).waitFor();
    await keyboard.press('Enter');
    await page.getByText('Are you sure?').waitFor();
    for (let press = 0; press < presses; press++) await keyboard.press('ArrowDown');
    await page.getByRole('option', { name: answer, selected: true }).waitFor();
    await keyboard.press('Enter');
    await field(page).waitFor({ state: 'detached' });
  }
  await page.waitForURL('**/login');
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest(
  'a key that is pressed alone is a letter in a field and in a control, and nothing once they are turned off',
  async () => {
    const visit = await openSettings();
    const { page } = visit;
    const { keyboard } = page;
    const picker = page.getByRole('combobox', { name: 'Report' });
    await picker.fill('');
    await keyboard.type('p?');
    expect([await picker.inputValue(), await dialogs(page), await live(page).count()]).toEqual(['p?', 0, 1]);
    await keyboard.press('Escape');
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Previous tab (wraps around)').waitFor();
    await keys.getByRole('checkbox').uncheck();
    await keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await keyboard.press('?');
    await keyboard.press('p');
    await goTo(page, 'keys', /Keyboard shortcuts/);
    await keys.waitFor();
    expect(await live(page).count()).toBe(1);
    await visit.close();
  },
);

soakTest(
  'Enter takes the row that the arrows moved to, in a picker and in the palette, while reports come above it',
  async () => {
    const visit = await openSettings();
    const { page } = visit;
    const { keyboard } = page;
    await page.getByRole('combobox', { name: 'Report' }).click();
    await keyboard.press('ArrowDown');
    await page.locator('[role=option][data-focused]', { hasText: 'WEEK+END' }).waitFor();
    await desk.publishPage('AB', '<p>Later</p>');
    await page.getByRole('option', { name: 'AB', exact: true }).waitFor();
    await keyboard.press('Enter');
    await page.getByText('Closed').waitFor();

    await keyboard.press('Control+k');
    await page.getByRole('option', { name: 'DESK/DAILY', selected: true }).waitFor();
    await keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'DESK/AB', selected: true }).waitFor();
    await desk.publishPage('AA', '<p>Latest</p>');
    await page.getByRole('option', { name: 'DESK/AA' }).waitFor();
    await keyboard.press('Enter');
    await page.getByText('Later').waitFor();
    await visit.close();
    expect(visit.faults).toEqual([]);
  },
);

test('what is typed before the palette has come is in it, and does nothing else', async () => {
  const visit = await desk.open();
  const { page } = visit;
  const { keyboard } = page;
  await visit.enter();
  const come = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(/\/palette-[^/]*\.js$/, async (route) => {
    asked.resolve();
    await come.promise;
    await route.continue();
  });
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await live(page).waitFor();
  await keyboard.press('Control+k');
  await asked.promise;
  await keyboard.type('pp');
  come.resolve();
  await expect.poll(() => field(page).inputValue()).toBe('pp');
  await keyboard.type('z');
  expect(await field(page).inputValue()).toBe('ppz');
  await keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
  await live(page).waitFor();
  await visit.close();
});

test('what may no longer be viewed goes from the open palette, on a page without a report', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/help`);
  await page.getByRole('button', { name: 'Go to a report or action' }).click();
  await field(page).fill('week');
  const found = page.getByRole('option', { name: 'DESK/WEEK+END' });
  await found.waitFor();
  await desk.portal.addUser('DEMO/boss');
  const headers = { cookie: await signIn(desk.portal, 'DEMO/boss'), 'sec-fetch-site': 'same-origin' };
  const boss = createCaller({ baseUrl: desk.portal.url, headers });
  await boss(assumeAdmin, { gropic: 'DEMO/DESK/WEEK+END' });
  await found.waitFor({ state: 'detached' });
  await page.getByText('No matches').waitFor();
  await visit.close();
});

soakTest('five thousand reports are searched, and those in sight are drawn', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.route('**/topicsdetails/**', (route) => {
    const topics = Array.from({ length: 5000 }, (_, n) => `DEMO/GROUP ${n % 50}/REPORT ${n}`);
    const json = { user: 'DEMO/vera', sameNumTopics: false, entities: ['DEMO'], groups: [], topics };
    return route.fulfill({ json });
  });
  await page.goto(`${desk.url}/help`);
  await page.getByRole('button', { name: 'Go to a report or action' }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).fill('report');
  await page.getByText('5,000 results').waitFor({ state: 'attached' });
  expect(await page.getByRole('option').count()).toBeLessThan(60);
  for (let press = 0; press < 5; press++) await page.keyboard.press('PageDown');
  await page.locator('[role=option][aria-selected=true][aria-posinset="46"]').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator('[role=option][aria-selected=true][aria-posinset="45"]').waitFor();
  await field(page).fill('rep 4321');
  await page.getByRole('option', { name: 'GROUP 21/REPORT 4321', selected: true }).waitFor();
  expect(await page.locator('[role=option][aria-selected=true] mark').allInnerTexts()).toEqual(['REP', '4321']);
  expect(await axeFindings(page)).toEqual([]);
  await visit.close();
});

soakTest('on a phone under /remote the bar leads to the palette, and it to a report', async () => {
  const visit = await desk.open(phone);
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.origin}/remote/help`);
  await page.getByText('No help contact is set.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Go to a report or action' }).tap();
  await field(page).fill('daily');
  await page.getByRole('option', { name: 'DESK/DAILY' }).tap();
  await page.waitForURL('**/remote/DEMO/DESK/DAILY');
  await live(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await visit.close();
  expect(visit.faults).toEqual([]);
});
