import { previewRecovery, recover, type SettingKind } from '@sheetwire/contract/recoversettings';
import { createUserGroup } from '@sheetwire/contract/usergroups';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminSite, boss, startAdminSite } from './admin-site.ts';
import { type PortalDays, portalDays } from './portal-days.ts';

let days: PortalDays;
let yesterday: string;
let site: AdminSite;

/** Yesterday was set up, and kept before the first change of today; one recovery can be undone. */
beforeAll(async () => {
  days = await portalDays(2);
  yesterday = days.dateOf(1);
  site = await startAdminSite([], days.env);
  for (const [daysAgo, group] of [
    [1, 'DEMO/SINCE'],
    [0, 'DEMO/TODAY'],
  ] as const) {
    await days.set(daysAgo);
    await site.restart();
    await site.call(boss, createUserGroup, { group });
  }
  const settings: SettingKind = 'usergroups';
  await site.call(boss, recover, { settings, settingsDate: yesterday });
});
afterAll(async () => {
  await days.remove();
  await site.stop();
  expect(site.faults).toEqual([]);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('a recovery whose answer is lost is in the list of what can be undone, and what it would change is asked anew', async () => {
  const page = await site.open(boss, {}, '/admin/recoversettings');
  const first = button(page, /^Choose /).first();
  await first.click();
  const rows = () => button(page, /^Choose /).count();
  const old = await rows();
  await page.getByRole('region', { name: 'What would change' }).waitFor();
  await page.route(`**${recover.path}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Recover').click();
  const compared = page.waitForRequest(`**${previewRecovery.path}`);
  await button(page, 'YES-Recover').click();
  await page.getByText(/^Recover [A-Z].*: The server did not respond/).waitFor();
  await compared;
  await expect.poll(rows).toBe(old + 1);
  await page.context().close();
});

test('what was chosen while a recovery was under way stays chosen, and waits for it', async () => {
  const page = await site.open(boss, {}, '/admin/recoversettings');
  await button(page, /^Choose /)
    .first()
    .click();
  await page.getByRole('region', { name: 'What would change' }).waitFor();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${recover.path}`, (route) => promise.then(() => route.continue()));
  await button(page, 'Recover').click();
  await button(page, 'YES-Recover').click();
  const users = page.getByRole('radio', { name: 'Users', exact: true });
  await users.check();
  await page.getByRole('textbox', { name: 'Date' }).fill(yesterday);
  await page.keyboard.press('Enter');
  await page.getByText('Nothing would change').waitFor();
  expect(await button(page, 'Recover').getAttribute('aria-disabled')).toBe('true');
  resolve();
  await page.getByText(/^Recovered /).waitFor();
  expect(await users.isChecked()).toBe(true);
  await page.context().close();
});
