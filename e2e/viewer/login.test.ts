import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soakTest } from '../support/soak-test.ts';
import { type Desk, startDesk, type Visit } from './desk.ts';
import { eachVisit } from './each-visit.ts';

let desk: Desk;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());
eachVisit(
  () => desk,
  (started) => {
    visit = started;
    page = visit.page;
  },
);

const button = (name: string) => page.getByRole('button', { name });
const isDisabled = (name: string) => button(name).getAttribute('aria-disabled');

test('CANCEL needs one filled field and clears, SUBMIT needs both', async () => {
  await page.goto(`${desk.url}/login`);
  expect(await isDisabled('CANCEL')).toBe('true');
  await page.getByLabel('Username or email').fill('DEMO/vera');
  expect(await isDisabled('CANCEL')).toBeNull();
  expect(await isDisabled('SUBMIT')).toBe('true');
  await page.getByLabel('Password').fill('x');
  expect(await isDisabled('SUBMIT')).toBeNull();
  await button('CANCEL').click();
  expect(await page.getByLabel('Username or email').inputValue()).toBe('');
  expect(await page.getByLabel('Password').inputValue()).toBe('');
});

test('a refused login shows the message and offers the form again or home', async () => {
  await page.goto(`${desk.url}/login`);
  await page.getByLabel('Username or email').fill('DEMO/vera');
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByRole('link', { name: 'Go to Home page' }).waitFor();
  await button('Re-enter login credentials').click();
  await page.getByLabel('Username or email').waitFor();
});

test('who is logged in already is named with a link to Home', async () => {
  await visit.signIn();
  await page.goto(`${desk.url}/login`);
  await page.getByText('Already logged in as DEMO/vera').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
});

test('stored login info signs in again after the session cookie is gone', async () => {
  await visit.signIn();
  await page.context().clearCookies();
  await page.goto(`${desk.url}/account`);
  await page.getByText('DEMO/vera').first().waitFor();
});

soakTest(
  'a report that is refused while the server names its user is loaded a few times, then the user is logged out',
  async () => {
    await visit.signIn();
    const stored = () => page.evaluate(() => localStorage.getItem('sheetwire.loginInfo'));
    const refusal = { status: 401, json: { error: { code: 'not_signed_in', message: 'Sign in first' } } };
    await page.route(`**${report.path}`, (route) => route.fulfill(refusal));
    // Asked for: a page that is left again before it is loaded tells of no load.
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().endsWith('/DEMO/DESK/DAILY')) loads++;
    });
    await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
    await page.waitForURL('**/login', { waitUntil: 'commit' });
    await page.getByLabel('Password').waitFor();
    expect(loads).toBeGreaterThanOrEqual(1 + limits.refusedLoads.length);
    expect(await stored()).toBeNull();
    await page.unroute(`**${report.path}`);
    await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
    await page.waitForURL('**/login');
  },
);

test('logout asks first, then forgets the stored info and goes to login', async () => {
  await visit.signIn();
  await page.goto(`${desk.url}/account`);
  await button('Logout').click();
  await page.keyboard.press('Escape');
  await button('Logout').click();
  await button('YES-Logout').click();
  await page.waitForURL('**/login');
  await page.goto(`${desk.url}/account`);
  await page.waitForURL('**/login');
});
