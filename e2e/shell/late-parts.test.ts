import { publishReport } from '@sheetwire/contract/publish';
import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { openReport, signedIn } from '../live/viewer-page.ts';
import type { Portal } from '../support/portal.ts';
import { browserRig } from '../support/portal-rig.ts';
import { soakTest } from '../support/soak-test.ts';

const user = 'DEMO/viewer';
const topic = 'DEMO/DESK/DAILY';
const lost = 'This part of the page could not be loaded.';

let portal: Portal;
let browser: Browser;
let password: string;
let page: Page;

browserRig(async (rig) => {
  ({ portal, browser } = rig);
  password = await portal.addUser(user);
  const { call } = await portal.publisher('DEMO/publisher');
  const html = '<table><tbody><tr><td data-cell="A1">1</td><td data-cell="B1">2</td></tr></tbody></table>';
  await call(publishReport, { topic, pages: [{ name: 'Only', html }] });
});

beforeEach(async () => {
  const context = await signedIn(browser, portal.url, { user, password });
  page = await openReport(context, portal.url, topic);
  await page.getByRole('button', { name: 'Compare' }).waitFor();
  return () => context.close();
});

/** Whether the page has looks of this name, whichever file they came in. */
function hasLooksOf(selector: string): Promise<boolean> {
  return page.evaluate(
    (name) =>
      [...document.styleSheets].some(({ cssRules }) => [...cssRules].some((rule) => rule.cssText.includes(name))),
    selector,
  );
}

test('a panel that is opened while the server restarts comes once it is back, with its looks', async () => {
  expect(await hasLooksOf('.compare-panel')).toBe(false);
  await portal.kill();
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/compare-view'));
  await page.getByRole('button', { name: 'Compare' }).click();
  await failed;
  expect(await page.getByText(lost).count()).toBe(0);
  await portal.restart();
  await page.getByText('This report has no snapshots yet.').waitFor();
  expect(await hasLooksOf('.compare-panel')).toBe(true);
  expect(await page.getByText(lost).count()).toBe(0);
});

soakTest('settings whose script is on its way when the server is killed come once it is back', async () => {
  const other = await page.context().newPage();
  const killed = Promise.withResolvers<void>();
  let asked = 0;
  // Of this page alone: the one that is open fetches the same part once it has nothing else to do.
  await other.route('**/assets/settings-panel*', async (route) => {
    asked++;
    if (asked > 1) return route.continue();
    await portal.kill();
    killed.resolve();
    return route.abort('connectionrefused');
  });
  await other.goto(`${portal.url}/${topic}?settings=true`, { waitUntil: 'commit' });
  await killed.promise;
  await portal.restart();
  await other.getByRole('button', { name: 'HIDE SETTINGS' }).waitFor();
});

soakTest('cells that are marked before their script has come are marked once the server is back', async () => {
  const context = page.context();
  let asked = 0;
  let isAway = true;
  await context.route('**/assets/copying*', (route) => {
    asked++;
    return isAway ? route.abort('connectionrefused') : route.continue();
  });
  const other = await openReport(context, portal.url, topic);
  // The report shows before the page around it has its own script.
  await other.getByRole('button', { name: 'Compare' }).waitFor();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await portal.kill();
  await other.locator('[data-cell="A1"]').click();
  await other.keyboard.press('Shift+ArrowRight');
  expect(await other.locator('[data-r]').count()).toBe(0);
  isAway = false;
  await portal.restart();
  await expect.poll(() => other.locator('[data-r]').count()).toBe(2);
});

test('a part that the server does not have any more is told as lost, and all around it stays', async () => {
  await page.route('**/assets/compare-view*', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText(lost).waitFor();
  expect(await page.getByRole('button', { name: 'Reload' }).count()).toBe(1);
  expect(await page.locator('[data-cell="A1"]').textContent()).toBe('1');
});
