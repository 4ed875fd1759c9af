import { allCalls } from '@sheetwire/contract/calls';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInEveryScheme, faultsOf, whatIsCut } from '../support/axe.ts';
import { openChromium } from '../support/chromium.ts';
import { type Portal, startPortal } from '../support/portal.ts';
import { phone } from '../support/ways.ts';

let portal: Portal;
let browser: Browser;
beforeAll(async () => {
  portal = await startPortal();
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  await portal.stop();
});

const desk = { viewport: { width: 1280, height: 800 } };

/** The reference as somebody sees it who is not signed in, and what went wrong on it. */
async function openReference(hash = '', options: BrowserContextOptions = desk) {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(`${portal.url}/api/${hash}`);
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
  return { page, faults, hosts, close: () => context.close() };
}

const calls = (page: Page) => page.locator('section.call:visible');

test('the reference shows every call under its policy, and asks no other host', async () => {
  const { page, faults, hosts, close } = await openReference();
  expect(await calls(page).count()).toBe(allCalls.size);
  const ids = await calls(page).evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids.sort()).toEqual([...allCalls.keys()].sort());
  expect([...hosts]).toEqual([portal.url]);
  expect(await page.title()).toBe('Sheetwire | API');
  expect(faults).toEqual([]);
  await close();
});

test('search leaves the calls with every word, says how many, and Escape brings all back', async () => {
  const { page, faults, close } = await openReference();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('revoke KEY');
  await expect
    .poll(() => calls(page).getByRole('heading', { level: 3 }).allInnerTexts())
    .toContain('Revoke an API key');
  expect(await calls(page).count()).toBeLessThan(10);
  expect(await page.getByText(/^\d of \d\d calls$/).count()).toBe(1);
  expect(await page.getByRole('navigation', { name: 'Calls' }).getByText('Publish a report').isVisible()).toBe(false);
  await search.fill('quagga');
  await page.getByRole('main').getByText('No matches').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await search.press('Escape');
  expect(await calls(page).count()).toBe(allCalls.size);
  expect(faults).toEqual([]);
  await close();
});

test('an address leads to its call, by keyboard too, and is found behind a search', async () => {
  const { page, faults, close } = await openReference('#live.watch');
  const isThere = (id: string) =>
    page.evaluate((section) => {
      const { top = -1 } = document.getElementById(section)?.getBoundingClientRect() ?? {};
      return document.activeElement?.id === `${section}-name` && top >= 0 && top < innerHeight;
    }, id);
  await expect.poll(() => isThere('live.watch')).toBe(true);
  expect(await page.locator('[aria-current=true]').innerText()).toBe('Choose the reports of a live stream');
  await page.getByRole('link', { name: 'Publish a report', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => isThere('publish.publishReport')).toBe(true);
  await page.getByRole('searchbox').fill('password');
  await page.evaluate(() => {
    location.hash = '#live.stream';
  });
  await expect.poll(() => isThere('live.stream')).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

test('an address that names no call shows the reference from its beginning', async () => {
  for (const hash of ['#nosuchcall', '#%']) {
    const { page, faults, close } = await openReference(hash);
    expect(await calls(page).count()).toBe(allCalls.size);
    expect(faults).toEqual([]);
    await close();
  }
});

test('the rules that a call names are on the page, and every link within it leads somewhere', async () => {
  const { page, faults, hosts, close } = await openReference('#publish.publishReport');
  const call = page.locator('section[id="publish.publishReport"]');
  await call.getByRole('link', { name: 'Semantics 4, Reports' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('semantics-4-name');
  await page.getByText('A report is what its publisher last sent').waitFor();
  const dead = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
      .map((link) => link.hash.slice(1))
      .filter((id) => document.getElementById(id) === null),
  );
  expect(dead).toEqual([]);
  const empty = await page
    .locator('section.chapter')
    .evaluateAll((sections) => sections.filter((one) => one.children.length < 2).map(({ id }) => id));
  expect(empty).toEqual([]);
  expect([...hosts]).toEqual([portal.url]);
  expect(faults).toEqual([]);
  await close();
});

test('the answer of an example and the refusals of a call unfold', async () => {
  const { page, close } = await openReference('#publish.publishCells');
  const call = page.locator('section[id="publish.publishCells"]');
  await call.getByText('Answer', { exact: true }).first().click();
  await call.getByText('"changed": true').waitFor();
  await call.getByText(/^Refusals/).click();
  const refusal = call.getByRole('row').filter({ hasText: 'wrong_base_version' });
  await refusal.getByText('409').waitFor();
  expect(await refusal.innerText()).toContain('The report is at another version');
  await close();
});

test('an example is copied as it stands', async () => {
  const { page, close } = await openReference('#tokens.listApiKeys');
  await page.getByRole('button', { name: 'Copy the example “All your keys” for List your API keys' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'curl -sS --fail-with-body "$SHEETWIRE/api/v1/tokens/apikeys/list/" \\\n  -X POST \\\n  -b cookies.txt \\\n  -H "Origin: $SHEETWIRE"',
  );
  await close();
});

test('the reference is accessible in every scheme, with all that folds open, and on a phone', async () => {
  const open = (page: Page) =>
    page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
  const wide = await openReference('#live.stream');
  await open(wide.page);
  expect(await faultsOf(wide.page)).toEqual([]);
  // One call of each look: what is of colours is the same for all.
  await wide.page.getByRole('searchbox').fill('stream');
  expect(await faultsInEveryScheme(wide.page)).toEqual([]);
  await wide.close();
  const narrow = await openReference('', phone);
  await open(narrow.page);
  expect(await whatIsCut(narrow.page)).toEqual([]);
  await narrow.page.getByRole('searchbox').fill('stream');
  expect(await faultsOf(narrow.page)).toEqual([]);
  await narrow.close();
});

test('on paper everything is unfolded, and nothing is there that can only be pressed', async () => {
  const { page, close } = await openReference();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('main details:not([open])').count()).toBe(0);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  await close();
});

test('when the description does not come the page says what to do', async () => {
  const context = await browser.newContext(desk);
  const page = await context.newPage();
  await page.route('**/api/openapi.json', (route) => route.fulfill({ status: 503 }));
  await page.goto(`${portal.url}/api/`);
  const said = page.getByRole('alert').getByText('The API reference could not be loaded.');
  await said.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('navigation', { name: 'Calls' }).waitFor();
  await context.close();
});
