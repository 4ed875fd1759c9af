import { stream } from '@sheetwire/contract/live';
import { paths } from '@sheetwire/contract/paths';
import { publishReport } from '@sheetwire/contract/publish';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/test/free-port.ts';
import { type OidcProvider, withOidcProvider } from '../../scripts/test/oidc-provider.ts';
import { openChromium } from '../support/chromium.ts';
import { endSession } from '../support/end-session.ts';
import { type Portal, startPortal } from '../support/portal.ts';
import { soakTest } from '../support/soak-test.ts';

const report = '/ACME/DESK/DAILY';
const second = 1000;
let provider: OidcProvider;
let portal: Portal;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const port = await freePort();
  provider = await withOidcProvider(`http://127.0.0.1:${port}`);
  provider.people.set('s-vera', { preferred_username: 'vera' });
  provider.people.set('s-boss', { preferred_username: 'boss' });
  portal = await startPortal({
    SHEETWIRE_PORT: String(port),
    SHEETWIRE_SUPER_ADMINS: 'ACME/boss',
    ...provider.settings,
  });
  const { call } = await portal.publisher('ACME/robot');
  await call(publishReport, { topic: 'ACME/DESK/DAILY', pages: [{ name: 'Only', html: '<p>Price 3.59</p>' }] });
  await portal.addUser('ACME/boss');
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  await provider?.stop();
});
beforeEach(async () => {
  context = await browser.newContext();
  await openTab();
});
afterEach(() => context.close());

/** Another tab, which has not been sent to the provider a moment ago. */
async function openTab(): Promise<void> {
  page = await context.newPage();
  page.setDefaultTimeout(20 * second);
}

/** Opens the report, signs in at the provider and waits for the report. */
async function signIn(): Promise<void> {
  await page.goto(`${portal.url}${report}?settings=true#only`);
  await page.getByLabel('Subject').fill('s-vera');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Price 3.59').waitFor();
}

soakTest('Login sends nobody away, and with the provider down a password still opens the portal', async () => {
  await page.goto(`${portal.url}/login`);
  await page.getByLabel('Password').waitFor();
  await provider.crash();
  try {
    await page.goto(`${portal.url}${report}`);
    await page.getByText('The single sign-on server cannot be reached').waitFor();
  } finally {
    await provider.restart();
  }
  await page.getByLabel('Username or email').fill('ACME/boss');
  await page.getByLabel('Password').fill(portal.password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /boss/ }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe(report);
  const start = () => fetch(`${portal.url}${paths.ssoLogin}`, { redirect: 'manual' });
  await expect
    .poll(async () => (await start()).headers.get('location'), { timeout: 20 * second })
    .toContain(provider.issuer);
});

test('the owner of a password joins the account with single sign-on', async () => {
  await page.goto(`${portal.url}/login`);
  await page.getByLabel('Username or email').fill('ACME/boss');
  await page.getByLabel('Password').fill(portal.password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /boss/ }).first().waitFor();
  await page.goto(`${portal.url}/account`);
  await page.getByRole('link', { name: 'Link single sign-on' }).click();
  await page.getByLabel('Subject').fill('s-boss');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${portal.url}/account`);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  expect(await page.getByRole('link', { name: 'Link single sign-on' }).count()).toBe(0);
});

test('a visitor is sent to the provider, comes back to the report, and a second sign-in is silent', async () => {
  await signIn();
  const url = new URL(page.url());
  expect([url.origin, url.pathname, url.hash]).toEqual([portal.url, report, '#only']);
  await page.getByText('ACME/vera').or(page.getByText('vera')).first().waitFor();
  const asked = provider.askedFor('/token');
  await context.clearCookies({ name: /sheetwire/ });
  await openTab();
  await page.goto(`${portal.url}${report}`);
  await page.getByText('Price 3.59').waitFor();
  expect(provider.askedFor('/token')).toBe(asked + 1);
  expect(new URL(page.url()).pathname).toBe(report);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toMatch(/eyJ/);
});

soakTest('who is signed out while reading comes back to the page from Login by single sign-on', async () => {
  await signIn();
  await endSession(page, portal.url);
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'Log in with single sign-on' }).click();
  await page.getByText('Price 3.59').waitFor();
  const { pathname, hash } = new URL(page.url());
  expect([pathname, hash]).toEqual([report, '#only']);
});

test('logout ends the session here and at the provider, and comes back to Login', async () => {
  await signIn();
  await page.goto(`${portal.url}/account`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'YES-Logout' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${portal.url}/login**`);
  await page.getByLabel('Password').waitFor();
  await openTab();
  await page.goto(`${portal.url}${report}`);
  await page.getByLabel('Subject').waitFor();
});

test('a logout at the provider ends the open viewer at once', async () => {
  await signIn();
  const [session] = (await context.cookies(portal.url)).filter(({ name }) => name === '__Host-sheetwire');
  const line = await fetch(`${portal.url}${stream.path}?browserId=l1`, {
    headers: { cookie: `__Host-sheetwire=${session?.value}` },
  });
  const there = await context.newPage();
  await there.goto(`${provider.issuer}/session/end`);
  await there.getByRole('button', { name: 'Log out' }).click();
  expect(await line.text()).toContain('event: session\ndata: {"reason":"ended"}');
  await page.getByText('Price 3.59').waitFor({ state: 'hidden' });
  const answer = await fetch(`${portal.url}${paths.ssoBackchannelLogout}`, { method: 'POST' });
  expect(answer.status).toBe(400);
});
