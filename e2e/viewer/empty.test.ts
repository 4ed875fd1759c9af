import { login, userSettings } from '@sheetwire/contract/accounts';
import { publishReport } from '@sheetwire/contract/publish';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { startVersionsDesk, type VersionsDesk } from './versions-desk.ts';

const topic = 'DEMO/DESK/BLANK';

let desk: VersionsDesk;
beforeAll(async () => {
  desk = await startVersionsDesk();
});
afterAll(() => desk.stop());

const cells = (...texts: string[]) =>
  `<table><tbody><tr>${texts.map((text, n) => `<td data-cell="${'ABC'[n]}1">${text}</td>`).join('')}</tr></tbody></table>`;

async function publish(...pages: [name: string, html: string][]): Promise<void> {
  const { call } = await desk.portal.publisher('DEMO/desk.publisher');
  await call(publishReport, { topic, pages: pages.map(([name, html]) => ({ name, html })) });
}

const told = (page: Page, words: string) => page.getByText(words, { exact: true });

test('a page on which nothing can be seen says so, until something is published and again after', async () => {
  await publish(
    ['Sheet', cells('', '', '')],
    ['Hidden', '<p style="display:none">Not shown</p>'],
    ['Text', '<p>Seen</p>'],
  );
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/${topic}`);
  await told(page, 'This page is empty.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Hidden' }).click();
  await told(page, 'This page is empty.').waitFor();
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByText('Seen').waitFor();
  expect(await told(page, 'This page is empty.').count()).toBe(0);
  await page.getByRole('tab', { name: 'Sheet' }).click();
  await told(page, 'This page is empty.').waitFor();
  await publish(['Sheet', cells('', '7.5', '')], ['Text', '<p>Seen</p>']);
  await page.getByText('7.5', { exact: true }).waitFor();
  expect(await told(page, 'This page is empty.').count()).toBe(0);
  await publish(['Sheet', cells('', '', '')], ['Text', '<p>Seen</p>']);
  await told(page, 'This page is empty.').waitFor();
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest('a report of METADATA alone says so, and shows it', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await publish(['Text', '<p>Seen</p>']);
  await visit.enter();
  await publish(['METADATA', '<p>Facts</p>']);
  await page.goto(`${desk.url}/${topic}`);
  await told(page, 'This report has no pages.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show Metadata' }).click();
  await page.getByText('All Metadata:').waitFor();
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest('a day without a snapshot, one of a report without any, and no right are told apart', async () => {
  await publish(['Text', '<p>Seen</p>']);
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/${desk.topic}/1999-12-31`);
  await told(page, 'There is no snapshot on or before 1999-12-31.').waitFor();
  await told(page, `The first snapshot is from ${desk.day}.`).waitFor();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY/2026-01-01`);
  await told(page, 'There is no snapshot on or before 2026-01-01.').waitFor();
  await told(page, 'This report has no snapshots yet.').waitFor();
  await page.goto(`${desk.url}/DEMO/DESK/NOTHING/2026-01-01`);
  await told(page, 'Report not found, or you have no access.').waitFor();
  for (const [named, words] of [
    ['0001-01-01', 'There is no snapshot on or before 0001-01-01. This is the live report.'],
    ['2026-13-01', '“2026-13-01” is not a date. This is the live report.'],
  ] as const) {
    await page.goto(`${desk.url}/${desk.topic}/${named}`);
    await told(page, words).waitFor();
    await page.getByRole('button', { name: 'CLEAR' }).click();
    await told(page, words).waitFor({ state: 'detached' });
  }
  await page.goto(`${desk.url}/${desk.topic}?settings=true`);
  const date = page.getByRole('textbox', { name: 'Date' });
  await date.fill('1899-12-31');
  await date.press('Enter');
  await told(page, 'There is no snapshot before 1900-02-01').waitFor();
  await visit.close();
  expect(visit.faults).toEqual([]);
});

test('who may view nothing reads the words for it', async () => {
  const visit = await desk.open();
  const { page } = visit;
  const data = { user: 'ACME/otto', password: await desk.portal.addUser('ACME/otto') };
  const headers = { 'sec-fetch-site': 'same-origin' };
  await page.request.post(`${desk.portal.url}${login.path}`, { data, headers });
  await page.goto(desk.url);
  const words =
    'You have not been granted view access to any ACME reports. Set view rights on the settings tab (wrench icon in menu bar), or ask an admin to add you as a viewer to specific reports and/or report groups.';
  await told(page, words).waitFor();
  // Also at a report that an address names, and with one that was opened while it could be viewed.
  await page.goto(`${desk.url}/ACME/RATES/DAILY`);
  await told(page, words).waitFor();
  await page.request.post(`${desk.portal.url}${userSettings.path}`, {
    data: { user: data.user, recentReports: ['ACME/RATES/DAILY'] },
    headers,
  });
  await page.goto(desk.url);
  await told(page, words).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await visit.close();
  expect(visit.faults).toEqual([]);
});
