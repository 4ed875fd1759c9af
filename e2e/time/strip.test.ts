import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { upToDate } from '../support/up-to-date.ts';
import { phone } from '../support/ways.ts';
import { type Desk, startDesk, type Visit } from '../viewer/desk.ts';

const path = '/DEMO/DESK/DAILY';
const versions = 30;

let desk: Desk;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  desk = await startDesk();
  for (let n = 2; n <= versions; n++) await desk.publishPrice(priceOf(n));
});
afterAll(() => desk.stop());
beforeEach(() => come());
afterEach(() => leave());

/** The price that a version shows; the first is the desk's own. */
function priceOf(version: number): string {
  return version === 1 ? '3.5915' : `4.${String(version).padStart(4, '0')}`;
}

let newest = versions;
async function publish(): Promise<string> {
  newest++;
  await desk.publishPrice(priceOf(newest));
  return priceOf(newest);
}

async function come(options = {}): Promise<void> {
  visit = await desk.open(options);
  page = visit.page;
  await visit.signIn();
  await page.goto(`${desk.url}${path}`);
  await page.getByText(upToDate).waitFor();
}

async function leave(): Promise<void> {
  const { faults } = visit;
  await visit.close();
  expect(faults).toEqual([]);
}

const strip = () => page.getByTestId('time');
const slider = () => strip().getByRole('slider');
const words = () => slider().getAttribute('aria-valuetext');
const shows = (price: string) => page.getByTestId('report').getByRole('cell', { name: price, exact: true }).waitFor();
const askedAt = () => new URL(page.url()).searchParams.get('at');
const back = () => strip().getByRole('button', { name: 'Back to live' });

async function open(): Promise<void> {
  await page.keyboard.press('t');
  await slider().waitFor();
}

test('keys step through the versions, and nothing on the screen looks live until it is', async () => {
  await open();
  await page.keyboard.press('ArrowLeft');
  await shows(priceOf(newest - 1));
  expect(await words()).toMatch(/^\d\d:\d\d:\d\d, less than a minute ago, not live, 1 newer$/);
  await expect.poll(() => page.title()).toBe('Sheetwire | DESK/DAILY (not live)');
  expect(await page.getByText(upToDate).count()).toBe(0);
  await page.keyboard.press('Shift+ArrowLeft');
  await shows(priceOf(newest - 11));
  await page.keyboard.press('ArrowRight');
  await shows(priceOf(newest - 10));
  await page.keyboard.press('Home');
  await shows(priceOf(1));
  const price = await publish();
  await expect.poll(words).toContain(`${newest - 1} newer`);
  await shows(priceOf(1));
  await back().click();
  await shows(price);
  await page.getByText(upToDate).waitFor();
  await expect.poll(() => page.title()).toBe('Sheetwire | DESK/DAILY');
  expect(askedAt()).toBe(null);
});
