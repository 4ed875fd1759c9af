import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings, type Desk, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const forms: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['high contrast', { colorScheme: 'dark', contrast: 'more' }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
];

const report = '/DEMO/DESK/DAILY';
type Look = readonly [name: string, address: string, ready: (page: Page) => Promise<unknown>];
const looks: Look[] = [
  ['the report', report, (page) => page.getByText('Live', { exact: true }).waitFor()],
  ['the settings', `${report}?settings=true`, (page) => page.getByRole('combobox', { name: 'Report' }).waitFor()],
  ['the calendar', `${report}?settings=true`, openCalendar],
  ['metadata', `${report}#metadata`, (page) => page.getByText('All Metadata:').waitFor()],
  ['a paused report', `${report}?paused=true`, (page) => page.getByText('(paused)').waitFor()],
  ['the empty report', `${report}/1999-12-31`, (page) => page.getByText('Nothing was published').waitFor()],
  ['a missing report', '/DEMO/DESK/NOTHING', (page) => page.getByText('There is no such report').waitFor()],
  ['the account', '/account', (page) => page.getByRole('button', { name: 'Logout' }).click()],
  ['an unbuilt page', '/help', (page) => page.getByText('This page is not built yet').waitFor()],
];

async function openCalendar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a date' }).click();
  await page.getByRole('grid').waitFor();
}

describe.each(forms)('in %s', (_, options) => {
  test('axe finds nothing on any screen of the viewer', async () => {
    const visit = await desk.open(options);
    const found: Record<string, string[]> = {};
    await visit.page.goto(`${desk.url}/login`);
    await visit.page.getByRole('button', { name: 'SUBMIT' }).waitFor();
    found.login = await axeFindings(visit.page);
    await visit.signIn();
    for (const [name, address, ready] of looks) {
      await visit.page.goto(`${desk.url}${address}`);
      await ready(visit.page);
      found[name] = await axeFindings(visit.page);
    }
    await visit.close();
    expect(Object.entries(found).filter(([, findings]) => findings.length > 0)).toEqual([]);
  });
});
