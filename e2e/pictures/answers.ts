import { nobody, type SessionUser } from '@sheetwire/contract/accounts';
import type { Page } from 'playwright-core';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });
export const words = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Fills text fields by their names. */
export async function fill(page: Page, entries: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(entries)) await field(page, name).fill(text);
}

/** The call is answered with this, whatever the server knows. */
export function answerOf(page: Page, call: string, json: object, status = 200): Promise<unknown> {
  return page.route(`**/${call}/**`, (route) => route.fulfill({ status, json }));
}

/** What the server answers, with this in place of some of it. */
export function answerWith(page: Page, call: string, part: object | ((known: Answer) => object)): Promise<unknown> {
  return page.route(`**/${call}/`, async (route) => {
    const known: Answer = await (await route.fetch({ maxRetries: 3 })).json();
    await route.fulfill({ json: { ...known, ...(typeof part === 'function' ? part(known) : part) } });
  });
}

type Answer = Readonly<Record<string, unknown>>;

/** The call is never answered. */
export function silence(page: Page, call: string): Promise<unknown> {
  return page.route(`**/${call}/**`, () => undefined);
}

/** Nothing reaches the portal any more. */
export async function cut(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort());
  await page.getByTestId('connection').and(page.locator('[data-state^="disconnected"]')).waitFor();
}

/** Who the visitor is said to be. */
export function visitorIs(page: Page, known: Partial<SessionUser>): Promise<unknown> {
  const json = { ...nobody, hasLicense: true, canChangeEmail: true, isCookieLogin: true, ...known };
  return page.route(/accounts\/username(remote)?\/$/, (route) => route.fulfill({ json }));
}
