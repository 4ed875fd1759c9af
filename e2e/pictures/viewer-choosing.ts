import { username } from '@sheetwire/contract/accounts';
import type { Page } from 'playwright-core';
import type { State } from './camera.ts';
import { rememberReports, type ViewerSite } from './viewer-site.ts';

export const daily = '/DEMO/DESK/DAILY';
/** No snapshot of it is taken yet. */
export const today = new Date().toISOString().slice(0, 10);
const settings = { user: 'viewer', path: `${daily}?settings=true` };

/** From the first moment until a report is chosen. */
export function choosingStates(site: ViewerSite): State[] {
  return [...waitingStates, ...settingsStates(site), ...pickerStates];
}

const waitingStates: readonly State[] = [
  {
    name: 'authenticating',
    path: daily,
    isWaiting: true,
    prepare: (page) => page.route(`**${username.path}`, () => undefined),
    go: (page) => page.getByText('Authenticating User...').waitFor(),
  },
  {
    name: 'acquiring-license',
    user: 'viewer',
    path: daily,
    isWaiting: true,
    darkPhone: true,
    prepare: (page) =>
      page.route(`**${username.path}`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), hasLicense: false } });
      }),
    go: (page) => page.getByText('Acquiring license for DEMO/viewer...').waitFor(),
  },
  {
    name: 'nothing-to-view',
    user: 'nobody',
    go: (page) => page.getByText('You have not been granted view access').waitFor(),
  },
];

function settingsStates(site: ViewerSite): State[] {
  return [
    { name: 'settings-first-visit', user: 'admin', go: (page) => picker(page, 'Report').waitFor() },
    {
      name: 'settings-with-report',
      user: 'viewer',
      path: `${daily}?settings=true`,
      darkPhone: true,
      prepare: (page) => rememberReports(page, site, 'viewer'),
      go: settingsAndReport,
    },
    {
      name: 'slow-report-held-back',
      user: 'viewer',
      darkPhone: true,
      prepare: async (page) => {
        await rememberReports(page, site, 'viewer');
        await page.addInitScript(() => {
          if (origin !== 'null') localStorage.setItem('sheetwire.slowDrawings', '{"DEMO/DESK/DAILY":1}');
        });
      },
      go: async (page) => {
        await page.getByText('it made this browser slow').waitFor();
        await picker(page, 'Report').waitFor();
      },
    },
    {
      name: 'settings-day',
      user: 'viewer',
      path: `${daily}?settings=true`,
      go: async (page) => {
        await openCalendar(page);
        const marked = page.locator('[data-snapshot]').filter({ visible: true });
        // On the first days of a month its snapshots are of the month before.
        if ((await marked.count()) === 0) await page.getByRole('button', { name: 'Previous' }).click();
        await marked.first().click();
        await page.getByText(/^Snapshot /).waitFor();
      },
    },
    {
      name: 'settings-time-to-come',
      user: 'viewer',
      path: `${daily}?settings=true`,
      go: async (page) => {
        await settingsAndReport(page);
        await page.getByLabel('Date', { exact: true }).fill('2100-01-01 17:00');
        await page.keyboard.press('Enter');
        await page.getByText('This time is in the future').waitFor();
      },
    },
    { name: 'settings-calendar', user: 'viewer', path: `${daily}?settings=true`, darkPhone: true, go: openCalendar },
    {
      name: 'settings-day-without-snapshot',
      user: 'viewer',
      path: `${daily}/${today}?settings=true`,
      go: (page) => page.getByText(/the latest one before \d/).waitFor(),
    },
  ];
}

const pickerStates: readonly State[] = [
  { name: 'picker-entity', ...settings, go: (page) => openPicker(page, 'Entity') },
  { name: 'picker-group', ...settings, go: (page) => openPicker(page, 'Group') },
  { name: 'picker-report', ...settings, darkPhone: true, go: (page) => openPicker(page, 'Report') },
  {
    name: 'picker-filtered',
    ...settings,
    go: async (page) => {
      await openPicker(page, 'Report');
      await picker(page, 'Report').fill('o');
      await listed(page).locator('mark').first().waitFor();
    },
  },
  {
    name: 'picker-none',
    ...settings,
    go: async (page) => {
      await openPicker(page, 'Report');
      await picker(page, 'Report').fill('none such');
      await page.getByText('No report matches').waitFor();
    },
  },
];

function picker(page: Page, name: string) {
  return page.getByRole('combobox', { name });
}

async function settingsAndReport(page: Page): Promise<void> {
  await picker(page, 'Report').waitFor();
  await page.getByTestId('report').getByRole('cell').first().waitFor();
}

/** What an open picker lists; the recent reports are options too. */
function listed(page: Page) {
  return page.locator('.long-picker').getByRole('option');
}

async function openPicker(page: Page, name: string): Promise<void> {
  await settingsAndReport(page);
  await picker(page, name).click();
  await listed(page).first().waitFor();
}

async function openCalendar(page: Page): Promise<void> {
  await settingsAndReport(page);
  await page.getByRole('button', { name: 'Choose a date' }).click();
  await page.getByRole('grid').waitFor();
}
