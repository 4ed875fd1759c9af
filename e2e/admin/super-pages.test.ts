import { createUserGroup } from '@sheetwire/contract/usergroups';
import { createUser, getUser, removeUser, setSwitches } from '@sheetwire/contract/users';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soakTest } from '../support/soak-test.ts';
import { type AdminSite, boss, startAdminSite, submit } from './admin-site.ts';

const passphrase = 'nightly-limits-of-desk-7';

let site: AdminSite;
beforeAll(async () => {
  site = await startAdminSite(['DEMO/plain']);
});
afterAll(async () => {
  await site.stop();
  expect(site.faults).toEqual([]);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Why a button cannot be pressed; undefined when it can. */
async function refusal(page: Page, name: string): Promise<string | undefined> {
  return button(page, name).evaluate((element) => {
    if (element.getAttribute('aria-disabled') !== 'true') return undefined;
    return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  });
}

/** Adds a user or a group to the group that is open. */
async function addMember(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add a member' }).fill(name);
  await page.getByRole('listbox', { name: 'Add a member' }).getByRole('option', { name, exact: true }).click();
  await button(page, 'Add').click();
}

async function newUser(name: string, email = `${name}@example.org`): Promise<void> {
  const { message, success } = await site.call(boss, createUser, { user: `DEMO/${name}`, email, associatedAdUser: '' });
  expect(success, message).toBe(true);
}

async function openUser(name: string): Promise<Page> {
  const page = await site.open(boss, {}, '/admin/users');
  await option(page, name).click();
  await page.getByText('Disabled Date').waitFor();
  return page;
}

test('whoever is no super admin reads what it takes, on every page and in remote mode', async () => {
  const page = await site.open('DEMO/plain', {}, '/account');
  for (const [path, title, text] of [
    ['/admin/users', 'Users', 'manage users'],
    ['/remote/admin/users', 'Users', 'manage users'],
    ['/admin/usergroups', 'User Groups', 'manage user groups'],
    ['/admin/recoversettings', 'Recover Settings', 'recover settings'],
    ['/admin/audit', 'Audit Log', 'read the audit log'],
    ['/admin/server', 'Server', 'see server figures'],
  ]) {
    const answer = await page.goto(`${site.portal.url}${path}`);
    expect(answer?.status()).toBe(200);
    await page.getByText(`Super administrator rights are required to ${text}`, { exact: true }).waitFor();
    expect(await page.title()).toBe(`Sheetwire | ${title}`);
  }
  await page.context().close();
});

test('SUBMIT of Add User keeps the rules and says why it waits', async () => {
  const page = await site.open(boss, {}, '/remote/admin/users');
  await option(page, 'plain').waitFor();
  await button(page, 'Add User').click();
  for (const [username, email, reason] of [
    ['', '', 'Enter a username'],
    ['lena', '', 'Enter an email address'],
    ['lena', 'lena@example', 'Enter an address like name@example.com'],
    ['lena', '@is.password', 'Enter an address like name@example.com'],
    ['[PLAIN],', 'lena@example.org', 'DEMO/plain already exists'],
    [' Lena ', 'lena@example.org', undefined],
  ] as const) {
    await field(page, 'Username').fill(username);
    await field(page, 'Email').fill(email);
    await expect.poll(() => refusal(page, 'SUBMIT')).toBe(reason);
  }
  await field(page, 'Username').fill('DEMO/Lena');
  await page.getByText('Saved as demolena', { exact: true }).waitFor();
  await page.getByLabel('User Is Defined in Active Directory').check();
  await expect.poll(() => refusal(page, 'SUBMIT')).toBe('Choose the directory user');
  await page.getByLabel('User Is Defined in Active Directory').uncheck();
  await button(page, 'CANCEL').click();
  await page.getByRole('form').waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Add User');
  await page.context().close();
});

soakTest('what Add User offers to choose is offered once it has come, and nothing untrue is said before', async () => {
  const page = await site.open(boss, {}, '/account');
  const come = Promise.withResolvers<void>();
  await page.route('**/usersdetails/', async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.goto(`${site.portal.url}/admin/users`);
  await button(page, 'Add User').click();
  const entity = page.getByRole('button', { name: /Entity$/ });
  await entity.waitFor();
  expect(await entity.isDisabled()).toBe(true);
  await page.getByLabel('User Is Defined in Active Directory').check();
  await page.getByRole('combobox', { name: 'AD User' }).fill('l');
  await page.locator('.popover').getByText('Loading...').waitFor();
  expect(await page.getByText('No directory is connected').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByLabel('User Is Defined in Active Directory').uncheck();
  come.resolve();
  await entity.click();
  await option(page, 'DEMO').waitFor();
  await page.context().close();
});

soakTest('a refusal of the server stands under ERROR! at what it is about, and editing clears it', async () => {
  const page = await site.open(boss, {}, '/admin/users');
  await button(page, 'Add User').click();
  await submit(page, { Username: 'twin', Email: 'demo.super@example.com' });
  const described = (name: string) =>
    field(page, name).evaluate((element) => {
      const id = element.getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent ?? '';
    });
  await page.getByText('ERROR!', { exact: true }).waitFor();
  expect([await described('Email'), await described('Username')]).toEqual([
    'ERROR! Another user has this email address',
    '',
  ]);
  await expect.poll(() => refusal(page, 'SUBMIT')).toContain('email address');
  await field(page, 'Email').fill('twin@example.org');
  await page.getByText('ERROR!').waitFor({ state: 'detached' });
  const message = 'A user with this name already exists';
  await page.route('**/createuser/', (route) => route.fulfill({ json: { success: false, message } }));
  await button(page, 'SUBMIT').click();
  await page.getByText('ERROR!', { exact: true }).waitFor();
  expect([await described('Username'), await described('Email')]).toEqual([`ERROR! ${message}`, '']);
  await page.context().close();
});

soakTest('a directory user brings the name and the email, and no other email is taken', async () => {
  const page = await site.open(boss, {}, '/account');
  await page.route('**/usersdetails/', async (route) => {
    const answer = await (await route.fetch({ maxRetries: 3 })).json();
    await route.fulfill({ json: { ...answer, adUsersChanged: true, adUsers: ['DEMO/l.martin'], adUsersId: '1' } });
  });
  const person = { adUser: 'DEMO/l.martin', email: 'l.martin@example.com', isDisabled: false };
  await page.route('**/getaduser/', (route) => route.fulfill({ json: person }));
  await page.goto(`${site.portal.url}/admin/users`);
  await button(page, 'Add User').click();
  await page.getByLabel('User Is Defined in Active Directory').check();
  await page.getByRole('combobox', { name: 'AD User' }).fill('none');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'AD User' }).fill('mart');
  await option(page, 'l.martin').click();
  await page.getByText('Taken from the directory.').waitFor();
  expect([await field(page, 'Username').inputValue(), await field(page, 'Email').inputValue()]).toEqual([
    'l.martin',
    'l.martin@example.com',
  ]);
  await expect.poll(() => refusal(page, 'SUBMIT')).toBeUndefined();
  await field(page, 'Email').fill('other@example.com');
  await expect.poll(() => refusal(page, 'SUBMIT')).toBe('The email must match the directory');
  await page.getByLabel('User Is Defined in Active Directory').uncheck();
  await expect.poll(() => refusal(page, 'SUBMIT')).toContain('DEMO/l.martin is a directory user');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

soakTest('an email address is edited, a password account shows its password and gets no mail', async () => {
  await newUser('edith');
  const page = await openUser('edith');
  await button(page, 'Send Password Reset Email').click();
  await page.getByText(/^An email with a link to set the password for edith@example\.org is in the outbox/).waitFor();
  await button(page, 'Edit Email Address').click();
  await expect.poll(() => refusal(page, 'Save')).toBe('This is already the user’s address');
  await field(page, 'Email').fill('');
  await expect.poll(() => refusal(page, 'Save')).toBe('Enter an email address');
  await field(page, 'Email').fill('demo.super@example.com');
  await button(page, 'Save').click();
  await page.getByText('ERROR!', { exact: true }).waitFor();
  await field(page, 'Email').fill(`${passphrase}@is.password`);
  await button(page, 'Save').click();
  await page.locator('code').getByText(passphrase, { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe('Edit Email Address');
  await expect.poll(() => refusal(page, 'Send Password Reset Email')).toContain('gets no email');
  await button(page, 'Edit Email Address').click();
  await button(page, 'Cancel').click();
  await page.getByRole('form').waitFor({ state: 'detached' });
  await page.context().close();
});

soakTest('an answer to a form that was closed meanwhile leaves the one that was opened since', async () => {
  await newUser('ines');
  const page = await openUser('ines');
  const asked = Promise.withResolvers<void>();
  const letThrough = Promise.withResolvers<void>();
  await page.route(`**${getUser.path}`, async (route) => {
    asked.resolve();
    await letThrough.promise;
    await route.continue();
  });
  await button(page, 'Edit Email Address').click();
  await field(page, 'Email').fill('ines.new@example.org');
  await button(page, 'Save').click();
  await asked.promise;
  await button(page, 'Cancel').click();
  await button(page, 'Edit Email Address').click();
  await field(page, 'Email').fill('ines.half');
  letThrough.resolve();
  await page.getByRole('alert').getByText('DEMO/ines was saved').waitFor();
  expect(await field(page, 'Email').inputValue()).toBe('ines.half');
  expect(await page.getByRole('definition').allTextContents()).toContain('ines.new@example.org');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

test('a super admin has a tag and cannot be deleted; a switch of a user is kept', async () => {
  const page = await openUser('super super admin');
  await page.getByText('[SuperAdmin]', { exact: true }).waitFor();
  await expect.poll(() => refusal(page, 'Delete User')).toBe('A super admin cannot be deleted here');
  await option(page, 'plain').click();
  await page.getByRole('region', { name: 'plain' }).getByText('Disabled Date').waitFor();
  await page.getByLabel('Deep logging').check();
  await page.reload();
  await option(page, 'plain').click();
  await expect.poll(() => page.getByLabel('Deep logging').isChecked()).toBe(true);
  await page.context().close();
});

soakTest('a switch that another super admin sets shows, also where it was set here before', async () => {
  await newUser('sven');
  const page = await openUser('sven');
  const box = page.getByLabel('Deep logging');
  await box.check();
  await expect.poll(async () => (await site.call(boss, getUser, { user: 'DEMO/sven' })).deepLog).toBe(true);
  await site.call(boss, setSwitches, { user: 'DEMO/sven', deepLog: false });
  await expect.poll(() => box.isChecked()).toBe(false);
  await page.context().close();
});

soakTest('what another super admin adds and deletes shows without a reload', async () => {
  const page = await site.open(boss, {}, '/admin/users');
  await option(page, 'plain').waitFor();
  await newUser('otto');
  await option(page, 'otto').click();
  await page.getByText('otto@example.org').waitFor();
  await site.call(boss, removeUser, { user: 'DEMO/otto' });
  await page.getByText('DEMO/otto was deleted.', { exact: true }).waitFor();
  await option(page, 'otto').waitFor({ state: 'detached' });
  await page.context().close();
});

soakTest('of 5,000 users the list draws what is in sight, and the filter finds the last', async () => {
  const page = await site.open(boss, {}, '/account');
  const users = Array.from({ length: 5000 }, (_, n) => ({
    name: `DEMO/user.${String(n).padStart(4, '0')}`,
    isSuperAdmin: false,
    isDisabled: n === 4999,
  }));
  const answer = { usersChanged: true, users, usersId: '1', userEntitiesChanged: true, userEntities: ['DEMO'] };
  await page.route('**/usersdetails/', (route) => route.fulfill({ json: answer }));
  await page.goto(`${site.portal.url}/admin/users`);
  await page.getByRole('status').getByText('5,000', { exact: true }).waitFor();
  const list = page.getByRole('listbox', { name: 'Users' });
  expect(await list.getByRole('option').count()).toBeLessThan(60);
  await list.focus();
  await page.keyboard.press('End');
  await option(page, 'user.4999 disabled').waitFor();
  await page.getByRole('searchbox', { name: 'Filter' }).fill('4999');
  await page.getByText('1 of 5,000').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

test('a group is created, takes in users and groups, shows every single user, and is deleted', async () => {
  const page = await site.open(boss, {}, '/admin/usergroups');
  await button(page, 'Create Group').click();
  for (const [name, reason] of [
    ['', 'Enter a name'],
    ['123', 'A name must contain a letter'],
    ['desk', undefined],
  ] as const) {
    await field(page, 'Name').fill(name);
    await expect.poll(() => refusal(page, 'SUBMIT')).toBe(reason);
  }
  await submit(page, { Name: 'desk' });
  await addMember(page, 'plain');
  await page.getByRole('list', { name: 'All members' }).getByText('plain', { exact: true }).waitFor();
  await site.call(boss, createUserGroup, { group: 'DEMO/ALL DESKS' });
  await option(page, 'ALL DESKS').click();
  await addMember(page, 'DESK');
  await page.getByRole('list', { name: 'All members' }).getByText('through DESK', { exact: true }).waitFor();
  const members = page.getByRole('list', { name: 'Members', exact: true });
  await members.getByRole('button', { name: 'DESK', exact: true }).click();
  await page.getByRole('heading', { name: 'Members of DESK' }).waitFor();
  await button(page, 'Create Group').focus();
  await page.getByRole('heading', { name: 'All members' }).waitFor();
  await button(page, 'Remove DESK').click();
  await page.getByText('No members yet').waitFor();
  await button(page, 'Delete').click();
  await button(page, 'NO-Cancel').click();
  await button(page, 'Delete').click();
  await button(page, 'YES-Delete').click();
  await page.getByText('DEMO/ALL DESKS was deleted, along with its rights').waitFor();
  await option(page, 'ALL DESKS').waitFor({ state: 'detached' });
  await page.context().close();
});

soakTest('two browsers change the members of one group and both see both changes', async () => {
  await newUser('mia');
  await site.call(boss, createUserGroup, { group: 'DEMO/PAIR' });
  const pages = await Promise.all([0, 1].map(() => site.open(boss, {}, '/admin/usergroups')));
  for (const page of pages) {
    await option(page, 'PAIR').click();
    await page.getByText('No members yet').waitFor();
  }
  await Promise.all(pages.map((page, n) => addMember(page, ['mia', 'plain'][n] ?? '')));
  for (const page of pages) {
    const members = page.getByRole('list', { name: 'Members', exact: true });
    for (const name of ['mia', 'plain']) await members.getByText(name, { exact: true }).waitFor();
    await page.context().close();
  }
});

test('a recovery needs a kind and a highlighted date, shows what it would change, and asks before it', async () => {
  await site.call(boss, createUserGroup, { group: 'DEMO/KEPT' });
  const page = await site.open(boss, {}, '/admin/recoversettings');
  for (const name of ['Report Permissions', 'Users', 'User Groups', 'Snapshot Configurations']) {
    await page.getByRole('radio', { name, exact: true }).waitFor();
  }
  await expect.poll(() => refusal(page, 'Recover')).toBe('Choose settings and a highlighted date');
  await page.getByRole('radio', { name: 'User Groups', exact: true }).check();
  await field(page, 'Date').fill('2020-02-02');
  await page.keyboard.press('Enter');
  await expect.poll(() => refusal(page, 'Recover')).toBe('No backup on 2020-02-02');
  await page.getByText('February 2020').waitFor();
  await page.getByRole('radio', { name: 'Users', exact: true }).check();
  await page.getByRole('radio', { name: 'User Groups', exact: true }).check();
  // Two, when midnight has come.
  await page
    .getByRole('button', { name: /, backup/ })
    .last()
    .click();
  await page.getByText(/^Removed: \d/).click();
  await page.getByText('DEMO/KEPT', { exact: true }).waitFor();
  await button(page, 'Recover').click();
  await page.getByText('Are you sure?').waitFor();
  await button(page, 'NO-Cancel').click();
  await page.goto(`${site.portal.url}/admin/usergroups`);
  await option(page, 'KEPT').waitFor();
  await page.context().close();
});

soakTest('a group that may not be created, removed or changed is told in an alert', async () => {
  await site.call(boss, createUserGroup, { group: 'DEMO/FIRM' });
  const page = await site.open(boss, {}, '/admin/usergroups');
  const answer = { unauthorized: true, message: 'Ask the operator' };
  await page.route(/(create|remove|update)usergroup/, (route) => route.fulfill({ json: answer }));
  const alerted = async (text: string) => {
    const alert = page.getByRole('alertdialog');
    expect(await alert.locator('p').textContent()).toBe(text);
    await alert.getByRole('button').click();
    await alert.waitFor({ state: 'detached' });
  };
  await option(page, 'FIRM').click();
  await addMember(page, 'plain');
  await alerted('Unauthorized');
  await button(page, 'Delete').click();
  await button(page, 'YES-Delete').click();
  await alerted('Cannot remove DEMO/FIRM');
  await page.getByText('Ask the operator').waitFor();
  await button(page, 'Create Group').click();
  await submit(page, { Name: 'other' });
  await alerted('Cannot create DEMO/OTHER');
  expect(await page.getByText('Ask the operator').count()).toBeGreaterThan(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

test('the audit log is linked from Admin, filtered, and taken away as a file', async () => {
  await newUser('audrey');
  const page = await site.open(boss, {}, '/admin');
  await page.getByLabel('SuperAdmin').check();
  await page.getByRole('link', { name: 'Audit Log' }).click();
  await field(page, 'Action').fill('user added');
  await field(page, 'Object').fill('audrey');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  await rows.last().getByText('DEMO/super').waitFor();
  await rows.last().getByRole('button', { name: 'Email: audrey@example.org' }).click();
  await page.getByRole('definition').getByText('audrey@example.org').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  await field(page, 'Who').fill('nobody.of.that.name');
  await button(page, 'Filter').click();
  await page.getByText('No matching entries.').waitFor();
  await page.context().close();
});
