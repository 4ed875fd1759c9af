import { controlSocketPath, sendCommand } from '@sheetwire/server/identity/operator/control-socket';
import type { Page } from 'playwright-core';
import { putOnPaper, type State } from './camera.ts';
import { daily, today } from './viewer-choosing.ts';
import { live } from './viewer-report.ts';
import type { ViewerSite } from './viewer-site.ts';

/** What is done with a report beside reading it, and Help. */
export function toolStates(site: ViewerSite): State[] {
  return [...compareStates(site), ...takeStates, ...paletteStates, ...helpStates, ...logStates(site)].map((state) => ({
    user: 'viewer',
    path: daily,
    ...state,
  }));
}

const compared = async (page: Page) => {
  await page
    .getByText(/^\d[\d,]* differences?$/)
    .first()
    .waitFor();
};

function compareStates(site: ViewerSite): State[] {
  return [
    {
      name: 'compare-choosing',
      darkPhone: true,
      async go(page) {
        await live(page);
        await openCompare(page);
        await page.getByRole('textbox', { name: 'From' }).waitFor();
      },
    },
    {
      name: 'compare-picker',
      darkPhone: true,
      async go(page) {
        await live(page);
        await openCompare(page);
        await page.getByRole('button', { name: 'Choose To' }).click();
        await page.getByRole('grid').waitFor();
      },
    },
    {
      name: 'compare-faults',
      async go(page) {
        await live(page);
        await openCompare(page);
        await page.getByRole('textbox', { name: 'From' }).fill('yesterday');
        await page.getByRole('textbox', { name: 'To' }).fill('31.12');
        await page.getByRole('button', { name: 'Show differences' }).click();
        await page.getByRole('alert').first().waitFor();
      },
    },
    { name: 'compare-with-day', path: `${daily}?compare=${today}`, darkPhone: true, go: compared },
    {
      name: 'compare-difference',
      path: `${daily}?compare=${today}`,
      darkPhone: true,
      async go(page) {
        await compared(page);
        await page.keyboard.press('Alt+ArrowDown');
        await page.keyboard.press('Alt+ArrowDown');
        await page
          .getByText(/^2 of /)
          .first()
          .waitFor();
      },
    },
    {
      name: 'compare-list',
      path: `${daily}?compare=${today}`,
      async go(page) {
        await compared(page);
        await openList(page);
        await page.getByRole('searchbox', { name: 'Filter' }).fill('10y');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'compare-list-none',
      path: `${daily}?compare=${today}`,
      async go(page) {
        await compared(page);
        await openList(page);
        await page.getByRole('searchbox', { name: 'Filter' }).fill('none such');
        await page.getByText(/^0 of /).waitFor();
      },
    },
    {
      name: 'compare-newer',
      path: `${daily}?compare=${today}`,
      async go(page) {
        await compared(page);
        await site.tick();
        await page.getByText('Newer version').waitFor();
      },
    },
    {
      name: 'compare-same',
      path: `${daily}/2099-01-02?compare=2099-01-01`,
      go: (page) => page.getByText('Both days show').waitFor(),
    },
    {
      name: 'compare-nothing-there',
      path: `${daily}?compare=1999-12-31`,
      go: (page) => page.getByText('There is no snapshot on or before').waitFor(),
    },
    {
      name: 'compare-before-1900',
      path: `${daily}?compare=1899-12-31`,
      go: (page) => page.getByText('There is no snapshot on or before 1899-12-31').waitFor(),
    },
    {
      name: 'compare-waiting',
      path: `${daily}?compare=${today}`,
      isWaiting: true,
      prepare: (page) => page.route(/compare\.worker/, () => undefined),
      go: (page) => page.getByText(/^Comparing /).waitFor(),
    },
    {
      name: 'compare-no-snapshots',
      path: '/DEMO/DESK/NOTES',
      async go(page) {
        await live(page);
        await openCompare(page);
        await page.getByText('This report has no snapshots yet').waitFor();
      },
    },
  ];
}

const takeStates: readonly State[] = [
  { name: 'download', darkPhone: true, go: openDownload },
  {
    name: 'download-done',
    async go(page) {
      await openDownload(page);
      await page.getByRole('button', { name: 'Excel (.xlsx)' }).first().click();
      await page.getByText('saved to Downloads').waitFor();
    },
  },
  {
    name: 'download-metadata',
    path: `${daily}#metadata`,
    go: openDownload,
  },
  {
    name: 'printed',
    scrollsWindow: true,
    isOnPaper: true,
    async go(page) {
      await live(page);
      await putOnPaper(page);
    },
  },
];

const paletteStates: readonly State[] = [
  { name: 'palette', darkPhone: true, go: (page) => openPalette(page) },
  {
    name: 'palette-filtered',
    async go(page) {
      await openPalette(page);
      await page.getByRole('combobox', { name: 'Go to' }).fill('da');
      await page.getByRole('option', { name: 'DESK/DAILY' }).waitFor();
    },
  },
  {
    name: 'palette-date',
    async go(page) {
      await openPalette(page);
      await page.getByRole('combobox', { name: 'Go to' }).fill(today);
      await page.getByRole('option', { name: 'As of' }).waitFor();
    },
  },
  {
    name: 'palette-none',
    async go(page) {
      await openPalette(page);
      await page.getByRole('combobox', { name: 'Go to' }).fill('none such');
      await page.getByText('No matches').waitFor();
    },
  },
  {
    name: 'palette-asks',
    async go(page) {
      await openPalette(page);
      await page.getByRole('combobox', { name: 'Go to' }).fill('logout');
      await page.getByRole('option', { name: 'Logout', selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Are you sure?').waitFor();
    },
  },
  {
    name: 'keys',
    darkPhone: true,
    async go(page) {
      await live(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
];

const helpStates: readonly State[] = ['', '#keys', '#admin', '#token', '#contact'].map((hash) => ({
  name: `help${hash.replace('#', '-')}`,
  path: `/help${hash}`,
  darkPhone: hash === '',
  go: (page: Page) => page.getByRole('heading', { name: 'Help contact' }).waitFor(),
}));

function logStates(site: ViewerSite): State[] {
  return [
    {
      name: 'debug-log',
      user: 'publisher',
      darkPhone: true,
      async go(page) {
        await sendCommand(controlSocketPath(site.dataDir), { command: 'set', user: 'DEMO/publisher', deepLog: true });
        await page.reload();
        await page.getByRole('log', { name: 'Debug log' }).getByText('reports/report').first().waitFor();
        await live(page);
      },
    },
  ];
}

async function openDownload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.locator('.take-away').waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await live(page);
  await page.getByRole('button', { name: 'Go to a report or action' }).click();
  await page.locator('dialog[open]').getByRole('option').first().waitFor();
}

async function openCompare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('complementary', { name: 'Compare' }).waitFor();
}

/** On phones the list of differences has no room of its own. */
async function openList(page: Page): Promise<void> {
  const list = page.getByRole('button', { name: 'List', exact: true });
  if ((await list.count()) > 0) await list.click();
}
