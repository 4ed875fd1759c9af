import type { Page } from 'playwright-core';
import { answerWith } from './answers.ts';
import { putOnPaper, type State } from './camera.ts';
import { daily } from './viewer-choosing.ts';
import { live } from './viewer-report.ts';
import type { ViewerSite } from './viewer-site.ts';

/** A report's past: the strip, a moment of it, and what is before all that is kept. */
export function timeStates(site: ViewerSite): State[] {
  return [
    { name: 'time-live', darkPhone: true, go: openStrip },
    {
      name: 'time-past',
      darkPhone: true,
      async go(page: Page) {
        await openStrip(page);
        await page.keyboard.press('Shift+ArrowLeft');
        await inThePast(page);
        for (let n = 0; n < 3; n++) await site.tick();
      },
    },
    {
      name: 'time-hovered',
      async go(page: Page) {
        await openStrip(page);
        const box = await page.getByTestId('time').getByRole('slider').boundingBox();
        if (!box) throw new Error('No strip');
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await inThePast(page);
      },
    },
    {
      name: 'time-playing',
      darkPhone: true,
      async go(page: Page) {
        await openStrip(page);
        await page.keyboard.press('Home');
        await inThePast(page);
        await page.getByRole('button', { name: '1×', exact: true }).click();
        await page.getByRole('button', { name: 'Play' }).click();
        await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      },
    },
    {
      name: 'time-disconnected',
      async go(page: Page) {
        await openStrip(page);
        await page.keyboard.press('ArrowLeft');
        await inThePast(page);
        site.goAway();
        await page.getByTestId('time').getByText('Disconnected').waitFor();
      },
    },
    {
      name: 'time-printed',
      scrollsWindow: true,
      isOnPaper: true,
      async go(page: Page) {
        await openStrip(page);
        await page.keyboard.press('ArrowLeft');
        await inThePast(page);
        await putOnPaper(page);
      },
    },
    {
      name: 'time-not-kept',
      path: `${daily}?at=2020-01-02T03:04:05Z`,
      darkPhone: true,
      go: (page: Page) => page.getByText('There is no history before').waitFor(),
    },
    {
      name: 'time-kept-less',
      darkPhone: true,
      prepare: (page: Page) =>
        answerWith(page, 'reports/versions', { kept: { versionHours: 6, minuteDays: 2, hourDays: 30 } }),
      async go(page: Page) {
        await openStrip(page);
        await page.getByText('This report keeps every version for 6 hours').waitFor({ state: 'attached' });
      },
    },
    {
      name: 'time-thinned',
      darkPhone: true,
      prepare: (page: Page) =>
        answerWith(page, 'reports/report', ({ shownVersion }) => (shownVersion ? { thinned: true } : {})),
      async go(page: Page) {
        await openStrip(page);
        const box = await page.getByTestId('time').getByRole('slider').boundingBox();
        if (!box) throw new Error('No strip');
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.getByText('the last version kept before').first().waitFor();
      },
    },
    { name: 'time-cell', darkPhone: true, go: (page: Page) => openHistory(page, site, 'H13') },
    {
      name: 'time-cell-range',
      darkPhone: true,
      async go(page: Page) {
        await openHistory(page, site, 'H13');
        await page.keyboard.press('Escape');
        await page.getByTestId('report').focus();
        for (let n = 0; n < 6; n++) await page.keyboard.press('Shift+ArrowDown');
        await page.keyboard.press('Alt+h');
        await page.getByRole('listitem').last().locator('.value').waitFor();
      },
    },
    {
      name: 'time-cell-menu',
      async go(page: Page) {
        await openHistory(page, site, 'H13');
        await page.keyboard.press('Escape');
        await page.locator('[data-cell="H13"]').click({ button: 'right' });
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'time-compared',
      async go(page: Page) {
        await openStrip(page);
        await page.keyboard.press('ArrowLeft');
        await inThePast(page);
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await page.getByRole('button', { name: 'Show differences' }).click();
        await page
          .getByText(/^\d+ differences?$/)
          .first()
          .waitFor();
      },
    },
    ...verifyStates,
  ].map((state) => ({ user: 'viewer', path: daily, ...state }));
}

const verdict = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor();

/** Where a figure is checked against what was published (time 6). */
const verifyStates: State[] = [
  { name: 'verify-version', darkPhone: true, path: `/v${daily}/1`, go: (page) => verdict(page, 'Confirmed') },
  {
    name: 'verify-figure',
    darkPhone: true,
    path: `/v${daily}/1#Summary!A1`,
    async go(page) {
      await verdict(page, 'Confirmed');
      await page.getByText('Signature', { exact: true }).click();
      await page.getByRole('button', { name: 'Copy signature' }).waitFor();
    },
  },
  {
    name: 'verify-different',
    darkPhone: true,
    path: `/v${daily}/1#Summary!A1=1%2C234.00`,
    go: (page) => verdict(page, 'Not confirmed'),
  },
  { name: 'verify-unknown', path: `/v${daily}/999999`, go: (page) => verdict(page, 'Not confirmed') },
  { name: 'verify-no-access', path: '/v/DEMO/NONE/REPORT/1', go: (page) => verdict(page, 'No access') },
];

async function openStrip(page: Page): Promise<void> {
  await live(page);
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await page.locator('.time-track .usual[d^=M]').waitFor({ state: 'attached' });
}

async function inThePast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back to live' }).waitFor();
  await page.locator('.viewer[data-past]').waitFor();
}

/** The history of a cell that changed a few times. */
async function openHistory(page: Page, site: ViewerSite, name: string): Promise<void> {
  await live(page);
  for (let n = 0; n < 4; n++) await site.tick();
  await page.locator(`[data-cell="${name}"]`).click();
  await page.keyboard.press('Alt+h');
  await page.getByRole('dialog').getByRole('table').waitFor();
}
