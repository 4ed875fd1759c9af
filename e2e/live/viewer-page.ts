import { login } from '@sheetwire/contract/accounts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { goThisWay, way } from '../support/ways.ts';

/** A browser profile of its own with a session, which no page of it has opened a stream for yet. */
export async function signedIn(
  browser: Browser,
  url: string,
  data: { readonly user: string; readonly password: string },
): Promise<BrowserContext> {
  const context = await browser.newContext(way.options);
  await goThisWay(context);
  context.setDefaultTimeout(20_000);
  const answer = await context.request.post(`${url}${login.path}`, {
    data,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  if (!answer.ok()) throw new Error(`${data.user} cannot sign in: ${await answer.text()}`);
  return context;
}

/** Opens a report and waits until its cell A1 is there. */
export async function openReport(context: BrowserContext, url: string, topic: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}${way.prefix}/${topic}`);
  await cell(page, 'A1').waitFor();
  return page;
}

/** A cell of the shown report. */
export function cell(page: Page, name: string) {
  return page.getByTestId('report').locator(`[data-cell="${name}"]`);
}
