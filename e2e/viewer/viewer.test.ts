import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { soakTest } from '../support/soak-test.ts';
import { upToDate } from '../support/up-to-date.ts';
import { way } from '../support/ways.ts';
import { type Desk, startDesk, type Visit } from './desk.ts';
import { eachVisit } from './each-visit.ts';

let desk: Desk;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());
// The newest price, by a publisher who was heard of just now: one that was silent for a minute is named in place of Live.
beforeEach(() => desk.publishPrice('3.5915'));
eachVisit(
  () => desk,
  (started) => {
    visit = started;
    page = visit.page;
  },
);

const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const expectTab = (name: string) => expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe(name);

/** From here on the body says that a cell was tinted, which lasts for a moment only. */
async function noteTints(): Promise<void> {
  await page.evaluate(() => {
    const root = document.querySelector('#report')?.shadowRoot;
    if (!root) throw new Error('No report');
    new MutationObserver(() => document.body.setAttribute('data-tinted', '')).observe(root, {
      attributeFilter: ['data-t'],
      subtree: true,
    });
  });
}

test('a visitor without a session is sent to login, and from there to the report', async () => {
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.waitForURL('**/login');
  await expect.poll(() => page.title()).toBe('Sheetwire | Login');
  await visit.signIn();
  await page.goto(`${desk.url}/demo/desk/daily`);
  await page.getByRole('cell', { name: '3.5915' }).waitFor();
  await expect.poll(() => page.title()).toBe('Sheetwire | DESK/DAILY');
});

test('a changed cell shows without a reload, and the state says Live', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByText(upToDate).waitFor();
  for (const price of ['3.6001', '3.6002', '3.5915']) {
    await desk.publishPrice(price);
    await page.getByRole('cell', { name: price }).waitFor();
  }
  await page.getByText('Live', { exact: true }).waitFor();
});

test('pausing keeps what is shown and counts the versions behind; going on catches up', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY?paused=true`);
  await page.getByText('(paused)').waitFor();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('cell', { name: '3.5915' }).waitFor();
  await desk.publishPrice('3.7001');
  await page.getByText('1 version behind').waitFor();
  // A screen reader hears that it is paused, and not each version that goes by.
  expect(await page.locator('.published').getByRole('status').allInnerTexts()).toEqual(['Paused']);
  expect(await page.getByRole('cell', { name: '3.5915' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Update Live' }).click();
  await page.getByRole('cell', { name: '3.7001' }).waitFor();
  await expect.poll(() => page.url()).not.toContain('paused');
});

soakTest('Back while the calendar is open shows the report before, and it goes on', async () => {
  await visit.enter();
  await desk.publishPage('LEADS', '<p><a href="/DEMO/DESK/DAILY?settings=true">To the daily report</a></p>');
  await page.goto(`${desk.url}/DEMO/DESK/LEADS`);
  // Before the script has it, a link of the report is the browser's own, and loads.
  await page.getByText(upToDate).waitFor();
  await page.getByRole('link', { name: 'To the daily report' }).click();
  await page.getByRole('cell', { name: 'USD SOFR 5Y' }).waitFor();
  await page.getByRole('button', { name: 'Choose a date' }).click();
  await page.getByRole('grid').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'To the daily report' }).waitFor();
  await page.locator('.published .chip').getByText(upToDate).waitFor();
});

test('a hash selects the tab, tabs replace the address, and Shift with Page Down wraps around', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY#month-to-date`);
  await tab('Month to Date').waitFor();
  await expectTab('Month to Date');
  await tab('P&L').click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#p%26l');
  await page.keyboard.press('Shift+PageDown');
  await expectTab('Positions');
  await page.keyboard.press('Alt+PageUp');
  await expectTab('P&L');
});

soakTest('the hash metadata turns METADATA on, and the box turns it off', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY?settings=true#metadata`);
  for (const label of ['Published At:', 'Published By:', 'All Metadata:']) await page.getByText(label).waitFor();
  await page.getByText('Rates', { exact: true }).waitFor();
  await page.getByLabel('Show Metadata').uncheck();
  await tab('METADATA').waitFor({ state: 'detached' });
  await expectTab('Positions');
});

test('choosing another report is a history entry; a name with spaces finds the one with plus signs', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY?settings=true`);
  await page.getByRole('combobox', { name: 'Report' }).fill('week');
  await page.getByRole('option', { name: 'WEEK+END' }).click();
  await page.getByText('Closed').waitFor();
  await page.goBack();
  await page.getByRole('cell', { name: '3.5915' }).waitFor();
  await page.goto(`${desk.url}/DEMO/DESK/WEEK%20END`);
  await page.getByText('Closed').waitFor();
});

test('a link inside a report opens in the app, without a load', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByText(upToDate).waitFor();
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  await page.getByRole('link', { name: 'Week end' }).click();
  await page.getByText('Closed').waitFor();
  expect(await page.locator('body[data-same]').count()).toBe(1);
});

soakTest('hiding the settings gives the focus to the name that shows them again', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY?settings=true`);
  await page.getByRole('button', { name: 'HIDE SETTINGS' }).press('Enter');
  const name = page.getByRole('button', { name: 'DESK/DAILY' });
  await expect.poll(() => name.evaluate((button) => button === document.activeElement)).toBe(true);
  await name.press('Enter');
  await page.getByRole('button', { name: 'HIDE SETTINGS' }).press('Enter');
  await page.getByRole('heading', { name: 'DESK/DAILY' }).click();
  await page.getByRole('button', { name: 'HIDE SETTINGS' }).waitFor();
});

soakTest('a date before the first snapshot shows the empty report and the way back', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY/1999-12-31`);
  await page.getByText('There is no snapshot on or before 1999-12-31.').waitFor();
  await page.getByRole('button', { name: 'CLEAR' }).click();
  await page.getByRole('cell', { name: '3.5915' }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${way.prefix}/DEMO/DESK/DAILY`);
});

soakTest('every link of remote mode keeps its prefix', async () => {
  await page.goto(`${desk.origin}/remote/DEMO/DESK/DAILY`);
  await page.waitForURL('**/remote/login');
  const links = await page.locator('nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual(['/remote', '/remote/admin', '/remote/help', '/remote/account']);
});

soakTest('without the server the icons and the chip say so, and recover by themselves', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByText(upToDate).waitFor();
  await desk.portal.kill();
  await page.locator('[data-testid=connection][data-state=disconnected]').waitFor();
  const chip = page.locator('.published .chip');
  await chip.getByText(/^(Reconnecting…|Disconnected)$/).waitFor();
  expect(await chip.getByText(upToDate).count()).toBe(0);
  await desk.portal.restart();
  // A publisher that was heard often and then not for a minute is named in place of Live.
  await desk.publishPrice('3.6400');
  await page.getByText(upToDate).waitFor();
  await page.locator('[data-testid=connection][data-state=connected]').waitFor();
});

soakTest(
  'a report that was published once says how old it is, by the server’s clock, and without the server too',
  async () => {
    await desk.publishPage('ONCE', '<p>Closed</p>');
    await visit.enter();
    await page.goto(`${desk.url}/DEMO/DESK/ONCE`);
    const line = page.locator('.published');
    await line.locator('.chip').getByText('Published just now', { exact: true }).waitFor();
    const ago = 3 * 24 * 60 * limits.silenceStep;
    const time = new Date(Date.now() - ago).toISOString().replaceAll(/\D/g, '');
    await page.route(`**${report.path}`, async (route) => {
      // The portal is killed below: nothing answers then.
      const response = await route.fetch().catch(() => undefined);
      if (!response) return await route.abort('connectionrefused');
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, time, recentTimes: [time], publisherSeenUtc: null } });
    });
    await page.reload();
    await line.locator('.chip').getByText('Published 3 days ago', { exact: true }).waitFor();
    await line.getByText(/^Published: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/).waitFor();
    await desk.portal.kill();
    await line
      .locator('.chip')
      .getByText(/^(Reconnecting…|Disconnected)$/)
      .waitFor();
    await line.getByText('Published 3 days ago', { exact: true }).waitFor();
    await desk.portal.restart();
    await line.locator('.chip').getByText('Published 3 days ago', { exact: true }).waitFor();
  },
);

test('the first page shows before any script has run, and stays in its place when the viewer takes it over', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByText(upToDate).waitFor();
  const place = () => page.getByRole('cell', { name: 'USD SOFR 5Y' }).boundingBox();
  const final = await place();
  await page.route('**/*.js', (route) => route.abort());
  await page.reload();
  expect(await place()).toEqual(final);
});

soakTest(
  'name, tabs and first column begin at one left edge, and the rule above the report tells a pause',
  async () => {
    await visit.enter();
    await page.goto(`${desk.url}/DEMO/DESK/DAILY?paused=true`);
    await page.getByRole('cell', { name: '3.5915' }).waitFor();
    const edges = await Promise.all(
      [page.locator('h1 .name'), tab('Positions'), page.getByText('USD SOFR 5Y')].map((place) =>
        place.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return Math.round(range.getBoundingClientRect().left);
        }),
      ),
    );
    const edge = way.isMobile ? 12 : 16;
    expect(edges).toEqual([edge, edge, edge]);
    const rule = () => page.getByTestId('report').evaluate((box) => getComputedStyle(box).borderTopColor);
    await expect.poll(rule).toBe('rgb(132, 82, 0)');
  },
);

soakTest('a long name in one word stays within the window, beside what can be done with the report', async () => {
  const name = `EMEA_${'RATES_DAILY_'.repeat(7)}PNL`;
  await desk.publishPage(name, '<p>Closed</p>');
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/${name}?settings=true`);
  await page.getByRole('button', { name: 'Compare' }).waitFor();
  await tab('Only').waitFor();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const { nameEnds, buttonsBegin, ...places } = await page.evaluate(() => ({
      isWide: document.documentElement.scrollWidth > innerWidth,
      isListCut: [...document.querySelectorAll('.recent')].some((list) => list.scrollWidth > list.clientWidth),
      nameEnds: document.querySelector('h1 .name')?.getBoundingClientRect().right ?? Number.NaN,
      buttonsBegin: document.querySelector('.report-head > .row')?.getBoundingClientRect().left ?? Number.NaN,
    }));
    expect(places).toEqual({ isWide: false, isListCut: false });
    expect(nameEnds).toBeLessThan(buttonsBegin);
  }
});

soakTest('changed cells are tinted until Flash Changes is unticked, on the next visit too', async () => {
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY?settings=true`);
  await page.getByText(upToDate).waitFor();
  await noteTints();
  await desk.publishPrice('3.6100');
  await page.locator('body[data-tinted]').waitFor({ state: 'attached' });
  await page.getByLabel('Flash Changes').uncheck();
  await page.getByTestId('report').locator('[data-t]').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText(upToDate).waitFor();
  expect(await page.getByLabel('Flash Changes').isChecked()).toBe(false);
  await noteTints();
  await desk.publishPrice('3.5915');
  await page.getByRole('cell', { name: '3.5915' }).waitFor();
  expect(await page.locator('body[data-tinted]').count()).toBe(0);
});
