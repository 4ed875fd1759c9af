import { versions } from '@sheetwire/contract/past/calls';
import { publishRelease, publishRollback } from '@sheetwire/contract/publishing/history';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminSite, boss } from '../admin/admin-site.ts';
import { axeFindings } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { startSalesSite, topic, viewer } from './sales-site.ts';
import { shownAfter } from './shown-after.ts';

const path = '/ACME/SALES/DAILY';
const second = 1000;

let site: AdminSite;
let tick: (value: string) => Promise<unknown>;

beforeAll(async () => {
  ({ site, publish: tick } = await startSalesSite());
  for (const value of ['one', 'two', 'three']) await tick(value);
});
afterAll(() => site.stop());

const shows = (page: Page, value: string) =>
  page.getByTestId('report').getByRole('cell', { name: value, exact: true }).waitFor();
const dialog = (page: Page) => page.getByRole('dialog');
/** Resolves once a dialog takes what is typed. */
const asks = (page: Page) => dialog(page).locator('input:focus, textarea:focus').waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name });

test('two clicks and a reason bring an earlier version back in every open viewer within a second', async () => {
  const watching = await site.open(viewer, {}, path);
  await shows(watching, 'three');
  const page = await site.open(boss, {}, '/publishing');
  await page.getByRole('option', { name: /SALES/ }).click();
  await button(page, 'Roll back to this… version 1').click();
  await dialog(page).getByLabel('Reason').fill('Wrong prices');
  expect(await axeFindings(page)).toEqual([]);
  const took = await shownAfter(watching, { text: 'one', caller: page, path: publishRollback.path });
  await dialog(page).getByRole('button', { name: 'Roll back' }).click();
  await shows(watching, 'one');
  expect(await took()).toBeLessThan(second);
  await page.getByText('Publishing is on hold.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expect(tick('four')).rejects.toThrow();
  await shows(watching, 'one');
  await button(page, 'Release').click();
  await page.getByText('Publishing is on hold.').waitFor({ state: 'detached' });
  await tick('four');
  await shows(watching, 'four');
});

soakTest('by keys alone, from the strip of time: a tag, then a rollback', async () => {
  const page = await site.open(boss, {}, path);
  await shows(page, 'four');
  // The shell brings the report before its keys are there.
  await page.getByRole('button', { name: 'Time', exact: true }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('slider', { name: 'Time' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'one');
  await button(page, 'Tag… version').focus();
  await page.keyboard.press('Enter');
  await asks(page);
  // Escape closes the dialog and no more: the moment is shown still.
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuetext')).toContain('not live');
  await page.keyboard.press('Enter');
  await asks(page);
  await page.keyboard.type('Final 17:30');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await page.locator('.time-mark[data-kind=tag]').waitFor();
  await button(page, 'Roll back to this… version').focus();
  await page.keyboard.press('Enter');
  await asks(page);
  await page.keyboard.type('Wrong again');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await page.locator('.time-mark[data-kind=rollback]').first().waitFor();
  await shows(page, 'one');
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('slider');
  const { heldVersion } = await site.call(boss, versions, { topic });
  await site.call(boss, publishRelease, { topic, version: heldVersion ?? 0, accept: true });
  expect(await axeFindings(page)).toEqual([]);
});

soakTest(
  'an admin lets a report keep less, within what the server keeps, and viewers read it on the strip',
  async () => {
    const page = await site.open(boss, {}, '/publishing');
    await page.getByRole('option', { name: /SALES/ }).click();
    await page.getByText('Every version for 24 hours, then one a minute for 7 days').waitFor();
    await button(page, 'Keep less').click();
    const hours = dialog(page).getByLabel('Every version, hours');
    await hours.fill('25');
    await dialog(page).getByText('Enter a whole number from 1 to 24.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await hours.fill('6');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page
      .getByText('Every version for 6 hours, then one a minute for 7 days and one an hour for 90 days')
      .waitFor();
    const watching = await site.open(viewer, {}, path);
    await watching.getByRole('button', { name: 'Time', exact: true }).click();
    await watching.getByTestId('time').getByText('This report keeps every version for 6 hours, then').waitFor();
    expect(await axeFindings(watching)).toEqual([]);
  },
);

test('a dialog that is closed while its deed is under way stops nothing, and what fails then is told', async () => {
  const page = await site.open(boss, {}, '/publishing');
  await page.getByRole('option', { name: /SALES/ }).click();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${publishRollback.path}`, (route) => promise.then(() => route.abort()));
  await button(page, 'Roll back to this… version 1').click();
  await dialog(page).getByLabel('Reason').fill('Wrong prices');
  await dialog(page).getByRole('button', { name: 'Roll back' }).click();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  resolve();
  await page.getByText(`Roll back to version 1 (${topic}): The server did not respond`).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
