import type { Page } from 'playwright-core';
import { submit } from '../admin/admin-site.ts';
import { answerOf, answerWith, button, cut, field, fill, option, silence, words } from './answers.ts';
import type { State } from './camera.ts';

const many = Array.from({ length: 5000 }, (_, n) => ({
  name: `DEMO/user.${String(n).padStart(4, '0')}`,
  isSuperAdmin: n === 0,
  isDisabled: n % 7 === 3,
}));
const adUsers = ['ACME/a.moreau', 'ACME/b.okafor', 'ACME/l.martin', 'DEMO/l.martin'];

const directory = (page: Page) => answerWith(page, 'usersdetails', { adUsersChanged: true, adUsers, adUsersId: '1' });

/** Opens a user of whom this is known. */
function known(name: string, facts: object = {}): Pick<State, 'prepare' | 'go'> {
  return {
    prepare: (page) => answerWith(page, 'users/getuser', facts),
    go: (page) => open(page, name),
  };
}

async function open(page: Page, name: string): Promise<void> {
  await option(page, name).click();
  await words(page, 'Disabled Date');
}

async function addFromDirectory(page: Page): Promise<void> {
  await button(page, 'Add User').click();
  await page.getByLabel('User Is Defined in Active Directory').check();
}

const lists: readonly State[] = [
  { name: 'list', go: (page) => option(page, 'vic').waitFor() },
  {
    name: 'loading',
    isWaiting: true,
    prepare: (page) => silence(page, 'usersdetails'),
    go: (page) => words(page, /^Loading/),
  },
  {
    name: 'empty',
    prepare: (page) => answerWith(page, 'usersdetails', { usersChanged: true, users: [] }),
    go: (page) => words(page, 'No users yet'),
  },
  {
    name: 'many',
    prepare: (page) => answerWith(page, 'usersdetails', { usersChanged: true, users: many, usersId: '1' }),
    go: (page) => words(page, '5,000'),
  },
  {
    name: 'none-found',
    async go(page) {
      await option(page, 'vic').waitFor();
      await page.getByRole('searchbox', { name: 'Filter' }).fill('nobody');
    },
  },
  {
    name: 'not-loaded',
    prepare: (page) => answerOf(page, 'usersdetails', {}, 500),
    go: (page) => words(page, 'Try again'),
  },
  { name: 'refused', user: 'DEMO/vic', go: (page) => words(page, 'Super administrator rights are required') },
  {
    name: 'disconnected',
    async go(page) {
      await open(page, 'vic');
      await cut(page);
    },
  },
];

const addForm: readonly State[] = [
  { name: 'add', go: (page) => button(page, 'Add User').click() },
  {
    name: 'add-wrong',
    async go(page) {
      await button(page, 'Add User').click();
      await fill(page, { Username: 'vic', Email: 'vic@example' });
      await field(page, 'Username').focus();
    },
  },
  {
    name: 'add-refused',
    async go(page) {
      await button(page, 'Add User').click();
      await submit(page, { Username: 'twin', Email: 'demo.super@example.com' });
      await words(page, 'ERROR!');
    },
  },
  {
    name: 'add-directory',
    prepare: directory,
    darkPhone: true,
    async go(page) {
      await addFromDirectory(page);
      await page.getByRole('combobox', { name: 'AD User' }).click();
      await option(page, 'l.martin').waitFor();
    },
  },
  {
    name: 'add-no-directory',
    go: (page) => addFromDirectory(page).then(() => page.getByRole('combobox', { name: 'AD User' }).click()),
  },
  {
    name: 'add-directory-down',
    async prepare(page) {
      await directory(page);
      await answerOf(page, 'getaduser', { message: 'The directory cannot be reached' });
    },
    async go(page) {
      await addFromDirectory(page);
      await page.getByRole('combobox', { name: 'AD User' }).fill('mart');
      await option(page, 'l.martin').click();
      await words(page, 'cannot be reached');
    },
  },
  {
    name: 'add-directory-taken',
    async prepare(page) {
      await directory(page);
      await answerOf(page, 'getaduser', { adUser: 'DEMO/l.martin', email: 'l.martin@example.com', isDisabled: false });
    },
    async go(page) {
      await addFromDirectory(page);
      await page.getByRole('combobox', { name: 'AD User' }).fill('mart');
      await option(page, 'l.martin').click();
      await words(page, 'Taken from the directory.');
    },
  },
  {
    name: 'added',
    async prepare(page) {
      await answerOf(page, 'createuser', {
        success: true,
        message: 'DEMO/new was added; an email with a link to set the password is queued for new@example.org',
      });
      const facts = { name: 'DEMO/new', isSuperAdmin: false, isDisabled: false, disabledDate: null };
      await answerOf(page, 'users/getuser', { ...facts, email: 'new@example.org', adUser: '' });
    },
    async go(page) {
      await button(page, 'Add User').click();
      await submit(page, { Username: 'new', Email: 'new@example.org' });
      await words(page, 'was added');
      await words(page, 'Disabled Date');
    },
  },
];

const mail = { email: 'vic@example.org' };
const detail: readonly State[] = [
  { name: 'password-account', ...known('vic'), darkPhone: true },
  { name: 'mail-account', ...known('vic', { ...mail, sessions: 3, canChangeEmail: true }) },
  {
    name: 'directory-account',
    ...known('vic', {
      ...mail,
      adUser: 'ACME/vic',
      adUserEmail: 'vic@example.org',
      isSuperAdminViaAd: true,
      isSuperAdmin: true,
    }),
  },
  { name: 'disabled', ...known('vic', { ...mail, isDisabled: true, disabledDate: '2026-10-30' }) },
  { name: 'super', go: (page) => open(page, 'super super admin') },
  {
    name: 'message',
    ...known('vic', {
      message: 'The password cannot be shown because the secret key has changed. Set it again with Edit Email Address',
    }),
  },
  {
    name: 'edit',
    ...known('vic', mail),
    go: (page) => open(page, 'vic').then(() => button(page, 'Edit Email Address').click()),
  },
  {
    name: 'edit-refused',
    complaint: /was not changed/,
    async go(page) {
      await open(page, 'vic');
      await button(page, 'Edit Email Address').click();
      await field(page, 'Email').fill('demo.super@example.com');
      await button(page, 'Save').click();
      await words(page, 'ERROR!');
    },
  },
  {
    name: 'delete-asks',
    ...known('vic', mail),
    go: (page) => open(page, 'vic').then(() => button(page, 'Delete User').click()),
  },
  {
    name: 'deleted',
    prepare: (page) => answerOf(page, 'removeuser', {}),
    async go(page) {
      await open(page, 'vic');
      await button(page, 'Delete User').click();
      await button(page, 'YES-Delete').click();
      await words(page, 'was deleted, along with all rights and sessions');
    },
  },
  {
    name: 'reset-sent',
    async prepare(page) {
      await answerWith(page, 'users/getuser', mail);
      const message = 'An email with a link to set the password is queued for vic@example.org';
      await answerOf(page, 'sendpasswordresetemail', { success: true, message });
    },
    async go(page) {
      await open(page, 'vic');
      await button(page, 'Send Password Reset Email').click();
      await words(page, 'An email with a link');
    },
  },
];

/** Manage Users. */
export const users: readonly State[] = [...lists, ...addForm, ...detail];
