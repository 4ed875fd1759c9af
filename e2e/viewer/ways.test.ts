import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LineProxy } from '../live/line-proxy.ts';
import { type Desk, startDesk } from './desk.ts';
import { forgetNewFeatures } from './old-browser.ts';

let desk: Desk;
let proxy: LineProxy;
beforeAll(async () => {
  desk = await startDesk();
  proxy = await LineProxy.open(desk.url);
  proxy.become('blocking');
});
afterAll(async () => {
  await proxy.close();
  await desk.stop();
});

interface Way {
  readonly name: string;
  readonly prefix?: string;
  /** No stream comes through: the viewer lives on polls. */
  readonly isPolling?: boolean;
  readonly options?: BrowserContextOptions;
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

const agent = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent: agent };
const ways: readonly Way[] = [
  { name: 'without a stream', isPolling: true },
  { name: 'under /remote', prefix: '/remote' },
  { name: 'on a phone', options: phone },
  { name: 'in a browser without setHTML, containment and the rest that is new', prepare: forgetNewFeatures },
];

const chosen = (page: Page) => page.getByRole('tab', { selected: true }).innerText();
const price = (page: Page, value: string) => page.getByTestId('report').getByText(value, { exact: true }).waitFor();

test.each(ways)('$name a report is followed, paused, turned and left for another one', async (way) => {
  const { prefix = '', isPolling = false, options, prepare } = way;
  const visit = await desk.open(options);
  const { page } = visit;
  await prepare?.(page.context());
  const url = `${isPolling ? proxy.url : desk.url}${prefix}`;
  await desk.publishPrice('3.5915');
  await visit.signIn(url);
  await page.goto(`${url}/demo/desk/daily#month-to-date`);
  await expect.poll(() => chosen(page)).toBe('Month to Date');
  await page.keyboard.press('Shift+PageUp');
  await page.getByText('Live', { exact: true }).waitFor();
  await price(page, '3.5915');

  await desk.publishPrice('3.6111');
  await price(page, '3.6111');
  await page.getByText('Live', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'DESK/DAILY' }).click();
  await page.getByLabel('Update Live').uncheck();
  await page.getByText('(paused)').waitFor();
  await desk.publishPrice('3.6222');
  await page.getByRole('button', { name: 'Jump to now' }).click();
  await price(page, '3.6222');
  await page.getByLabel('Update Live').check();
  await page.getByRole('button', { name: 'HIDE SETTINGS' }).click();
  await page.getByText('Live', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Week end' }).click();
  await page.getByText('Closed').waitFor();
  expect(new URL(page.url()).pathname).toBe(`${prefix}/DEMO/DESK/WEEK%2BEND`);
  await page.goBack();
  await price(page, '3.6222');
  await page.goto(`${url}/DEMO/DESK/DAILY/19991231`);
  await page.getByText('Nothing was published on or before 1999-12-31.').waitFor();
  await visit.close();
  expect(visit.faults).toEqual([]);
});
