import { limits } from '@sheetwire/contract/limits';
import { stream } from '@sheetwire/contract/live';
import { report } from '@sheetwire/contract/reports';
import type { Page } from 'playwright-core';
import { forgetSharedWorkers } from '../support/old-browser.ts';
import { upToDate } from '../support/up-to-date.ts';
import type { State } from './camera.ts';
import { daily, today } from './viewer-choosing.ts';
import type { ViewerSite } from './viewer-site.ts';

/** A report as it is shown, and how current it is. */
export function reportStates(site: ViewerSite): State[] {
  return [...shownStates(site), ...emptyStates, ...pageStates, ...lineStates(site)].map((state) => ({
    user: 'viewer',
    path: daily,
    ...state,
  }));
}

function shownStates(site: ViewerSite): State[] {
  return [
    {
      name: 'live',
      darkPhone: true,
      async go(page) {
        for (let n = 0; n < 3; n++) await site.tick();
        await page.getByText('Live', { exact: true }).waitFor();
        await live(page);
      },
    },
    {
      name: 'published-once',
      path: '/DEMO/DESK/NOTES',
      darkPhone: true,
      prepare: (page) => published(page, [3 * day]),
      go: (page) => page.getByText('Published 3 days ago').waitFor(),
    },
    { name: 'paused', path: `${daily}?paused=true`, go: (page) => page.getByText('(paused)').waitFor() },
    {
      name: 'paused-behind',
      path: `${daily}?paused=true`,
      darkPhone: true,
      async go(page) {
        await page.getByText('(paused)').waitFor();
        await page.getByRole('cell').first().waitFor();
        await site.tick();
        await site.tick();
        await page.getByText('2 versions behind').or(page.getByText('behind')).first().waitFor();
      },
    },
    {
      name: 'paused-settings',
      path: `${daily}?paused=true&settings=true`,
      go: (page) => page.getByText('(paused)').waitFor(),
    },
    {
      name: 'snapshot',
      path: `${daily}/${today}`,
      go: (page) => page.getByText('the latest one before').waitFor(),
    },
    {
      name: 'changed',
      darkPhone: true,
      prepare,
      async go(page) {
        await live(page);
        await page.clock.pauseAt(Date.now() + limits.changeFlash);
        await site.tick();
        const tinted = page.getByTestId('report').locator('[data-t]');
        while ((await tinted.count()) === 0) await page.clock.runFor(limits.reportPollTick / 5);
      },
    },
    { name: 'since-last-look', darkPhone: true, prepare, go: (page) => lookAgain(page, site) },
    {
      name: 'since-last-look-walked',
      prepare,
      async go(page) {
        await lookAgain(page, site);
        await page.keyboard.press('Alt+ArrowDown');
        await page.getByText(/^1 of /).waitFor();
      },
    },
    { name: 'remote', path: `/remote${daily}`, go: live },
  ];
}

const emptyStates: readonly State[] = [
  {
    name: 'loading',
    isWaiting: true,
    prepare: (page) => page.route(`**${report.path}`, () => undefined),
    path: `${daily}#prices`,
    go: (page) => page.getByText('Loading the report...').waitFor(),
  },
  {
    name: 'before-first-snapshot',
    path: `${daily}/2020-01-02`,
    go: (page) => page.getByText('There is no snapshot on or before').waitFor(),
  },
  {
    name: 'no-such-report',
    path: '/DEMO/DESK/NOTHING',
    darkPhone: true,
    go: (page) => page.getByText('Report not found').waitFor(),
  },
  {
    name: 'empty-page',
    path: '/DEMO/DESK/BLANK',
    darkPhone: true,
    go: (page) => page.getByText('This page is empty.').waitFor(),
  },
  {
    name: 'metadata-only',
    path: '/DEMO/DESK/FACTS',
    go: (page) => page.getByText('This report has no pages.').waitFor(),
  },
  { name: 'no-such-page', path: '/no/such', go: (page) => page.getByRole('main').waitFor() },
];

const pageStates: readonly State[] = [
  {
    name: 'metadata',
    path: `${daily}#metadata`,
    darkPhone: true,
    go: (page) => page.getByText('All Metadata:').waitFor(),
  },
  { name: 'tabs-overflow', path: '/DEMO/DESK/MONTHS', go: live },
  {
    name: 'tabs-overflow-middle',
    path: '/DEMO/DESK/MONTHS#june-2026,-closed-books',
    go: (page) => page.getByText('June').first().waitFor(),
  },
  { name: 'own-page', path: '/DEMO/DESK/OWN%2BBOOK#my-positions', go: live },
  { name: 'notes', path: '/DEMO/DESK/NOTES', darkPhone: true, go: live },
  { name: 'wide', path: '/DEMO/DESK/CURVE', go: live },
  {
    name: 'wide-scrolled',
    path: '/DEMO/DESK/CURVE',
    darkPhone: true,
    async go(page) {
      await live(page);
      await page.getByTestId('report').evaluate((host) => host.scrollTo(900, 2400));
    },
  },
  {
    name: 'range',
    path: '/DEMO/DESK/CURVE',
    async go(page) {
      await live(page);
      await page.locator('[data-cell=C5]').click();
      for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowRight');
      for (let n = 0; n < 5; n++) await page.keyboard.press('Shift+ArrowDown');
      await page.locator('[data-r]').first().waitFor();
    },
  },
];

function lineStates(site: ViewerSite): State[] {
  return [
    {
      name: 'reconnecting',
      darkPhone: true,
      // Its few seconds are the page's own, and stand still for the picture.
      async prepare(page) {
        await forgetSharedWorkers(page.context());
        await page.clock.install();
      },
      async go(page) {
        await live(page);
        await site.streams();
        await site.tick();
        await page.getByTestId('report').locator('[data-t]').first().waitFor();
        site.goAway();
        await page.getByText('Reconnecting…').first().waitFor();
        await page.clock.pauseAt(Date.now() + limits.reportPollTick);
      },
    },
    {
      name: 'disconnected',
      prepare: (page) => page.route(`**${stream.path}*`, (route) => route.abort()),
      async go(page) {
        await live(page);
        site.goAway();
        await page.locator('.report-head').getByText('Disconnected').waitFor();
      },
    },
    {
      name: 'disconnected-for-days',
      path: '/DEMO/DESK/NOTES',
      darkPhone: true,
      async prepare(page) {
        await published(page, [3 * day]);
        await page.route(`**${stream.path}*`, (route) => route.abort());
      },
      async go(page) {
        await live(page);
        site.goAway();
        await page.locator('.report-head').getByText('Disconnected').waitFor();
      },
    },
    {
      name: 'paused-disconnected',
      path: `${daily}?paused=true`,
      darkPhone: true,
      async go(page) {
        await page.getByText('(paused)').waitFor();
        await page.getByRole('cell').first().waitFor();
        await site.streams();
        site.goAway();
        await page.locator('.report-head').getByText('Disconnected').waitFor();
      },
    },
    {
      name: 'server-away',
      isWaiting: true,
      prepare: (page) => page.route('**/api/v1/reports/**', (route) => route.fulfill({ status: 503 })),
      path: `${daily}#prices`,
      go: (page) => page.locator('[data-testid=connection][data-state="disconnected"]').waitFor(),
    },
    {
      name: 'publisher-silent',
      darkPhone: true,
      prepare: (page) => published(page, [6 * minute, 5 * minute, 4 * minute]),
      go: (page) => page.getByText('Publisher silent for 4 min').waitFor(),
    },
    {
      name: 'alert',
      async go(page) {
        await live(page);
        await page.route('**/usersettings/**', (route) => route.fulfill({ status: 503 }));
        await page.evaluate(() => history.pushState(null, '', '/DEMO/DESK/NOTES'));
        await page.getByRole('alertdialog').waitFor();
      },
    },
    {
      name: 'logged-out',
      // Its session ends with the picture.
      user: 'super',
      async go(page) {
        await live(page);
        await page.route(`**${report.path}`, (route) => route.fulfill({ status: 401 }));
        await page.evaluate(() => history.pushState(null, '', '/DEMO/DESK/NOTES'));
        await page.waitForURL('**/login');
        await page.getByLabel('Password').waitFor();
      },
    },
  ];
}

/** The shown report is known to be the newest. */
export async function live(page: Page): Promise<void> {
  await page.getByText(upToDate).waitFor();
  await page.getByTestId('report').getByRole('cell').or(page.getByTestId('report').locator('p')).first().waitFor();
}

/** Comes back to the report after it changed, as on another day. */
async function lookAgain(page: Page, site: ViewerSite): Promise<void> {
  await live(page);
  // The look is counted from when its store is open, which is a moment after the store is there.
  await page.waitForFunction(async () => (await indexedDB.databases()).length > 0);
  for (let n = 0; n < 5; n++) {
    await page.clock.fastForward(limits.lookVisible);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await page.goto(`${site.url}/account`);
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  await site.tick();
  await page.clock.fastForward(limits.lookAway);
  await page.goto(`${site.url}${daily}`);
  await page.getByText(/changes? since /).waitFor();
}

/** The page's time is the picture's to move. */
function prepare(page: Page): Promise<void> {
  return page.clock.install();
}

const minute = limits.silenceStep;
const day = 24 * 60 * minute;

/** The report comes as one whose versions were published so long ago, the newest last. */
function published(page: Page, ago: readonly number[]): Promise<unknown> {
  const recentTimes = ago.map((ms) => new Date(Date.now() - ms).toISOString().replaceAll(/\D/g, ''));
  return page.route(`**${report.path}`, async (route) => {
    const response = await route.fetch().catch(() => undefined);
    // A line that is lost is so for what is made up here, too.
    if (!response) return route.abort();
    const answer = { ...(await response.json()), time: recentTimes.at(-1), recentTimes, publisherSeenUtc: null };
    return route.fulfill({ response, json: answer });
  });
}
