import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheetwire } from '../support/portal.ts';
import { axeFindings } from '../viewer/desk.ts';
import { type AdminSite, add, report, select, startAdminSite, submit } from './admin-site.ts';

let site: AdminSite;
beforeAll(async () => {
  site = await startAdminSite(['DEMO/gina', 'DEMO/hugo', 'DEMO/vic', 'DEMO/ben', 'DEMO/idle']);
  const env = { SHEETWIRE_DATA_DIR: site.portal.dataDir };
  await sheetwire(env, ['user', 'set', 'DEMO/ben', '--block-admin', 'on']);
});
afterAll(() => site.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const listed = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list, exact: true }).getByText(name, { exact: true });

test('who administers nothing is told how to begin, and SUBMIT says why it waits', async () => {
  const page = await site.open('DEMO/idle', {}, '/admin#rates');
  await page.getByText('You administer nothing yet.').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.title()).toBe('Sheetwire | Admin');
  expect(await page.getByLabel('SuperAdmin').count()).toBe(0);
  await button(page, 'Add Report').click();
  const reason = async () =>
    page.getByRole('button', { name: 'SUBMIT' }).evaluate((element) => {
      const id = element.getAttribute('aria-describedby') ?? '';
      return [element.getAttribute('aria-disabled'), document.getElementById(id)?.textContent];
    });
  expect(await reason()).toEqual(['true', 'Enter a group']);
  await page.getByRole('textbox', { name: 'Group' }).fill('sheetwire_ops');
  await page.getByRole('textbox', { name: 'Report' }).fill('uptime');
  expect((await reason())[1]).toContain('reserved');
  await button(page, 'CANCEL').click();
  expect(await page.getByRole('form', { name: 'Add Report' }).count()).toBe(0);
  await button(page, 'Add Group').click();
  await button(page, 'Add Group').click();
  expect(await page.getByRole('form', { name: 'Add Group' }).count()).toBe(0);
  await page.context().close();
});

test('an admin assumes a group, gives rights and takes them back', async () => {
  const page = await site.open('DEMO/gina', {}, '/remote/admin');
  await button(page, 'Add Group').click();
  await submit(page, { Group: ' [rates] ' });
  for (const alert of ['ALERT! No Viewers Added', 'ALERT! No Publishers Added']) await page.getByText(alert).waitFor();
  expect(await tab(page, 'VIEWERS').getAttribute('aria-selected')).toBe('true');
  await tab(page, 'PUBLISHERS').click();
  await add(page, 'Add a publisher', 'bot');
  await listed(page, 'All Publishers', 'bot').waitFor();
  await tab(page, 'VIEWERS').click();
  await listed(page, 'Viewers', 'bot').waitFor();
  await page.getByLabel('Can Interact').check();
  await add(page, 'Add a viewer', 'vic');
  const all = page.getByRole('list', { name: 'All Viewers' });
  await all.getByRole('listitem').filter({ hasText: 'vic' }).getByTitle('Can Interact').waitFor();
  await page.getByText('ALERT!').first().waitFor({ state: 'detached' });
  await listed(page, 'Viewers', 'vic').click();
  await page.getByRole('heading', { name: 'Members of vic' }).waitFor();
  await page.getByLabel('Can Interact').uncheck();
  await all
    .or(page.getByRole('list', { name: 'Members of vic' }))
    .getByTitle('Can Interact')
    .waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Select to Admin' }).click();
  await page.getByRole('heading', { name: 'All Viewers' }).waitFor();
  await tab(page, 'ADMINS').click();
  await button(page, 'Remove gina').click();
  await page
    .getByText('All Viewers and Publishers must be removed before all Admins can be removed', { exact: true })
    .waitFor();
  await button(page, 'Show VIEWERS').click();
  await button(page, 'Remove bot').click();
  await listed(page, 'All Viewers', 'bot').waitFor({ state: 'detached' });
  await page.getByText('ALERT! No Publishers Added').waitFor();
  await page.context().close();
});

test('the selected item of the dropdown selected again is cleared, by mouse and by keys', async () => {
  const page = await site.open('DEMO/gina');
  await select(page, 'RATES group');
  const picker = page.getByRole('combobox', { name: 'Add a viewer' });
  await picker.fill('hugo');
  await page.getByRole('option', { name: 'hugo' }).click();
  await page.getByRole('heading', { name: 'Members of hugo' }).waitFor();
  await picker.click();
  await page.getByRole('option', { name: 'hugo' }).click();
  expect(await picker.inputValue()).toBe('');
  await picker.fill('hug');
  await page.keyboard.press('Enter');
  expect(await picker.inputValue()).toBe('hugo');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await picker.inputValue()).toBe('');
  await page.context().close();
});

test('a refused assume names the current admins in an alert', async () => {
  const page = await site.open('DEMO/hugo');
  await button(page, 'Add Group').click();
  await submit(page, { Group: 'RATES' });
  const alert = page.getByRole('alertdialog');
  const text = (await alert.locator('p').textContent()) ?? '';
  expect(text).toMatch(/^Cannot assume admin of DEMO\/RATES: .+\nCurr Admins: DEMO\/gina$/);
  await alert.getByRole('button').click();
  expect(await page.getByRole('form', { name: 'Add Group' }).count()).toBe(1);
  await page.context().close();
});

test('a blocked account is refused', async () => {
  const page = await site.open('DEMO/ben');
  await page.getByText('This account does not have permission to administer reports', { exact: true }).waitFor();
  expect(await button(page, 'Add Group').count()).toBe(0);
  await page.context().close();
});

test('a super admin sees everything on request, with the links to what only they manage', async () => {
  const page = await site.open('DEMO/super');
  await page.getByText('You administer nothing yet.').waitFor();
  expect(await page.getByRole('link', { name: 'Manage Users' }).count()).toBe(0);
  await page.getByLabel('SuperAdmin').check();
  for (const name of ['Manage Users', 'Manage User Groups', 'Recover Settings']) {
    await page.getByRole('link', { name, exact: true }).waitFor();
  }
  await page.getByRole('searchbox', { name: 'Filter' }).fill('rat');
  await select(page, 'RATES group');
  await page.getByLabel('SuperAdmin').uncheck();
  await page.getByText('DEMO/RATES is not among what you administer any more.').waitFor();
  await page.context().close();
});

test('a save on lists that somebody changed meanwhile is told, and can be made again', async () => {
  const page = await site.open('DEMO/gina');
  await select(page, 'RATES group');
  await listed(page, 'Viewers', 'vic').waitFor();
  await page.route('**/admindetails/', () => undefined);
  const lists = { viewers: ['DEMO/vic', 'DEMO/hugo'], publishers: [], interactors: [], admins: ['DEMO/gina'] };
  await site.call('DEMO/super', gropicPerms, { gropic: 'DEMO/RATES', ...lists });
  await button(page, 'Remove vic').click();
  await page.getByText('Somebody else changed these rights.').waitFor();
  await listed(page, 'Viewers', 'hugo').waitFor();
  await listed(page, 'Viewers', 'vic').waitFor();
  await button(page, 'Try again').click();
  await listed(page, 'Viewers', 'vic').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

test('two admins see each other’s changes, and the icons show what is not saved yet', async () => {
  const gina = await site.open('DEMO/gina');
  await select(gina, 'RATES group');
  const over = await site.open('DEMO/super');
  await over.getByLabel('SuperAdmin').check();
  await select(over, 'RATES group');
  let save = () => undefined as undefined;
  await gina.route('**/gropicperms/', (route) => {
    save = () => void route.continue();
  });
  await add(gina, 'Add a viewer', 'idle');
  const icons = gina.getByTestId('connection');
  await expect.poll(() => icons.getAttribute('data-state')).toBe('connected-unsaved');
  save();
  await expect.poll(() => icons.getAttribute('data-state')).toBe('connected');
  await listed(over, 'All Viewers', 'idle').waitFor();
  await Promise.all([gina.context().close(), over.context().close()]);
});

test('who loses the right loses the open report, who gains it finds it in the list', async () => {
  await site.call('DEMO/gina', assumeAdmin, { gropic: 'DEMO/RATES/DAILY PNL' });
  const give = (viewers: string[]) =>
    site.call('DEMO/gina', gropicPerms, {
      ...{ gropic: report, viewers, publishers: [], interactors: [], admins: ['DEMO/gina'] },
    });
  await give(['DEMO/hugo']);
  const hugo = await site.open('DEMO/hugo', {}, '/DEMO/RATES/DAILY PNL');
  await hugo.getByText('Day one').waitFor();
  const vic = await site.open('DEMO/vic', {}, '/?settings=true');
  await vic.getByText('You have not been granted view access').waitFor();
  await give(['DEMO/vic']);
  await hugo.getByText('Day one').waitFor({ state: 'detached' });
  await vic.getByRole('combobox', { name: 'Report' }).waitFor();
  await Promise.all([hugo.context().close(), vic.context().close()]);
});

test('the daily snapshot is set with the arrows and a report is captured at once', async () => {
  const page = await site.open('DEMO/gina');
  await select(page, 'RATES group');
  expect(await button(page, 'Capture Snapshot Now').getAttribute('aria-disabled')).toBe('true');
  await select(page, 'RATES/DAILY PNL');
  await expect.poll(() => page.getByRole('spinbutton', { name: 'Hour' }).inputValue()).toBe('23');
  await page.getByLabel('Daily Snapshot').check();
  await button(page, 'Hour up').click();
  await button(page, 'Minute down').click();
  await page.getByLabel('Predate 1 Weekday').check();
  await page.getByRole('combobox', { name: 'Location' }).fill('lond');
  await page.getByRole('option', { name: 'London', exact: true }).click();
  await expect.poll(() => page.getByTestId('connection').getAttribute('data-state')).toBe('connected');
  await button(page, 'Capture Snapshot Now').click();
  await page.getByRole('group', { name: 'Are you sure?' }).waitFor();
  await button(page, 'NO-Cancel').click();
  await button(page, 'Capture Snapshot Now').click();
  await button(page, 'YES-Capture').click();
  await page.getByText(/^Captured DEMO\/RATES\/DAILY PNL for \d{4}-\d\d-\d\d/).waitFor();
  await page.reload();
  await select(page, 'RATES/DAILY PNL');
  await expect.poll(() => page.getByLabel('Daily Snapshot').isChecked()).toBe(true);
  const parts = ['Hour', 'Minute'].map((name) => page.getByRole('spinbutton', { name }).inputValue());
  expect(await Promise.all(parts)).toEqual(['00', '58']);
  expect(await page.getByRole('combobox', { name: 'Location' }).inputValue()).toBe('London');
  expect(await page.getByLabel('Predate 1 Weekday').isChecked()).toBe(true);
  await page.context().close();
});

test('why a user can or cannot is explained, and what is left without a grant', async () => {
  const page = await site.open('DEMO/gina');
  await select(page, 'RATES/DAILY PNL');
  await page.getByRole('combobox', { name: 'User', exact: true }).fill('vic');
  await page.getByRole('option', { name: 'vic', exact: true }).click();
  await page.getByText('Can view', { exact: true }).waitFor();
  await page.getByText('Cannot publish', { exact: true }).waitFor();
  await page.getByText('Viewers: vic').waitFor();
  await page.getByText('If removed: cannot view').waitFor();
  await page.context().close();
});

const looks = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

test.each(looks)('in %s axe finds nothing and nothing is cut off', async (_, options) => {
  const page = await site.open('DEMO/gina', options);
  await select(page, 'RATES/DAILY PNL');
  await listed(page, 'All Viewers', 'vic').waitFor();
  await button(page, 'Add Report').click();
  await page.getByRole('textbox', { name: 'Group' }).fill('sheetwire-x');
  await button(page, 'Capture Snapshot Now').click();
  await tab(page, 'ADMINS').click();
  await button(page, 'Remove gina').click();
  await page.getByText('All Viewers and Publishers must be removed').waitFor();
  await page.getByRole('combobox', { name: 'Add an admin' }).click();
  await page.getByRole('option', { name: 'hugo' }).waitFor();
  const found = await axeFindings(page);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await page.context().close();
  expect({ found, isWide }).toEqual({ found: [], isWide: false });
});

test('axe finds nothing for who administers nothing and for who may not', async () => {
  const idle = await site.open('DEMO/idle', { colorScheme: 'dark', forcedColors: 'active' });
  await idle.getByText('You administer nothing yet.').waitFor();
  await button(idle, 'Add Group').click();
  const ben = await site.open('DEMO/ben');
  await ben.getByText('does not have permission').waitFor();
  expect([...(await axeFindings(idle)), ...(await axeFindings(ben))]).toEqual([]);
  await Promise.all([idle.context().close(), ben.context().close()]);
});

test('keys alone select a report, add a viewer and remove one', async () => {
  const page = await site.open('DEMO/gina');
  await page.getByRole('searchbox', { name: 'Filter' }).focus();
  await page.keyboard.type('daily');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await listed(page, 'Viewers', 'vic').waitFor();
  await tab(page, 'VIEWERS').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('hugo');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await listed(page, 'All Viewers', 'hugo').waitFor();
  await button(page, 'Remove hugo').focus();
  await page.keyboard.press('Enter');
  await listed(page, 'All Viewers', 'hugo').waitFor({ state: 'detached' });
  expect(await button(page, 'Remove vic').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.context().close();
});

test('lists of 5,000 draw what is in sight, and typing finds the rest', async () => {
  const page = await site.open('DEMO/gina');
  const names = Array.from({ length: 5000 }, (_, n) => `DEMO/user.${String(n).padStart(4, '0')}`);
  await page.route('**/admindetails/', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    const known = await answer.json();
    const lists = known.gropicPerms
      ? { viewersAllUsers: names, gropicPerms: { ...known.gropicPerms, viewers: names } }
      : {};
    await route.fulfill({
      json: { ...known, ...lists, principalsChanged: true, principals: names, principalsId: 'all' },
    });
  });
  await page.reload();
  await select(page, 'RATES group');
  await listed(page, 'All Viewers', 'user.0000').waitFor();
  const picker = page.getByRole('combobox', { name: 'Add a viewer' });
  await picker.click();
  await page.getByRole('option', { name: 'user.0000' }).waitFor();
  expect(await page.locator('[data-row]').count()).toBeLessThan(120);
  await picker.fill('4999');
  await page.getByRole('option', { name: 'user.4999' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'All Viewers' }).evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await listed(page, 'All Viewers', 'user.4999').waitFor();
  await page.context().close();
});

test('no page had an error', () => {
  expect(site.faults).toEqual([]);
});
