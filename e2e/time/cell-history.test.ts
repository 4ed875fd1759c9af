import type { CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { faultsInEveryScheme, faultsOf } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { upToDate } from '../support/up-to-date.ts';
import { phone, way } from '../support/ways.ts';
import type { Visit } from '../viewer/desk.ts';
import { type Position, positions, startVersionsDesk, type VersionsDesk } from '../viewer/versions-desk.ts';

let desk: VersionsDesk;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  desk = await startVersionsDesk();
  await desk.publishBook(bookOf('3.6000'));
  // The row of the 5Y moves down by one.
  await desk.publishBook([['USD SOFR 1Y', 'USD', '4.1', '0'], ...bookOf('3.6000')]);
  await desk.publishBook([['USD SOFR 1Y', 'USD', '4.1', '0'], ...bookOf('3.6100')]);
});
afterAll(() => desk.stop());
beforeEach(() => come());
afterEach(() => leave());

/** The desk's own book with another mid of the 5Y. */
function bookOf(mid: string): Position[] {
  return positions.map(([name, currency, own, profit]) => [name, currency, name === 'USD SOFR 5Y' ? mid : own, profit]);
}

async function come(options = {}): Promise<void> {
  visit = await desk.open(options);
  page = visit.page;
  await visit.enter();
  await page.goto(`${desk.url}/${desk.topic}`);
  await page.getByText(upToDate).waitFor();
}

async function leave(): Promise<void> {
  const { faults } = visit;
  await visit.close();
  expect(faults).toEqual([]);
}

const cell = (name: string) => page.getByTestId('report').locator(`[data-cell="${name}"]`);
const dialog = () => page.getByRole('dialog');
const values = () =>
  dialog()
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].slice(1, 3).map((one) => one.textContent?.trim() ?? '')),
    );

test('Alt+H tells what the pressed cell held, follows its row and the report, and leads to the report then', async () => {
  await cell('C4').click();
  await page.keyboard.press('Alt+h');
  await dialog().getByRole('row').nth(3).waitFor();
  expect(await values()).toEqual([
    ['3.6100', '+0.0100 (+0.28%)'],
    ['3.6000', '+0.0085 (+0.24%)'],
    ['3.5915', ''],
  ]);
  expect(await dialog().locator('tbody th').allInnerTexts()).toEqual([
    expect.not.stringContaining('C3'),
    expect.stringContaining('C3'),
    expect.stringContaining('C3'),
  ]);
  await dialog()
    .getByRole('img', { name: /^From 3\.5915 at .+ to 3\.6100 at .+; lowest 3\.5915 .+, highest 3\.6100/ })
    .waitFor();
  await desk.publishBook([['USD SOFR 1Y', 'USD', '4.1', '0'], ...bookOf('3.6200')]);
  await expect.poll(async () => (await values())[0]).toEqual(['3.6200', '+0.0100 (+0.28%)']);
  expect(await faultsInEveryScheme(page)).toEqual([]);

  await page
    .getByRole('button', { name: /^View this version/ })
    .last()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('report').getByRole('cell', { name: '3.5915', exact: true }).waitFor();
  expect(await dialog().count()).toBe(0);
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).toMatch(/^\d{4}-/);
  await page.getByRole('button', { name: 'Back to live' }).click();
  await page.getByText(upToDate).waitFor();
});

soakTest(
  'by keys alone any cell is named, marked cells are told beside each other, and Escape gives the focus back',
  async () => {
    await page.getByTestId('report').focus();
    await page.keyboard.press('Alt+h');
    await dialog().getByLabel('Cell').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('z99');
    await page.keyboard.press('Enter');
    await dialog().getByText('This page has no cell Z99').waitFor();
    await dialog().getByLabel('Cell').fill('b2');
    await page.keyboard.press('Enter');
    await dialog()
      .getByText(/^Unchanged since|values since/)
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('report');

    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Alt+h');
    await dialog().getByRole('heading', { name: 'History of 3 cells' }).waitFor();
    await dialog()
      .getByRole('listitem')
      .first()
      .getByText(/unchanged since|[+−]|^USD/)
      .first()
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    // They are of the same time: what is under each other happened at once.
    const ends = await dialog()
      .locator('.sparkline')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().right));
    expect(new Set(ends).size).toBe(1);
    await dialog().getByRole('listitem').first().getByRole('button').press('Enter');
    await dialog().getByRole('table').waitFor();
    await dialog().getByRole('button', { name: 'All cells' }).click();
    await dialog().getByRole('listitem').nth(2).waitFor();
  },
);

soakTest(
  'a history goes with its page; in the past it says as of when, and tells nothing of what came after',
  async () => {
    await page.getByRole('link', { name: 'Help' }).click();
    await cell('B2').waitFor({ state: 'detached' });
    await page.goBack();
    await cell('B2').click();
    await page.keyboard.press('Alt+h');
    await dialog()
      .getByText(/^Unchanged since|values since/)
      .waitFor();
    await page.goForward();
    await cell('B2').waitFor({ state: 'detached' });
    await expect.poll(() => dialog().count()).toBe(0);

    await page.goto(`${desk.url}/${desk.topic}?at=2`);
    await page.getByRole('button', { name: 'Back to live' }).waitFor();
    await cell('B2').click();
    await page.keyboard.press('Alt+h');
    await dialog()
      .getByText(/^As of .+, not live$/)
      .waitFor();
    await dialog()
      .getByText(/^(Unchanged|\d+ values) from .+ to /)
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
  },
);

soakTest('a cell is copied as a table with the address where its figure is verified', async () => {
  if (!way.isMobile) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await heard();
  await cell('C4').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy cell' }).click();
  const read = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const part = async (type: string) => (item?.types.includes(type) ? (await item.getType(type)).text() : '');
      return [await part('text/plain'), await part('text/html')];
    });
  await expect.poll(async () => (await read())[1]).toContain('data-verify=');
  const [text, html] = await read();
  expect(html).toContain(`/v/DEMO/DESK/BOOK/`);
  expect(html).toContain(`#Positions!C4=${text}`);
});

soakTest('the list is copied as CSV', async () => {
  if (!way.isMobile) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await cell('C4').click();
  await page.keyboard.press('Alt+h');
  await dialog().getByRole('button', { name: 'Copy as CSV' }).click();
  await dialog().getByText('Copied').waitFor();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split('\r\n');
  expect(lines[0]).toBe('Time,Value,Number,Difference,Publisher,Version,Cell');
  expect(lines.at(-1)).toMatch(/^\d{4}-.+Z,3\.5915,3\.5915,,DEMO\/desk\.publisher,1,C3$/);
});

/** A right click is the browser's own until what hears it has come. */
async function heard(): Promise<void> {
  await page.keyboard.press('Alt+h');
  await dialog().waitFor();
  await page.keyboard.press('Escape');
}

test('a right click opens the menu of a cell, Shift leaves the browser its own, and a lost right closes the history', async () => {
  await heard();
  await cell('C2').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Menu for C2' });
  await menu.getByRole('menuitem', { name: 'Cell history' }).and(page.locator(':focus')).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog().getByRole('table').waitFor();
  await desk.letView(false);
  await page.getByText('Report not found, or you have no access.').waitFor();
  await dialog().waitFor({ state: 'detached' });
  await desk.letView(true);
  await cell('C2').waitFor();
});

soakTest('a finger that rests on a cell opens its menu on a phone', async () => {
  await leave();
  await come(phone);
  await heard();
  const line = await page.context().newCDPSession(page);
  await restOn(line, cell('C4'));
  const item = page.getByRole('menuitem', { name: 'Cell history' });
  await item.waitFor();
  expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await item.tap();
  await dialog().getByRole('table').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const close = await dialog().getByRole('button', { name: 'CLOSE' }).boundingBox();
  expect(close?.height).toBeGreaterThanOrEqual(44);
  await dialog()
    .getByRole('button', { name: /^View this version/ })
    .last()
    .tap();
  await page.getByRole('button', { name: 'Back to live' }).waitFor();
});

/** A finger that does not lift until the menu is there. */
async function restOn(line: CDPSession, place: ReturnType<typeof cell>): Promise<void> {
  const box = await place.boundingBox();
  if (!box) throw new Error('The cell is not on the screen');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('menu').waitFor();
  await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
