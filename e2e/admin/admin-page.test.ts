import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { setSwitches } from '@sheetwire/contract/users';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneOf } from '../support/soak.ts';
import { soakTest } from '../support/soak-test.ts';
import { type AdminSite, add, boss, report, select, startAdminSite, submit } from './admin-site.ts';

let site: AdminSite;
/** gina administers a group, rhea a report, ben is blocked, and idle has nothing. */
beforeAll(async () => {
  const users = ['bot', 'gina', 'rhea', 'hugo', 'vic', 'ben', 'idle'];
  site = await startAdminSite(users.map((name) => `DEMO/${name}`));
  await site.call(boss, setSwitches, { user: 'DEMO/ben', blockAdminPage: true });
  for (const [admin, gropic] of [
    ['DEMO/gina', 'DEMO/FX'],
    ['DEMO/rhea', report],
  ] as const) {
    await site.call(admin, assumeAdmin, { gropic });
    const viewers = ['DEMO/vic'];
    await site.call(admin, gropicPerms, { gropic, viewers, publishers: [], interactors: [], admins: [admin] });
  }
});
afterAll(async () => {
  await site.stop();
  expect(site.faults).toEqual([]);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const listed = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list, exact: true }).getByText(name, { exact: true });

test('who administers nothing is told how to begin, and SUBMIT says why it waits', async () => {
  const page = await site.open('DEMO/idle', {}, '/admin#rates');
  await page.getByText('You don’t administer any groups or reports yet.').waitFor();
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

const roles = [
  { who: 'a group admin', user: 'DEMO/gina', administers: 'FX group' },
  { who: 'a report admin', user: 'DEMO/rhea', administers: 'RATES/DAILY PNL' },
  { who: 'who administers nothing', user: 'DEMO/idle', administers: '' },
  { who: 'a blocked account', user: 'DEMO/ben', administers: undefined },
] as const;

test.each(oneOf(2, roles))(
  '$who sees what is theirs to administer and nothing of super admins',
  async ({ user, administers }) => {
    const page = await site.open(user);
    const blocked = page.getByText('This account does not have permission to administer reports', { exact: true });
    if (administers === undefined) {
      await blocked.waitFor();
      expect(await button(page, 'Add Group').count()).toBe(0);
      await page.goto(`${site.portal.url}/remote/admin`);
      await blocked.waitFor();
    } else {
      const theirs = page.getByRole('option', { name: administers, exact: true });
      await (administers === '' ? page.getByText('You don’t administer any groups or reports yet.') : theirs).waitFor();
      expect(await page.getByRole('option').count()).toBe(administers === '' ? 0 : 1);
      const help =
        'Trying to assume a report or group that is already administered shows a list of its current admins.';
      await page.getByRole('list', { name: 'Help' }).getByText(help).waitFor();
      await button(page, 'Add Report').waitFor();
    }
    expect(await page.getByLabel('SuperAdmin').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Manage|Recover|Audit/ }).count()).toBe(0);
    for (const [path, what] of [
      ['users', 'manage users'],
      ['usergroups', 'manage user groups'],
      ['recoversettings', 'recover settings'],
    ]) {
      await page.goto(`${site.portal.url}/admin/${path}`);
      await page.getByText(`Super administrator rights are required to ${what}`, { exact: true }).waitFor();
    }
    await page.context().close();
  },
);

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

soakTest('the selected item of the dropdown selected again is cleared, by mouse and by keys', async () => {
  const page = await site.open('DEMO/gina');
  await select(page, 'FX group');
  expect(await button(page, 'Capture Snapshot Now').getAttribute('aria-disabled')).toBe('true');
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

test('a refused assume, of a group and of a report in it, names the current admins in an alert', async () => {
  const page = await site.open('DEMO/hugo');
  for (const [form, entries, gropic] of [
    ['Add Group', { Group: 'FX' }, 'DEMO/FX'],
    ['Add Report', { Group: 'FX', Report: 'SPOT' }, 'DEMO/FX/SPOT'],
  ] as const) {
    await button(page, form).click();
    await submit(page, entries);
    const alert = page.getByRole('alertdialog');
    const text = (await alert.locator('p').textContent()) ?? '';
    expect(text.startsWith(`Cannot assume admin of ${gropic}: `), text).toBe(true);
    expect(text.split('\n').at(-1)).toBe('Curr Admins: DEMO/gina');
    await alert.getByRole('button').click();
    await page.getByRole('form', { name: form }).waitFor();
  }
  await page.context().close();
});

test('a super admin sees everything on request, with the links to what only they manage', async () => {
  const page = await site.open(boss);
  await page.getByText('You don’t administer any groups or reports yet.').waitFor();
  expect(await page.getByRole('link', { name: 'Manage Users' }).count()).toBe(0);
  await page.getByLabel('SuperAdmin').check();
  for (const name of ['Manage Users', 'Manage User Groups', 'Recover Settings']) {
    await page.getByRole('link', { name, exact: true }).waitFor();
  }
  await page.getByRole('searchbox', { name: 'Filter' }).fill('f');
  await select(page, 'FX group');
  await page.getByLabel('SuperAdmin').uncheck();
  await page.getByText('You no longer administer DEMO/FX.').waitFor();
  await page.context().close();
});

test('the daily snapshot is set with the arrows and a report is captured at once', async () => {
  const page = await site.open('DEMO/rhea');
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

soakTest('nothing is captured by default settings while those of the report have not come', async () => {
  const page = await site.open('DEMO/rhea');
  await page.getByRole('option', { name: 'RATES/DAILY PNL', exact: true }).waitFor();
  const come = Promise.withResolvers<void>();
  await page.route('**/admindetails/', async (route) => {
    await come.promise;
    await route.continue();
  });
  await select(page, 'RATES/DAILY PNL');
  const capture = button(page, 'Capture Snapshot Now');
  expect(await capture.getAttribute('aria-disabled')).toBe('true');
  come.resolve();
  await expect.poll(() => capture.getAttribute('aria-disabled')).toBeNull();
  await page.context().close();
});

test('why a user can or cannot is explained, and what is left without a grant', async () => {
  const page = await site.open('DEMO/rhea');
  await select(page, 'RATES/DAILY PNL');
  await page.getByRole('combobox', { name: 'User', exact: true }).fill('vic');
  await page.getByRole('option', { name: 'vic', exact: true }).click();
  await page.getByText('Can view', { exact: true }).waitFor();
  await page.getByText('Cannot publish', { exact: true }).waitFor();
  await page.getByText('Viewers: vic').waitFor();
  await page.getByText('If removed: cannot view').waitFor();
  await page.context().close();
});

soakTest('lists of 5,000 draw what is in sight, and typing finds the rest', async () => {
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
  await select(page, 'FX group');
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
