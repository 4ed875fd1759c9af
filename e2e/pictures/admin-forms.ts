import type { Page } from 'playwright-core';
import { select, submit } from '../admin/admin-site.ts';
import { answerOf, answerWith, button, fill, option, words } from './answers.ts';
import type { State } from './camera.ts';

const openForm = (page: Page, kind: 'Group' | 'Report') => button(page, `Add ${kind}`).click();

/** The panels under the rights, at the top of the window. */
async function openPanel(page: Page, heading: string, gropic = 'RATES/DAILY PNL'): Promise<void> {
  await select(page, gropic);
  await page.getByRole('heading', { name: heading }).evaluate((title) => title.scrollIntoView());
}

async function explain(page: Page, user: string): Promise<void> {
  await openPanel(page, 'Check a user’s access');
  await page.getByRole('combobox', { name: 'User', exact: true }).fill(user);
  await option(page, user).click();
  await words(page, /^Can(not)? view$/);
  await page.getByRole('heading', { name: 'Check a user’s access' }).evaluate((title) => title.scrollIntoView());
}

async function capture(page: Page): Promise<void> {
  await openPanel(page, 'Snapshot');
  await button(page, 'Capture Snapshot Now').click();
  await button(page, 'YES-Capture').click();
}

/** What the server tells who may not add what nobody administers. */
export const claimRefusal = 'Only members of DEMO/REPORT OWNERS can claim groups and reports without admins';

/** The forms of Admin: what is added, the snapshot of a day, and why a user can or cannot. */
export const adminForms: readonly State[] = [
  { name: 'add-group', user: 'DEMO/idle', go: (page) => openForm(page, 'Group') },
  { name: 'add-report', go: (page) => openForm(page, 'Report') },
  {
    name: 'add-saved-as',
    async go(page) {
      await openForm(page, 'Report');
      await fill(page, { Group: 'Rates/Bonds', Report: 'daily [P&L]' });
    },
  },
  {
    name: 'add-reserved',
    async go(page) {
      await openForm(page, 'Report');
      await fill(page, { Group: 'sheetwire-ops', Report: 'uptime' });
    },
  },
  {
    name: 'add-not-allowed',
    user: 'DEMO/idle',
    prepare: (page) => answerWith(page, 'admindetails', { claimRefusal }),
    go: (page) => openForm(page, 'Group'),
  },
  {
    name: 'add-report-of-own-group',
    user: 'DEMO/gina',
    prepare: (page) => answerWith(page, 'admindetails', { claimRefusal }),
    go: (page) => openForm(page, 'Report'),
  },
  {
    name: 'add-ready',
    async go(page) {
      await openForm(page, 'Report');
      await fill(page, { Group: 'rates', Report: 'curves' });
    },
  },
  {
    name: 'add-administered',
    async go(page) {
      await openForm(page, 'Report');
      await fill(page, { Group: 'RATES', Report: 'DAILY PNL' });
    },
  },
  {
    name: 'assume-refused',
    user: 'DEMO/idle',
    async go(page) {
      await openForm(page, 'Report');
      await submit(page, { Group: 'RATES', Report: 'DAILY PNL' });
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'snapshot-of-a-group',
    user: 'DEMO/gina',
    go: (page) => openPanel(page, 'Snapshot', 'FX group'),
  },
  {
    name: 'snapshot-on',
    prepare: (page) =>
      answerWith(page, 'admindetails', {
        captureDailySnapshot: true,
        snapshotTime: '16:30',
        snapshotTimeLocation: 'London',
        backdateSnapshot: true,
      }),
    async go(page) {
      await openPanel(page, 'Snapshot');
      await page.getByRole('spinbutton', { name: 'Hour' }).focus();
    },
  },
  {
    name: 'snapshot-location',
    async go(page) {
      await openPanel(page, 'Snapshot');
      await page.getByRole('combobox', { name: 'Location' }).click();
      await option(page, 'Chicago').waitFor();
    },
  },
  {
    name: 'snapshot-refused',
    prepare: (page) => answerOf(page, 'snapshotsettings', { message: 'Unknown location' }),
    async go(page) {
      await openPanel(page, 'Snapshot');
      await page.getByLabel('Daily Snapshot').click();
      await words(page, 'Unknown location');
    },
  },
  {
    name: 'capture-asks',
    async go(page) {
      await openPanel(page, 'Snapshot');
      await button(page, 'Capture Snapshot Now').click();
      await button(page, 'NO-Cancel').waitFor();
    },
  },
  {
    name: 'captured',
    async go(page) {
      await capture(page);
      await words(page, /^Captured /);
    },
  },
  {
    name: 'capture-failed',
    prepare: (page) =>
      answerOf(page, 'capturesnapshot', { topic: 'x', success: false, message: 'The report has never been published' }),
    async go(page) {
      await capture(page);
      await words(page, 'never been published');
    },
  },
  { name: 'explain-viewer', darkPhone: true, go: (page) => explain(page, 'vic') },
  { name: 'explain-through-groups', go: (page) => explain(page, 'kim') },
  { name: 'explain-none', go: (page) => explain(page, 'idle') },
  {
    name: 'explain-choosing',
    async go(page) {
      await openPanel(page, 'Check a user’s access');
      await page.getByRole('combobox', { name: 'User', exact: true }).click();
      await option(page, 'ben').waitFor();
    },
  },
];
