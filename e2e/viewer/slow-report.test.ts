import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInEveryScheme, faultsOf } from '../support/axe.ts';
import { oneOf } from '../support/soak.ts';
import { upToDate } from '../support/up-to-date.ts';
import { phone } from '../support/ways.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

/** Each level doubles what the browser lays out: minutes of work, which no cleaner has seen here. */
const endless = `${'<div style="column-count:2;height:90%">'.repeat(24)}slow${'</div>'.repeat(24)}`;

/** From here on the server's reports come with a page that stops the tab. */
async function makeSlow(context: BrowserContext): Promise<void> {
  await context.route(`**${report.path}`, async (route) => {
    const response = await route.fetch();
    const answer: { readonly pages: readonly string[] } = await response.json();
    const pages = answer.pages.map(() => endless);
    await route.fulfill({ response, json: { ...answer, pages } });
  });
}

const drawings = (page: Page) => page.evaluate(() => localStorage.getItem('sheetwire.slowDrawings'));
const reportOf = (page: Page) => page.getByTestId('report').getByText('USD SOFR 5Y');

const screens: [string, BrowserContextOptions, typeof faultsOf][] = [
  ['a desk', {}, faultsInEveryScheme],
  ['a phone', phone, faultsOf],
];

test.each(oneOf(2, screens))(
  'on %s a report that stopped its tab is not opened by itself again, until it is drawn in time',
  async (_, options, look) => {
    const visit = await desk.open(options);
    await visit.signIn();
    const { page } = visit;
    const context = page.context();
    await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
    await page.getByText(upToDate).waitFor();
    await page.goto(`${desk.url}/`);
    await reportOf(page).waitFor();
    // What is written is on the screen some frames later.
    await expect.poll(() => drawings(page)).toBeNull();
    await page.goto(`${desk.url}/help`);

    await makeSlow(context);
    const stopped = await context.newPage();
    await stopped.goto(`${desk.url}/`, { waitUntil: 'commit' });
    await expect.poll(() => drawings(page)).toContain('DEMO/DESK/DAILY');
    await new Promise((resolve) => setTimeout(resolve, limits.slowDrawing));
    await stopped.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });

    await page.goto(`${desk.url}/`);
    await page.getByText('DESK/DAILY was not opened because it made this browser slow.').waitFor();
    await page.getByRole('combobox', { name: 'Report' }).waitFor();
    expect(await reportOf(page).count()).toBe(0);
    expect(await look(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open DESK/DAILY anyway' }).click();
    await reportOf(page).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/DEMO\/DESK\/DAILY$/);
    await expect.poll(() => drawings(page)).toBeNull();
    await page.goto(`${desk.url}/`);
    await reportOf(page).waitFor();

    await page.goto(`${desk.url}/account`);
    await page.evaluate(() => localStorage.setItem('sheetwire.slowDrawings', '{"DEMO/DESK/DAILY":1}'));
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'YES-Logout' }).click();
    await page.getByRole('button', { name: 'SUBMIT' }).waitFor();
    await expect.poll(() => drawings(page)).toBeNull();
    await visit.close();
    expect(visit.faults).toEqual([]);
  },
);
