import type { Page } from 'playwright-core';
import { submit } from '../admin/admin-site.ts';
import { answerOf, answerWith, button, field, option, silence, words } from './answers.ts';
import type { State } from './camera.ts';

const members = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Members', exact: true }).getByText(name, { exact: true });

async function openGroup(page: Page, name: string): Promise<void> {
  await option(page, name).click();
  await page.getByRole('list', { name: 'All members' }).or(page.getByText('No members yet')).first().waitFor();
}

/** The page User Groups. */
export const groups: readonly State[] = [
  { name: 'list', go: (page) => option(page, 'DESK').waitFor() },
  {
    name: 'loading',
    isWaiting: true,
    prepare: (page) => silence(page, 'usergroupsdetails'),
    go: (page) => words(page, /^Loading/),
  },
  {
    name: 'empty',
    prepare: (page) => answerWith(page, 'usergroupsdetails', { userGroupsChanged: true, userGroups: [] }),
    go: (page) => words(page, 'No groups yet'),
  },
  { name: 'members', darkPhone: true, go: (page) => openGroup(page, 'DESK') },
  { name: 'nested', go: (page) => openGroup(page, 'ALL DESKS') },
  {
    name: 'nested-selected',
    async go(page) {
      await openGroup(page, 'ALL DESKS');
      await members(page, 'DESK').click();
      await words(page, 'Members of DESK');
    },
  },
  { name: 'no-members', go: (page) => openGroup(page, 'NEW') },
  {
    name: 'directory',
    async prepare(page) {
      await answerWith(page, 'usergroupsdetails', {
        userGroupsChanged: true,
        userGroups: ['DEMO/DESK', 'DEMO/NEW'],
        directoryGroups: ['DEMO/DESK'],
      });
      await answerWith(page, 'getusergroup', { isDirectory: true });
    },
    go: (page) =>
      option(page, 'DESK directory')
        .or(option(page, 'DESK'))
        .first()
        .click()
        .then(() => words(page, 'Managed in the directory')),
  },
  {
    name: 'choosing',
    async go(page) {
      await openGroup(page, 'NEW');
      await page.getByRole('combobox', { name: 'Add a member' }).click();
      await option(page, 'vic').waitFor();
    },
  },
  {
    name: 'refused-change',
    prepare: (page) => answerOf(page, 'updateusergroup', { message: 'Unknown user or group DEMO/vic' }),
    async go(page) {
      await openGroup(page, 'DESK');
      await button(page, 'Remove vic').click();
      await words(page, 'Unknown user or group');
    },
  },
  { name: 'create', go: (page) => button(page, 'Create Group').click() },
  {
    name: 'create-wrong',
    async go(page) {
      await button(page, 'Create Group').click();
      await field(page, 'Name').fill('123');
    },
  },
  {
    name: 'create-unauthorized',
    prepare: (page) => answerOf(page, 'createusergroup', { unauthorized: true, message: 'Ask the operator' }),
    async go(page) {
      await button(page, 'Create Group').click();
      await submit(page, { Name: 'other' });
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'delete-asks',
    async go(page) {
      await openGroup(page, 'DESK');
      await button(page, 'Delete').click();
    },
  },
  { name: 'refused', user: 'DEMO/vic', go: (page) => words(page, 'Super administrator rights are required') },
];
