import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const args =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );

/** Chromium as the tests use it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
}

/** A browser profile of its own whose user has signed in on the Login page. */
export async function signedIn(
  browser: Browser,
  url: string,
  { user, password }: { readonly user: string; readonly password: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Username or email').fill(user);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.close();
  return context;
}

/** Opens a report and waits until its cell A1 is there. */
export async function openReport(context: BrowserContext, url: string, topic: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/${topic}`);
  await cell(page, 'A1').waitFor();
  return page;
}

/** A cell of the shown report. */
export function cell(page: Page, name: string) {
  return page.getByTestId('report').locator(`[data-cell="${name}"]`);
}
