import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { upToDate } from '../support/up-to-date.ts';
import { phone, way } from '../support/ways.ts';
import { positions, startVersionsDesk, type VersionsDesk } from './versions-desk.ts';

let desk: VersionsDesk;
beforeAll(async () => {
  desk = await startVersionsDesk();
  const [two, five, ten] = positions;
  if (!two || !five || !ten) throw new Error('The book has no rows');
  const moved = [
    [two[0], two[1], '3.6120', two[3]],
    ['USD SOFR 3Y', 'USD', '3.5480', '−69.7'],
    [ten[0], ten[1], ten[2], '1,148.1'],
  ] as const;
  await desk.publishBook(moved, { Notes: '<p>Open</p>', New: '<p>First of its kind</p>' });
});
afterAll(() => desk.stop());

const comparison = (page: Page) => page.getByTestId('comparison');
const marked = (page: Page, kind: string) => comparison(page).locator(`[data-diff=${kind}]`);
/** What stands under changed values, each in full. */
const notes = (page: Page) =>
  marked(page, 'changed').evaluateAll((cells) =>
    cells.map((cell) => {
      const isWhole = cell.scrollWidth <= cell.clientWidth && cell.scrollHeight <= cell.clientHeight;
      return isWhole ? cell.getAttribute('data-old') : 'cut';
    }),
  );
const differences = (page: Page) => page.getByRole('listbox', { name: 'Differences' });
const currentPlace = (page: Page) => page.getByRole('region', { name: 'Comparison' }).getByRole('status').first();
const panel = (page: Page) => page.getByRole('complementary', { name: 'Compare' });
const field = (page: Page, name: 'From' | 'To') => panel(page).getByRole('textbox', { name });
const report = (page: Page) => page.getByTestId('report');

/** The list of differences stands beside the report; a phone opens it by its button. */
async function openList(page: Page): Promise<void> {
  if (way.isMobile) await page.getByRole('button', { name: 'List', exact: true }).press('Enter');
  await differences(page).waitFor();
}

test('keys alone compare the live report with a day, walk through the differences and come back', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/${desk.topic}`);
  await page.getByText(upToDate).waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).focus();
  await page.keyboard.press('Enter');
  await field(page, 'From').and(page.locator(':focus')).waitFor();
  expect([await field(page, 'From').inputValue(), await field(page, 'To').inputValue()]).toEqual([desk.day, 'Live']);
  await page.keyboard.press('Enter');

  await page.waitForURL(`**/${desk.topic}?compare=${desk.day}`);
  await page.getByText('4 differences').waitFor();
  // The count is told before the page is drawn, a part at a time.
  await expect.poll(() => marked(page, 'changed').allInnerTexts()).toEqual(['3.6120', '1,148.1']);
  await expect.poll(() => notes(page)).toEqual(['← 3.6095\u2002+0.0025', '← 1,048.1\u2002+100.0']);
  expect(await marked(page, 'added').innerText()).toContain('USD SOFR 3Y');
  expect(await marked(page, 'removed').innerText()).toContain('USD SOFR 5Y');

  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('tooltip').getByText('+0.0025 (+0.07%)').waitFor();
  await currentPlace(page).getByText('USD SOFR 2Y · Mid: was 3.6095, is 3.6120, +0.0025 (+0.07%)').waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('4 of 4').waitFor();

  expect(await axeFindings(page)).toEqual([]);
  await openList(page);
  await differences(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await comparison(page).locator('[data-diff-n="0"]:focus').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => differences(page).evaluate((list) => list === document.activeElement)).toBe(true);

  await page.getByRole('searchbox', { name: 'Filter' }).fill('10y');
  await page.getByRole('region', { name: 'Differences' }).getByText('1 of 4').waitFor();
  expect(await differences(page).getByRole('option').innerText()).toContain('1,048.1 → 1,148.1  +100.0 (+9.54%)');

  await page.goBack();
  await page.getByText(upToDate).waitFor();
  expect(await comparison(page).count()).toBe(0);
  await page.goForward();
  await page.getByText('4 differences').waitFor();
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest('a deep link from the day to live shows the newer side; pages of one side and texts are told', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/${desk.topic}/${desk.day}?compare=live#notes`);
  await page.getByText('1 difference', { exact: true }).waitFor();
  await openList(page);
  expect(await differences(page).getByRole('option').innerText()).toContain('Closed → Open');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download list' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`DEMO DESK BOOK differences since ${desk.day}.csv`);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/Positions,USD SOFR 2Y,Mid,C2,changed,3\.6095,3\.6120/);
  await page.keyboard.press('Alt+ArrowDown');
  await currentPlace(page).getByText('1 of 1').waitFor();
  await page.getByRole('tab', { name: 'New' }).click();
  await page.getByText(/^This page is only in Live /).waitFor();
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByText('1 difference', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'New' }).click();
  await page.keyboard.press('Shift+PageDown');
  await page.getByText(`This page is only in ${desk.day}.`).waitFor();
  await comparison(page).getByText('Last of its kind').waitFor();
  await page.getByRole('button', { name: 'Close comparison' }).click();
  await page.waitForURL((url) => !url.search.includes('compare'));
  await page.getByRole('button', { name: 'Compare', exact: true }).and(page.locator(':focus')).waitFor();
  await visit.close();
  expect(visit.faults).toEqual([]);
});

test('what is compared stands still until it is compared again, and goes with the right to view', async () => {
  const visit = await desk.open(phone);
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/${desk.topic}?compare=${desk.day}`);
  await page.getByText('4 differences').waitFor();
  await marked(page, 'changed').first().tap();
  await page.getByRole('tooltip').getByText('3.6095').waitFor();
  await desk.publishBook(positions, { Notes: '<p>Closed</p>' });
  await page.getByText('Newer version').waitFor();
  expect(await marked(page, 'changed').first().innerText()).toBe('3.6120');
  await page.getByRole('button', { name: 'Compare again' }).tap();
  await page.getByText('0 differences').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await desk.letView(false);
  await page.getByText('Report not found, or you have no access.').waitFor();
  expect(await comparison(page).count()).toBe(0);
  await desk.letView(true);
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest('why there is no comparison is told beside the report, which stays', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/${desk.topic}?compare=2026-13-01`);
  await page.getByText(upToDate).waitFor();
  await expect.poll(() => page.url()).not.toContain('compare');
  await page.goto(`${desk.url}/${desk.topic}/2099-01-01?compare=${desk.day}`);
  await page.getByText(`Both days show the snapshot of ${desk.day}.`).waitFor();
  for (const day of ['1999-12-31', '1899-12-31', '0001-01-01']) {
    await page.goto(`${desk.url}/${desk.topic}?compare=${day}`);
    const words = `There is no snapshot on or before ${day}. The first one is from ${desk.day}.`;
    await panel(page).getByText(words).waitFor();
    await report(page).getByText('USD SOFR 2Y').waitFor();
    expect(await comparison(page).count()).toBe(0);
  }
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest('the panel stands beside the report, which goes on, and says which snapshot answers for a day', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/${desk.topic}`);
  await page.getByText(upToDate).waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const beside = await panel(page).boundingBox();
  const sheet = await report(page).boundingBox();
  if (!beside || !sheet) throw new Error('Panel and report are not both on screen');
  const isApart = way.isMobile ? beside.y + beside.height <= sheet.y : sheet.x + sheet.width <= beside.x;
  expect(isApart).toBe(true);
  expect(sheet.height).toBeGreaterThan(300);
  await desk.publishBook([['USD SOFR 2Y', 'USD', '4.0000', '1.0']]);
  await report(page).getByText('4.0000').waitFor();

  await field(page, 'From').fill('yesterday');
  await panel(page).getByRole('button', { name: 'Show differences' }).click();
  await panel(page).getByText('From: enter a day as yyyy-mm-dd, a time as hh:mm:ss, both, or Live').waitFor();
  await field(page, 'From').fill('live');
  await panel(page).getByRole('button', { name: 'Show differences' }).click();
  await panel(page).getByText('Choose two different days or times').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await panel(page).getByRole('button', { name: 'Choose From' }).click();
  await page.getByRole('grid', { name: 'From' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator(`[data-day="${desk.day}"]`).click();
  await field(page, 'To').fill('20990101');
  await field(page, 'From').fill('live');
  await panel(page).getByRole('button', { name: 'Show differences' }).click();
  await page.waitForURL(`**/${desk.topic}?compare=2099-01-01`);
  await page.getByText(/^\d+ differences$/).waitFor();
  if (way.isMobile) await panel(page).getByRole('button', { name: 'Change', exact: true }).click();
  expect([await field(page, 'From').inputValue(), await field(page, 'To').inputValue()]).toEqual([
    '2099-01-01',
    'Live',
  ]);
  await panel(page).getByText(`No snapshot on 2099-01-01, so this is ${desk.day}`).waitFor();
  await panel(page).getByRole('button', { name: 'Close comparison' }).click();
  await report(page).getByText('4.0000').waitFor();
  expect(await panel(page).count()).toBe(0);
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest('the fields of a report that is chosen beside the open panel begin with its own snapshot', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByText(upToDate).waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await panel(page).getByText('This report has no snapshots yet.').waitFor();
  expect(await field(page, 'From').inputValue()).toBe('');
  await page.evaluate((to) => history.pushState(null, '', to), `${way.prefix}/${desk.topic}`);
  await expect.poll(() => field(page, 'From').inputValue()).toBe(desk.day);
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest('no percentage is told across a change of sign or from zero', async () => {
  await desk.publishBook([
    ['USD SOFR 2Y', 'USD', '0', '202.9'],
    ['USD SOFR 5Y', 'USD', '7.1830', '50.3'],
  ]);
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/${desk.topic}?compare=${desk.day}`);
  await openList(page);
  const told = async () => {
    const lines = await differences(page).getByRole('option').allInnerTexts();
    return lines.map((line) => line.split('\n').at(-1));
  };
  const wanted = ['−202.9 → 202.9  +405.8', '3.5915 → 7.1830  +3.5915 (+100%)', '3.6095 → 0  −3.6095 (−100%)'];
  await expect.poll(told).toEqual(expect.arrayContaining(wanted));
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest(
  'a moment is compared as a day is, two of them too; the address says which, and the past comes back',
  async () => {
    const visit = await desk.open();
    const { page } = visit;
    await visit.enter();
    await page.goto(`${desk.url}/${desk.topic}?at=1`);
    const back = page.getByRole('button', { name: 'Back to live' });
    await back.waitFor();
    await report(page).getByText('3.6095').waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    expect(await field(page, 'From').inputValue()).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(await field(page, 'To').inputValue()).toBe('Live');
    await panel(page).getByRole('button', { name: 'Show differences' }).click();
    await page.getByText(/^\d+ differences$/).waitFor();
    const first = new URL(page.url()).searchParams.get('compare') ?? '';
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
    expect(await axeFindings(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Close comparison' }).click();
    await back.waitFor();

    // One that is left by the browser's way back takes its moment along.
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const show = panel(page).getByRole('button', { name: 'Show differences' });
    await show.click();
    await page.getByText(/^\d+ differences$/).waitFor();
    await page.goBack();
    await back.click();
    await back.waitFor({ state: 'detached' });
    await show.click();
    await page.getByText(/^\d+ differences$/).waitFor();
    await panel(page).getByRole('button', { name: 'Close comparison' }).click();
    await page.getByText(upToDate).waitFor();
    expect(await back.count()).toBe(0);

    const newest = new Date().toISOString();
    await page.goto(`${desk.url}/${desk.topic}?compare=${first}..${newest}`);
    await page.getByText(/^\d+ differences$/).waitFor();
    await page.goto(`${desk.url}/${desk.topic}?compare=2020-01-02T03:04:05Z..${first}`);
    await panel(page)
      .getByText(/^No version is kept from 2020-01-02 /)
      .waitFor();
    await page.goto(`${desk.url}/${desk.topic}?compare=${newest}`);
    await panel(page)
      .getByText(/^Both sides show the same version, published/)
      .waitFor();
    await visit.close();
    expect(visit.faults).toEqual([]);
  },
);
