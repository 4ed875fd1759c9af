import { assumeAdmin, gropicPerms, snapshotSettings } from '@sheetwire/contract/admin';
import { limits } from '@sheetwire/contract/limits';
import { newApiKey } from '@sheetwire/contract/tokens';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminSite, add, select, startAdminSite } from './admin-site.ts';

let site: AdminSite;
beforeAll(async () => {
  site = await startAdminSite(['DEMO/gina', 'DEMO/vic']);
  await site.call('DEMO/gina', assumeAdmin, { gropic: 'DEMO/FX' });
});
afterAll(async () => {
  await site.stop();
  expect(site.faults).toEqual([]);
});

/** A page whose clock a test moves on. */
async function openWithClock(path: string): Promise<Page> {
  const page = await site.profile('DEMO/gina', {});
  await page.clock.install();
  await page.goto(`${site.url}${path}`);
  return page;
}

/** The server accepts a call and says nothing, until told otherwise; `asked` resolves with the next one. */
async function silence(page: Page, { path }: { readonly path: string }) {
  const url = `**${path}`;
  await page.route(url, () => undefined);
  return { asked: page.waitForRequest(url), speak: () => page.unroute(url) };
}

const noResponse = (page: Page) => page.getByRole('alert').filter({ hasText: 'The server did not respond' });

test('a right that nothing answers is told after a minute, and can be given again', async () => {
  const page = await openWithClock('/admin');
  await select(page, 'FX group');
  const line = await silence(page, gropicPerms);
  await add(page, 'Add a viewer', 'vic');
  await line.asked;
  await page.clock.fastForward(limits.longAnswer);
  await noResponse(page).waitFor();
  await line.speak();
  await noResponse(page).getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('list', { name: 'All Viewers' }).getByText('vic', { exact: true }).waitFor();
  expect(await noResponse(page).count()).toBe(0);
  await page.context().close();
});

test('a snapshot that nothing answers is told after a minute, and can be set again', async () => {
  const page = await openWithClock('/admin');
  await select(page, 'FX group');
  const line = await silence(page, snapshotSettings);
  await page.getByLabel('Daily Snapshot').check();
  await page.clock.fastForward(limits.typingPause);
  await line.asked;
  await page.clock.fastForward(limits.longAnswer);
  await noResponse(page).waitFor();
  expect(await page.getByLabel('Daily Snapshot').isChecked()).toBe(false);
  await line.speak();
  const saved = page.waitForResponse(`**${snapshotSettings.path}`);
  await noResponse(page).getByRole('button', { name: 'Try again' }).click();
  await page.clock.fastForward(limits.typingPause);
  expect((await saved).ok()).toBe(true);
  expect(await page.getByLabel('Daily Snapshot').isChecked()).toBe(true);
  await page.context().close();
});

test('a button that nothing answers can be pressed again after a minute, and what was typed stays', async () => {
  const page = await openWithClock('/account');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Night run');
  const line = await silence(page, newApiKey);
  const submit = page.getByRole('button', { name: 'SUBMIT' });
  await submit.click();
  await line.asked;
  expect(await submit.getAttribute('aria-busy')).toBe('true');
  await page.clock.fastForward(limits.longAnswer);
  await page.getByText('it is not known whether this was done').waitFor();
  expect(await submit.getAttribute('aria-busy')).toBe(null);
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Night run');
  await page.context().close();
});
