import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outboxOf } from '../support/outbox.ts';
import { type Desk, startDesk, type Visit } from '../viewer/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** The account calls that a page makes, by their last part. */
function accountCalls(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /\/api\/v1\/accounts\/(\w+)\//.exec(request.url())?.[1];
    if (name !== undefined) asked.push(name);
  });
  return asked;
}

async function logIn({ page }: Visit): Promise<void> {
  await page.getByLabel('Username or email').fill('DEMO/vera');
  await page.getByLabel('Password').fill(desk.password);
  await page.keyboard.press('Enter');
}

test('a remote visitor is asked for by usernameremote alone, five times, then goes to /remote/login', async () => {
  const visit = await desk.open();
  const { page } = visit;
  const asked = accountCalls(page);
  await page.goto(`${desk.url}/remote/DEMO/DESK/DAILY`);
  await page.getByText('Authenticating User...').waitFor();
  await page.waitForURL('**/remote/login');
  expect(asked).toEqual(Array.from({ length: 5 }, () => 'usernameremote'));
  await page.getByLabel('Password').waitFor();
  await expect.poll(() => page.title()).toBe('Sheetwire | Login');
  await logIn(visit);
  await page.waitForURL((url) => url.pathname.startsWith('/remote') && url.pathname !== '/remote/login');
  await page.goto(`${desk.url}/remote/login`);
  await page.getByText('Already logged in as DEMO/vera').waitFor();
  expect(await page.getByRole('main').getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/remote');
  await page.goto(`${desk.url}/remote/account`);
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await page.getByRole('button', { name: 'YES-Logout' }).click();
  await page.waitForURL('**/remote/login');
  expect(asked).not.toContain('username');
  expect(asked).not.toContain('usesso');
  await visit.close();
  expect(visit.faults).toEqual([]);
});

test('Reset password and Set password work under /remote and stay there', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await page.goto(`${desk.url}/remote/login`);
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('demo.vera@example.com');
  await expect
    .poll(async () => [pathOf(page), await page.title()])
    .toEqual(['/remote/resetpassword', 'Sheetwire | Reset Pwd']);
  await page.getByRole('button', { name: 'RESET' }).click();
  await page.getByRole('alert').waitFor();
  const mailed = new URL(await outboxOf(desk.portal).nextLink('demo.vera@example.com', '/setpassword'));
  await page.goto(`${desk.url}/remote${mailed.pathname}${mailed.search}`);
  await page.getByRole('heading', { name: 'Set password for DEMO/vera' }).waitFor();
  await expect
    .poll(async () => [page.url(), await page.title()])
    .toEqual([`${desk.url}/remote/setpassword`, 'Sheetwire | Set Pwd']);
  await page.reload();
  await page.getByText('Open the link in the email again').waitFor();
  await page.getByRole('link', { name: 'Reset Password' }).click();
  await page.waitForURL('**/remote/resetpassword');
  await visit.close();
  expect(visit.faults).toEqual([]);
});
