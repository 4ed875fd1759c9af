import { login } from '@sheetwire/contract/accounts';
import { assumeAdmin, gropicPerms, snapshotSettings } from '@sheetwire/contract/admin';
import { settingsDates } from '@sheetwire/contract/recoversettings';
import { createUserGroup, updateUserGroup } from '@sheetwire/contract/usergroups';
import { createUser } from '@sheetwire/contract/users';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soakTest } from '../support/soak-test.ts';
import { type AdminSite, boss, report, select, startAdminSite } from './admin-site.ts';
import { type PortalDays, portalDays } from './portal-days.ts';

const passphrase = 'quarterly-limits-of-desk-9';
const later = 'another-passphrase-of-desk-4';
const refused = 'Incorrect username or password';

let days: PortalDays;
let yesterday: string;
let site: AdminSite;

async function startDay(daysAgo: number): Promise<void> {
  await days.set(daysAgo);
  await site.restart();
}

/** Two days ago everything was set up, so that yesterday's copy holds it. */
beforeAll(async () => {
  days = await portalDays(2);
  yesterday = days.dateOf(1);
  site = await startAdminSite(['DEMO/gina', 'DEMO/vic', 'DEMO/uma', 'DEMO/ned'], days.env);
  await site.call(boss, createUser, { user: 'DEMO/pia', email: `${passphrase}@is.password`, associatedAdUser: '' });
  for (const [group, members] of [
    ['DEMO/DESK', ['DEMO/vic']],
    ['DEMO/ALL DESKS', ['DEMO/DESK']],
  ] as const) {
    await site.call(boss, createUserGroup, { group });
    await site.call(boss, updateUserGroup, { group, members: [...members] });
  }
  await site.call('DEMO/gina', assumeAdmin, { gropic: report });
  const lists = { viewers: ['DEMO/ALL DESKS'], publishers: [], interactors: ['DEMO/ALL DESKS'], admins: ['DEMO/gina'] };
  await site.call('DEMO/gina', gropicPerms, { gropic: report, ...lists });
  const daily = { captureSnapshot: true, rollTime: '16:30', rollTimeLocation: 'London', backdate: true };
  await site.call('DEMO/gina', snapshotSettings, { gropic: report, ...daily });
  await startDay(1);
  // The day's first change, before which the copy of the day is kept at the latest.
  await site.call(boss, createUserGroup, { group: 'DEMO/SINCE' });
  await startDay(0);
});
afterAll(async () => {
  await days.remove();
  await site.stop();
  expect(site.faults).toEqual([]);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });
const listed = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list, exact: true }).getByText(name, { exact: true });
const content = (page: Page) => page.getByText('Day one');
const path = (name: string) => `${site.portal.url}${name}`;

/** Recovers yesterday's copy of a kind, as the page does it; answers what it says that it did. */
async function recoverYesterday(page: Page, kind: string): Promise<string> {
  await page.goto(path('/admin/recoversettings'));
  await page.getByRole('radio', { name: kind, exact: true }).check();
  await page.getByRole('textbox', { name: 'Date' }).fill(yesterday);
  await page.keyboard.press('Enter');
  await page.locator(`[data-day="${yesterday}"][data-snapshot][data-selected]`).waitFor();
  return confirmRecovery(page);
}

/** Takes the newest recovery of a kind back, once the list has it: a row that is aimed at before moves down as it comes. */
async function undo(page: Page, kind: string): Promise<string> {
  await expect
    .poll(() =>
      button(page, /^Choose /)
        .first()
        .getAttribute('aria-disabled'),
    )
    .toBeNull();
  await button(page, new RegExp(`^Choose ${kind}(?: and| of|,)`))
    .first()
    .click();
  return confirmRecovery(page);
}

async function confirmRecovery(page: Page): Promise<string> {
  await page.getByRole('region', { name: 'What would change' }).waitFor();
  await button(page, 'Recover').click();
  await page.getByRole('group', { name: 'Are you sure?' }).waitFor();
  await button(page, 'YES-Recover').click();
  const said = page.getByText(/^Recovered /);
  const text = (await said.textContent()) ?? '';
  await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(0);
  return text;
}

/** What the login answers: empty when it lets in. */
async function logIn(user: string, password: string): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const body = JSON.stringify({ user, password });
  return login.output.parse(await (await fetch(path(login.path), { method: 'POST', headers, body })).json()).message;
}

/** A viewer's browser on the report, which nested groups let them see. */
async function openReport(): Promise<Page> {
  const page = await site.open('DEMO/vic', {}, `/${report}`);
  await content(page).waitFor();
  return page;
}

test('a user who was deleted comes back and logs in with the same password', async () => {
  const page = await site.open(boss, {}, '/admin/users');
  await option(page, 'uma').click();
  await button(page, 'Delete User').click();
  await button(page, 'YES-Delete').click();
  await page.getByText('DEMO/uma was deleted, along with all rights and sessions').waitFor();
  await option(page, 'pia').click();
  await button(page, 'Edit Email Address').click();
  await page.getByRole('textbox', { name: 'Email' }).fill(`${later}@is.password`);
  await button(page, 'Save').click();
  await page.locator('code').getByText(later).waitFor();

  expect(await recoverYesterday(page, 'Users')).toContain(`from ${yesterday}: 1 added, 0 removed, 1 changed`);
  expect(await Promise.all([later, passphrase].map((word) => logIn('DEMO/pia', word)))).toEqual([refused, '']);
  const uma = await site.open('', {}, '/login');
  await uma.getByLabel('Username or email').fill('DEMO/uma');
  await uma.getByLabel('Password').fill(site.portal.password);
  await uma.keyboard.press('Enter');
  await uma.getByRole('link', { name: 'uma' }).waitFor();

  expect(await undo(page, 'Users')).toContain(': 0 added, 1 removed, 1 changed');
  await uma.getByLabel('Username or email').waitFor();
  expect(await logIn('DEMO/uma', site.portal.password)).toBe(refused);
  expect(await Promise.all([later, passphrase].map((word) => logIn('DEMO/pia', word)))).toEqual(['', refused]);
  await Promise.all([page.context().close(), uma.context().close()]);
});

soakTest('a nested group that was deleted comes back, and its members see the open report again', async () => {
  const vic = await openReport();
  const page = await site.open(boss, {}, '/admin/usergroups');
  await option(page, 'DESK').click();
  await button(page, 'Delete').click();
  await button(page, 'YES-Delete').click();
  await page.getByText('DEMO/DESK was deleted, along with its rights').waitFor();
  await content(vic).waitFor({ state: 'detached' });

  expect(await recoverYesterday(page, 'User Groups')).toContain(`: 1 added, 1 removed, 1 changed`);
  await content(vic).waitFor();
  await page.goto(path('/admin/usergroups'));
  await option(page, 'ALL DESKS').click();
  await listed(page, 'Members', 'DESK').waitFor();
  await page.getByRole('list', { name: 'All members' }).getByText('through DESK', { exact: true }).waitFor();
  await option(page, 'SINCE').waitFor({ state: 'detached' });

  await page.goto(path('/admin/recoversettings'));
  expect(await undo(page, 'User Groups')).toContain(': 1 added, 1 removed, 1 changed');
  await content(vic).waitFor({ state: 'detached' });
  expect(await recoverYesterday(page, 'User Groups')).toContain(': 1 added, 1 removed, 1 changed');
  await content(vic).waitFor();
  await Promise.all([page.context().close(), vic.context().close()]);
});

soakTest(
  'rights that go with a group are shown by name, both kinds are offered, and one undo brings both back',
  async () => {
    const since = 'DEMO/SINCE YESTERDAY';
    await site.call(boss, createUserGroup, { group: since });
    await site.call(boss, updateUserGroup, { group: since, members: ['DEMO/ned'] });
    const lists = { publishers: [], interactors: [], admins: ['DEMO/gina'] };
    await site.call('DEMO/gina', gropicPerms, { gropic: report, viewers: ['DEMO/ALL DESKS', since], ...lists });
    const ned = await site.open('DEMO/ned', {}, `/${report}`);
    await content(ned).waitFor();

    const page = await site.open(boss, {}, '/admin/recoversettings');
    await page.getByRole('radio', { name: 'User Groups', exact: true }).check();
    await page.getByRole('textbox', { name: 'Date' }).fill(yesterday);
    await page.keyboard.press('Enter');
    const change = page.getByRole('region', { name: 'What would change' });
    await change.getByText(`${since} in ${report}: viewer`, { exact: true }).waitFor();
    await change.getByText('Rights and memberships lost: 1', { exact: true }).waitFor();
    await change.getByText('loses its rights and memberships').waitFor();
    const box = page.getByRole('checkbox', { name: `Also recover Report Permissions from ${yesterday}` });
    expect(await box.isChecked()).toBe(false);
    await box.focus();
    await page.keyboard.press('Space');
    await change.getByText('Report Permissions: Changed: 1', { exact: true }).waitFor();
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await confirmRecovery(page)).toMatch(
      /; 1 report permission: .*; removed with their user groups: the rights in 1/,
    );
    await content(ned).waitFor({ state: 'detached' });

    expect(await undo(page, 'User Groups and Report Permissions')).toContain('; 1 report permission: ');
    await content(ned).waitFor();
    const before = { ...lists, interactors: ['DEMO/ALL DESKS'] };
    await site.call('DEMO/gina', gropicPerms, { gropic: report, viewers: ['DEMO/ALL DESKS'], ...before });
    await Promise.all([page.context().close(), ned.context().close()]);
  },
);

test('rights that were taken come back with Can Interact, and the open report with them', async () => {
  const vic = await openReport();
  const gina = await site.open('DEMO/gina');
  await select(gina, 'RATES/DAILY PNL');
  await button(gina, 'Remove ALL DESKS').click();
  await content(vic).waitFor({ state: 'detached' });
  await gina.getByText('ALERT! No Viewers Added').waitFor();

  const page = await site.open(boss, {}, '/account');
  expect(await recoverYesterday(page, 'Report Permissions')).toContain(': 0 added, 0 removed, 1 changed');
  await content(vic).waitFor();
  await listed(gina, 'Viewers', 'ALL DESKS').waitFor();
  await gina.getByRole('list', { name: 'All Viewers' }).getByTitle('Can Interact').waitFor();

  expect(await undo(page, 'Report Permissions')).toContain(': 0 added, 0 removed, 1 changed');
  await content(vic).waitFor({ state: 'detached' });
  expect(await recoverYesterday(page, 'Report Permissions')).toContain(': 0 added, 0 removed, 1 changed');
  await content(vic).waitFor();
  await Promise.all([page, gina, vic].map((each) => each.context().close()));
});

soakTest('while the list of recoveries does not have the newest yet, none can be undone by mistake', async () => {
  const page = await site.open(boss, {}, '/account');
  await recoverYesterday(page, 'Users');
  await undo(page, 'Users');
  const asked = Promise.withResolvers<void>();
  const letThrough = Promise.withResolvers<void>();
  let isGone = true;
  await page.goto(path('/admin/recoversettings'));
  const first = button(page, /^Choose /).first();
  await first.waitFor();
  const rows = () => button(page, /^Choose /).count();
  const old = await rows();
  await page.route(`**${settingsDates.path}`, async (route) => {
    asked.resolve();
    await letThrough.promise;
    if (isGone) await route.abort();
    else await route.continue();
  });
  await first.click();
  await confirmRecovery(page);
  await asked.promise;
  expect(await rows()).toBe(old);
  expect(await first.getAttribute('aria-disabled')).toBe('true');
  const why = async () => page.locator(`[id="${await first.getAttribute('aria-describedby')}"]`).textContent();
  expect(await why()).toBe('Updating the list');
  await first.press('Enter');
  expect(await page.getByRole('region', { name: 'What would change' }).count()).toBe(0);
  letThrough.resolve();
  await page.getByText('This may be out of date').waitFor();
  expect([await rows(), await why()]).toEqual([old, 'This list may be out of date. Try again first.']);
  isGone = false;
  await button(page, 'Try again').click();
  await expect.poll(rows).toBe(old + 1);
  await expect.poll(() => first.getAttribute('aria-disabled')).toBeNull();
  await page.context().close();
});

soakTest('the daily snapshot that was switched off comes back with its time, place and weekday', async () => {
  const gina = await site.open('DEMO/gina');
  await select(gina, 'RATES/DAILY PNL');
  const shown = async () => ({
    isDaily: await gina.getByLabel('Daily Snapshot').isChecked(),
    time: await gina.getByRole('spinbutton').evaluateAll((parts) => parts.map((part) => part.ariaValueText)),
    place: await gina.getByRole('combobox', { name: 'Location' }).inputValue(),
    isPredated: await gina.getByLabel('Predate 1 Weekday').isChecked(),
  });
  const before = { isDaily: true, time: ['16', '30'], place: 'London', isPredated: true };
  await expect.poll(shown).toEqual(before);
  await gina.getByLabel('Daily Snapshot').uncheck();
  await button(gina, 'Hour up').click();
  await gina.getByLabel('Predate 1 Weekday').uncheck();
  const after = { isDaily: false, time: ['17', '30'], place: 'London', isPredated: false };
  await expect.poll(() => gina.getByTestId('connection').getAttribute('data-state')).toBe('connected');

  const page = await site.open(boss, {}, '/account');
  expect(await recoverYesterday(page, 'Snapshot Configurations')).toContain(': 0 added, 0 removed, 1 changed');
  await expect.poll(shown).toEqual(before);
  expect(await undo(page, 'Snapshot Configurations')).toContain(': 0 added, 0 removed, 1 changed');
  await expect.poll(shown).toEqual(after);
  await Promise.all([page.context().close(), gina.context().close()]);
});
