import { endSessions } from '@sheetwire/contract/accounts/own';
import type { Page } from 'playwright-core';

/** Ends every session and stored login of the page's user, as another device of the user would. */
export async function endSession(page: Page, url: string): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post(`${url}${endSessions.path}`, { data: {}, headers });
  if (!answer.ok()) throw new Error(`The session was not ended: ${await answer.text()}`);
}
