import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { settingsDates } from '@sheetwire/contract/recoversettings';
import { createUserGroup, updateUserGroup } from '@sheetwire/contract/usergroups';
import { setSwitches } from '@sheetwire/contract/users';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInEveryScheme, faultsOf } from '../support/axe.ts';
import { cutFields, narrowDesk } from '../support/cut-fields.ts';
import { isSoak } from '../support/soak.ts';
import { soakTest } from '../support/soak-test.ts';
import { type AdminSite, boss, report, select, startAdminSite, submit } from './admin-site.ts';
import { press, tabTo } from './keys.ts';

const longName = 'DEMO/maximiliane.von-hohenstein';

let site: AdminSite;
beforeAll(async () => {
  site = await startAdminSite(['DEMO/gina', 'DEMO/hugo', 'DEMO/vic', 'DEMO/ben', 'DEMO/idle', longName]);
  await site.call(boss, setSwitches, { user: 'DEMO/ben', blockAdminPage: true });
  await site.call(boss, createUserGroup, { group: 'DEMO/PAIR' });
  await site.call(boss, updateUserGroup, { group: 'DEMO/PAIR', members: ['DEMO/vic', 'DEMO/hugo'] });
  await site.call('DEMO/gina', assumeAdmin, { gropic: report });
  const lists = {
    viewers: ['DEMO/PAIR', 'DEMO/vic', longName],
    publishers: [],
    interactors: ['DEMO/vic'],
    admins: ['DEMO/gina'],
  };
  await site.call('DEMO/gina', gropicPerms, { gropic: report, ...lists });
});
afterAll(async () => {
  await site.stop();
  expect(site.faults).toEqual([]);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });
const listed = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list, exact: true }).getByText(name, { exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

interface State {
  readonly name: string;
  readonly user: string;
  readonly path: string;
  /** Brings the page into as many of its states at once as it can show. */
  readonly show: (page: Page) => Promise<void>;
}

async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('listbox', { name }).getByRole('option').first().waitFor();
}

async function openEntities(page: Page): Promise<void> {
  await button(page, /Entity$/).click();
  await option(page, 'DEMO').waitFor();
}

const states: readonly State[] = [
  {
    name: 'rights of a report',
    user: 'DEMO/gina',
    path: '/admin',
    async show(page) {
      await select(page, 'RATES/DAILY PNL');
      await listed(page, 'All Viewers', 'vic').waitFor();
      await button(page, 'Add Report').click();
      await field(page, 'Group').fill('sheetwire-x');
      await button(page, 'Capture Snapshot Now').click();
      await page.getByRole('tab', { name: 'ADMINS' }).click();
      await button(page, 'Remove gina').click();
      await page.getByText('All Viewers and Publishers must be removed').waitFor();
      await page.getByRole('combobox', { name: 'Add an admin' }).click();
      await option(page, 'hugo').waitFor();
    },
  },
  {
    name: 'the list of places',
    user: 'DEMO/gina',
    path: '/admin',
    async show(page) {
      await select(page, 'RATES/DAILY PNL');
      await openList(page, 'Location');
    },
  },
  {
    name: 'a list in which nobody is found',
    user: 'DEMO/gina',
    path: '/admin',
    async show(page) {
      await select(page, 'RATES/DAILY PNL');
      await page.getByRole('combobox', { name: 'Add a viewer' }).fill('none such');
      await page.getByText('No user or group matches').waitFor();
    },
  },
  {
    name: 'nothing to administer',
    user: 'DEMO/idle',
    path: '/admin',
    async show(page) {
      await page.getByText('You don’t administer any groups or reports yet.').waitFor();
      await button(page, 'Add Group').click();
    },
  },
  {
    name: 'a blocked account',
    user: 'DEMO/ben',
    path: '/admin',
    show: (page) => page.getByText('does not have permission').waitFor(),
  },
  {
    name: 'users',
    user: boss,
    path: '/admin/users',
    async show(page) {
      await option(page, 'vic').click();
      await page.getByText('Disabled Date').waitFor();
      await button(page, 'Delete User').click();
      await button(page, 'Add User').click();
      await page.route('**/createuser/', (route) => route.fulfill({ json: { success: false, message: 'No email' } }));
      await submit(page, { Username: 'new', Email: 'new@example.org' });
      await page.getByText('ERROR!').waitFor();
      await page.getByLabel('User Is Defined in Active Directory').check();
      await field(page, 'Username').fill('vic');
    },
  },
  {
    name: 'the list of entities of a new user',
    user: boss,
    path: '/admin/users',
    async show(page) {
      await button(page, 'Add User').click();
      await openEntities(page);
    },
  },
  {
    name: 'the list of entities of a new group',
    user: boss,
    path: '/admin/usergroups',
    async show(page) {
      await button(page, 'Create Group').click();
      await openEntities(page);
    },
  },
  {
    name: 'the list of members to add',
    user: boss,
    path: '/admin/usergroups',
    async show(page) {
      await option(page, 'PAIR').click();
      await openList(page, 'Add a member');
    },
  },
  {
    name: 'user groups',
    user: boss,
    path: '/admin/usergroups',
    async show(page) {
      await option(page, 'PAIR').click();
      await listed(page, 'All members', 'vic').waitFor();
      await button(page, 'Create Group').click();
      await field(page, 'Name').fill('123');
      await button(page, 'Delete').click();
    },
  },
  {
    name: 'recovery',
    user: boss,
    path: '/admin/recoversettings',
    async show(page) {
      await page.getByRole('radio', { name: 'User Groups', exact: true }).check();
      // Two, when midnight has come.
      await button(page, /, backup/)
        .last()
        .click();
      await page.getByText(/^Removed: \d/).click();
      await page.getByText(/^Rights and memberships lost: \d/).waitFor();
      await page.getByRole('checkbox', { name: /^Also recover Report Permissions from/ }).check();
      await page
        .getByText(/^Report Permissions: /)
        .first()
        .waitFor();
      await button(page, 'Recover').click();
    },
  },
  {
    name: 'audit log',
    user: boss,
    path: '/admin/audit',
    async show(page) {
      await field(page, 'Action').fill('rights changed');
      await page.keyboard.press('Enter');
      await button(page, /^Viewers: 3 added/).click();
      await page.getByRole('list', { name: 'Viewers: added' }).waitFor();
    },
  },
  {
    name: 'server',
    user: boss,
    path: '/admin/server',
    show: (page) => page.getByRole('heading', { name: 'This server' }).waitFor(),
  },
];

/** Of the others, which are made of the same parts, the soak alone takes a look. */
const telling = ['rights of a report', 'users', 'recovery', 'audit log'];

test.each(isSoak ? states : states.filter(({ name }) => telling.includes(name)))(
  '$name: axe finds nothing in light, dark, high contrast, forced colours and 390 px, and nothing is cut off, nor at 1024 px',
  async ({ user, path, show }) => {
    const page = await site.open(user, {}, path);
    await show(page);
    const faults = await faultsInEveryScheme(page);
    await page.setViewportSize(narrowDesk.viewport);
    const cut = await cutFields(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const narrow = await faultsOf(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
    expect({ faults, cut, narrow }).toEqual({ faults: [], cut: [], narrow: [] });
  },
);

soakTest('what is read of a group stays where it is when the window becomes narrower', async () => {
  const page = await site.open('DEMO/gina', { viewport: { width: 420, height: 320 } });
  await select(page, 'RATES/DAILY PNL');
  const tabs = page.getByRole('tablist', { name: 'Rights' });
  const below = page.getByRole('button', { name: 'Capture Snapshot Now' });
  await below.scrollIntoViewIfNeeded();
  const bottom = async () => (await tabs.boundingBox().then((box) => box && box.y + box.height)) ?? 0;
  await expect.poll(bottom).toBeLessThan(0);
  await page.setViewportSize({ width: 380, height: 320 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await bottom()).toBeLessThan(0);
  await page.context().close();
});

test('keys alone assume a group, give a right and take it back, and set the snapshot of a report', async () => {
  const page = await site.open('DEMO/gina');
  const { keyboard } = page;
  await press(page, ['button', 'Add Group']);
  await keyboard.type('keys');
  await keyboard.press('Enter');
  await page.getByText('ALERT! No Viewers Added').waitFor();
  await tabTo(page, 'combobox', 'Add a viewer');
  await keyboard.type('hugo');
  await keyboard.press('Enter');
  await press(page, ['button', 'Add']);
  await listed(page, 'All Viewers', 'hugo').waitFor();
  await press(page, ['button', 'Remove hugo']);
  await listed(page, 'All Viewers', 'hugo').waitFor({ state: 'detached' });
  await press(page, ['tab', 'VIEWERS'], 'ArrowRight');
  await page.getByRole('tab', { name: 'PUBLISHERS', selected: true }).waitFor();
  await tabTo(page, 'searchbox', 'Filter');
  await keyboard.type('daily');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByText('report, overrides its group’s rights').waitFor();
  await press(page, ['checkbox', 'Daily Snapshot'], 'Space');
  await press(page, ['spinbutton', 'Hour'], 'ArrowDown');
  await expect.poll(() => page.getByRole('spinbutton', { name: 'Hour' }).inputValue()).toBe('22');
  await press(page, ['button', 'Capture Snapshot Now']);
  await keyboard.press('Escape');
  expect(await focused(page)).toBe('Capture Snapshot Now');
  await page.context().close();
});

test('keys alone add a user, show them, and delete them after a question', async () => {
  const page = await site.open(boss, {}, '/admin/users');
  const { keyboard } = page;
  await press(page, ['button', 'Add User']);
  await keyboard.type('Kay.Board');
  await keyboard.press('Tab');
  await keyboard.type('kay@example.org');
  await keyboard.press('Enter');
  await page
    .getByText(
      /^DEMO\/kay\.board was added; an email with a link to set the password for kay@example\.org is in the outbox/,
    )
    .waitFor();
  expect(await focused(page)).toBe('Add User');
  const panel = page.getByRole('region', { name: 'kay.board' });
  await panel.getByText('kay@example.org', { exact: true }).waitFor();
  await press(page, ['button', 'Delete User']);
  await page.getByRole('group', { name: 'Are you sure?' }).waitFor();
  expect(await focused(page)).toBe('NO-Cancel');
  await keyboard.press('Escape');
  expect(await focused(page)).toBe('Delete User');
  // The list without them may be here before the answer to who deleted them.
  await page.route('**/users/removeuser/', async (route) => {
    const news = page.waitForResponse(async (each) => {
      return each.url().includes('/usersdetails/') && (await each.text()).includes('"usersChanged":true');
    });
    const response = await route.fetch();
    await news;
    await route.fulfill({ response });
  });
  await keyboard.press('Enter');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await page.getByText('DEMO/kay.board was deleted, along with all rights and sessions', { exact: true }).waitFor();
  await option(page, 'kay.board').waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Add User');
  await page.context().close();
});

soakTest('keys alone create a group, add a member and remove them, and delete it', async () => {
  const page = await site.open(boss, {}, '/admin/usergroups');
  const { keyboard } = page;
  await press(page, ['button', 'Create Group']);
  await keyboard.type('keys');
  await keyboard.press('Enter');
  await tabTo(page, 'combobox', 'Add a member');
  await keyboard.type('vic');
  await keyboard.press('Enter');
  await press(page, ['button', 'Add']);
  await listed(page, 'All members', 'vic').waitFor();
  await press(page, ['button', 'Remove vic']);
  await page.getByText('No members yet').waitFor();
  await press(page, ['button', 'Delete']);
  expect(await focused(page)).toBe('NO-Cancel');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await page.getByText('DEMO/KEYS was deleted, along with its rights').waitFor();
  await page.context().close();
});

soakTest('keys alone choose settings and a date, and recover them', async () => {
  const [date = ''] = (await site.call(boss, settingsDates, {})).snapshots ?? [];
  const page = await site.open(boss, {}, '/admin/recoversettings');
  const { keyboard } = page;
  await press(page, ['radio', 'Report Permissions'], 'Space');
  for (let kinds = 0; kinds < 3; kinds++) await keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'Snapshot Configurations' }).isChecked()).toBe(true);
  await tabTo(page, 'textbox', 'Date');
  await keyboard.type(date);
  await keyboard.press('Enter');
  await page.getByRole('region', { name: 'What would change' }).or(page.getByText('Nothing would change')).waitFor();
  await press(page, ['button', 'Recover']);
  expect(await focused(page)).toBe('NO-Cancel');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await page.getByText(new RegExp(`^Recovered 0 snapshot configurations from ${date}`)).waitFor();
  await page.context().close();
});

soakTest('keys alone filter the audit log, open a row and copy it', async () => {
  const page = await site.open(boss, {}, '/admin/audit');
  await tabTo(page, 'textbox', 'Action');
  await page.keyboard.type('assume');
  await tabTo(page, 'textbox', 'Object');
  await page.keyboard.type('daily pnl');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await press(page, ['button', 'Admins: 1 added']);
  await page.getByRole('term').getByText('Admins', { exact: true }).waitFor();
  await press(page, ['button', 'Copy as JSON']);
  await page.getByText(/^(?:Copied|Press Ctrl\+C to copy)$/).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('term').waitFor({ state: 'detached' });
  await tabTo(page, 'link', 'Download CSV');
  await page.context().close();
});
