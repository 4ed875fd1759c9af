import { publishReport } from '@sheetwire/contract/publish';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChromium } from '../support/chromium.ts';
import { type Portal, startPortal } from '../support/portal.ts';

const START = 60_000;
let portal: Portal;
let chromium: Browser;

beforeAll(async () => {
  portal = await startPortal({ SHEETWIRE_LICENSE_SEATS: '1', SHEETWIRE_SUPER_ADMINS: 'DEMO/super' });
  await portal.addUser('DEMO/ann');
  await portal.addUser('DEMO/bob');
  // Without a seat: the one there is stays free.
  const { call } = await portal.publisher('DEMO/super');
  await call(publishReport, { topic: 'DEMO/DESK/DAILY', pages: [{ name: 'One', html: '<p>Mid 3.59</p>' }] });
  chromium = await openChromium();
}, START);
afterAll(async () => {
  await chromium?.close();
  await portal?.stop();
});

async function visit(name: string): Promise<Page> {
  const page = await (await chromium.newContext()).newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${portal.url}/login`);
  await page.getByLabel('Username or email').fill(name);
  await page.getByLabel('Password').fill(portal.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(`${portal.url}/DEMO/DESK/DAILY`);
  return page;
}

const report = (page: Page) => page.getByTestId('report').getByText('Mid 3.59');
const waiting = (page: Page) => page.getByText('Acquiring license for DEMO/bob...');

/** Where the name of the user ends in the bar: with the search before it or without. */
const endOfName = (page: Page) =>
  page
    .getByRole('banner')
    .locator('.user')
    .evaluate((name) => name.getBoundingClientRect().right);

test(
  'with one seat the second user waits in words and is in as soon as the first logs out',
  async () => {
    const ann = await visit('DEMO/ann');
    await report(ann).waitFor();
    const bob = await visit('DEMO/bob');
    await waiting(bob).waitFor();
    expect(await endOfName(bob)).toBe(await endOfName(ann));
    expect(await bob.getByTestId('report').count()).toBe(0);
    await ann.goto(`${portal.url}/account`);
    await ann.getByRole('button', { name: 'Logout' }).click();
    expect(await waiting(bob).isVisible()).toBe(true);
    await ann.getByRole('button', { name: 'YES-Logout' }).click();
    await report(bob).waitFor();
    await ann.waitForURL('**/login');
  },
  START,
);
