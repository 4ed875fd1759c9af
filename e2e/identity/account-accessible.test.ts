import { nobody, type SessionUser } from '@sheetwire/contract/accounts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInEveryScheme, faultsOf } from '../support/axe.ts';
import { type Desk, startDesk } from '../viewer/desk.ts';

let desk: Desk;
let signedIn: BrowserContextOptions;
beforeAll(async () => {
  desk = await startDesk();
  const visit = await desk.open();
  await visit.signIn();
  signedIn = { storageState: await visit.page.context().storageState() };
  await visit.close();
});
afterAll(() => desk.stop());

const longName = `DEMO/${'anna-maria.'.repeat(5)}`;
const longKey = 'nightly.limits.of.every.desk.'.repeat(7).slice(0, 200);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const emailLink = (page: Page) => page.getByRole('link', { name: 'Change Email Address', exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const answerOf = (page: Page, call: string, json: object, status = 200) =>
  page.route(`**/${call}/`, (route) => route.fulfill({ status, json }));

/** Who the visitor is said to be, whatever the server knows. */
function visitorIs(page: Page, known: Partial<SessionUser>): Promise<unknown> {
  const json = { ...nobody, hasLicense: true, canChangeEmail: true, isCookieLogin: true, ...known };
  return page.route(/accounts\/username(remote)?\/$/, (route) => route.fulfill({ json }));
}

async function openAccount(page: Page, address = '/account'): Promise<void> {
  await page.goto(`${desk.url}${address}`);
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
}

async function askForEmail(page: Page): Promise<void> {
  await emailLink(page).click();
  for (const name of ['New email', 'Confirm new email']) await field(page, name).fill('vera.new@example.org');
  await page.keyboard.press('Enter');
}

/** Each state of the page and of what is shown before it. */
const states: [string, (page: Page) => Promise<unknown>][] = [
  [
    'authenticating',
    async (page) => {
      await page.route('**/accounts/username/', () => undefined);
      await page.goto(`${desk.url}/account`);
      await page.getByText('Authenticating User...').waitFor();
    },
  ],
  [
    'without a license',
    async (page) => {
      await visitorIs(page, { user: longName, hasLicense: false });
      await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
      await page.getByText(`Acquiring license for ${longName}...`).waitFor();
      await button(page, 'Logout').click();
    },
  ],
  [
    'what could not be loaded',
    async (page) => {
      for (const call of ['emaildetails', 'apikeys/list', 'accounts/sessions', 'topicsdetails']) {
        await answerOf(page, call, {}, 500);
      }
      await openAccount(page);
      await emailLink(page).click();
      await button(page, 'List All Available Topics').click();
      await expect.poll(() => button(page, 'Try again').count()).toBe(4);
    },
  ],
  [
    'every form and question',
    async (page) => {
      await visitorIs(page, { user: longName });
      await answerOf(page, 'topicsdetails', { user: longName, sameNumTopics: false, topics: ['DEMO/DESK/DAILY'] });
      await openAccount(page, '/remote/account');
      await button(page, 'Generate Token').click();
      await page.getByText('Time Generated (UTC)').waitFor();
      await emailLink(page).click();
      await field(page, 'Confirm new email').fill('x');
      await button(page, 'New key').click();
      await button(page, 'List All Available Topics').click();
      for (const name of ['Clear Recent Topics', 'Log Out Everywhere', 'Logout']) await button(page, name).click();
    },
  ],
  [
    'what was done',
    async (page) => {
      await answerOf(page, 'changeemail', { success: true, message: '' });
      await answerOf(page, 'apikeys', { id: '1', key: `swk_${'k'.repeat(40)}` });
      await answerOf(page, 'accounts/sessions', { sessions: [] });
      await openAccount(page);
      await askForEmail(page);
      await page.getByText('An email with a link is queued for').waitFor();
      await button(page, 'Clear Recent Topics').click();
      await button(page, 'YES-Clear').click();
      await page.getByText('Cleared!').waitFor();
      await button(page, 'New key').click();
      await field(page, 'Name').fill(longKey);
      await page.keyboard.press('Enter');
      await page.getByText('you won’t see it again').waitFor();
    },
  ],
  [
    'a refusal and a revoked key',
    async (page) => {
      await answerOf(page, 'changeemail', { success: false, message: 'That address cannot be used here' });
      const key = { id: '1', name: longKey, createdUtc: '2026-10-02T12:00:00Z', lastUsedUtc: null };
      await answerOf(page, 'apikeys/list', { keys: [key] });
      await answerOf(page, 'apikeys/revoke', {});
      await openAccount(page);
      await askForEmail(page);
      await page.getByText('ERROR!').waitFor();
      await button(page, `Revoke ${longKey}`).click();
      await button(page, 'YES-Revoke').click();
      await page.getByText(`Revoked ${longKey}`).waitFor();
    },
  ],
  [
    'a dead link to a new address',
    async (page) => {
      await openAccount(page, '/account?emailkey=x');
      await page.getByText('has expired').waitFor();
    },
  ],
  [
    'no such page',
    async (page) => {
      await page.goto(`${desk.url}/nowhere/at`);
      await page.getByRole('heading', { name: 'Page not found.' }).waitFor();
    },
  ],
];

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const forms: [string, BrowserContextOptions, typeof faultsOf][] = [
  ['light, dark, high contrast and forced colours', {}, faultsInEveryScheme],
  ['the dark on a phone', { colorScheme: 'dark', ...phone }, faultsOf],
];

test.each(forms)(
  'in %s axe finds nothing on Account and before it, and nothing is cut off',
  async (_, options, look) => {
    const { page, faults, close } = await desk.open({ ...signedIn, ...options });
    const found: [string, string[]][] = [];
    for (const [name, show] of states) {
      await show(page);
      found.push([name, await look(page)]);
      // The page goes first: once it hears who its visitor really is, it loads anew, across the next state.
      await page.goto('about:blank');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    await close();
    expect(found.filter(([, findings]) => findings.length > 0)).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test('a button that goes away with what it did leaves the focus in its place', async () => {
  const { page, close } = await desk.open(signedIn);
  await answerOf(page, 'apikeys/list', {}, 500);
  await openAccount(page);
  await page.getByRole('region', { name: 'API keys' }).getByRole('button', { name: 'Try again' }).focus();
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await page.getByText('No keys.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('No keys.');
  await close();
});

test('forced colours show which field has the focus', async () => {
  const { page, close } = await desk.open({ forcedColors: 'active' });
  await page.goto(`${desk.url}/login`);
  await field(page, 'Username or email').focus();
  const ring = await field(page, 'Username or email').evaluate((input) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(input.parentElement ?? input);
    return [outlineStyle, outlineWidth];
  });
  expect(ring).toEqual(['solid', '2px']);
  await close();
});
