import { publishReport } from '@sheetwire/contract/publish';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { cell, signedIn } from '../live/viewer-page.ts';
import type { Portal } from '../support/portal.ts';
import { browserRig } from '../support/portal-rig.ts';

const user = 'DEMO/viewer';
const topic = 'DEMO/DESK/LONG';
const rows = 200;

let portal: Portal;
let browser: Browser;
let password: string;
let context: BrowserContext;

browserRig(async (rig) => {
  ({ portal, browser } = rig);
  password = await portal.addUser(user);
  const { call } = await portal.publisher('DEMO/publisher');
  const row = (_: unknown, n: number) =>
    `<tr><td data-cell="A${n + 1}"><a href="https://rates.example/${n + 1}">${n + 1}</a></td></tr>`;
  const html = `<table><tbody>${Array.from({ length: rows }, row).join('')}</tbody></table>`;
  await call(publishReport, { topic, pages: ['Only', 'Other'].map((name) => ({ name, html })) });
});

beforeEach(async () => {
  context = await signedIn(browser, portal.url, { user, password });
  return () => context.close();
});

/** The page as the server drew it: its script comes when it is let come. */
async function openWithoutScript(): Promise<{ readonly page: Page; readonly letCome: () => void }> {
  const script = Promise.withResolvers<void>();
  const page = await context.newPage();
  await page.route('**/assets/*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(`${portal.url}/${topic}`, { waitUntil: 'commit' });
  await cell(page, `A${rows}`).waitFor({ state: 'attached' });
  return { page, letCome: script.resolve };
}

/** Where a reader is. */
function placeIn(page: Page) {
  return page.getByTestId('report').evaluate((host) => ({
    isTaken: host.closest('.report-place') !== null,
    top: Math.round(host.scrollTop),
    focused: host.shadowRoot?.activeElement?.textContent,
  }));
}

test('who scrolled and moved the focus by keys before the script came stays there', async () => {
  const { page, letCome } = await openWithoutScript();
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
  const report = page.getByTestId('report');
  await report.evaluate((host) =>
    host.addEventListener('scrollend', () => host.setAttribute('data-rests', ''), { once: true }),
  );
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await placeIn(page)).top).toBeGreaterThan(100);
  await expect.poll(() => report.getAttribute('data-rests')).toBe('');
  const before = await placeIn(page);
  expect(before).toMatchObject({ isTaken: false, focused: '3' });
  letCome();
  await page.getByRole('button', { name: 'Compare' }).waitFor();
  await expect.poll(() => placeIn(page)).toEqual({ ...before, isTaken: true });
});

/** Whether a cell stands within the report's box. */
function isSeen(page: Page, name: string): Promise<boolean> {
  return cell(page, name).evaluate((element) => {
    const root = element.getRootNode();
    const [inner, outer] = [element, root instanceof ShadowRoot ? root.host : element].map((one) =>
      one.getBoundingClientRect(),
    );
    return inner !== undefined && outer !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom;
  });
}

test('the address of a cell brings it into sight, also one that is entered while its report is open', async () => {
  const page = await context.newPage();
  await page.goto(`${portal.url}/${topic}#only!a150`);
  await expect.poll(() => isSeen(page, 'A150')).toBe(true);
  // What hears of it is loaded once the browser has nothing else to do.
  const enter = async () => {
    for (const hash of ['#only!a150', '#only!a20']) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
    }
    return isSeen(page, 'A20');
  };
  await expect.poll(enter).toBe(true);
  await page.evaluate(() => {
    location.hash = '#other!a150';
  });
  await expect.poll(() => isSeen(page, 'A150')).toBe(true);
  expect(await page.getByRole('tab', { name: 'Other' }).getAttribute('aria-selected')).toBe('true');
});
