import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSession } from '../support/end-session.ts';
import { outboxOf } from '../support/outbox.ts';
import { way } from '../support/ways.ts';
import type { Visit } from './desk.ts';
import { eachVisit } from './each-visit.ts';
import { positions, startVersionsDesk, type VersionsDesk } from './versions-desk.ts';

const LIMIT = { timeout: 20_000 };
const user = 'DEMO/vera';
let desk: VersionsDesk;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  desk = await startVersionsDesk();
  const [two, five] = positions;
  if (!two || !five) throw new Error('The book has no rows');
  await desk.publishBook([two, [five[0], five[1], '9.9999', five[3]]], { Notes: '<p>Open</p>' });
});
afterAll(() => desk.stop());
eachVisit(
  () => desk,
  (started) => {
    visit = started;
    page = visit.page;
  },
);

/** Opens a link and fills in the form to which it leads. */
async function logInAt(path: string): Promise<void> {
  await page.goto(`${desk.origin}${path}`);
  await page.waitForURL('**/login');
  await logIn(desk.password);
}

async function logIn(password: string): Promise<void> {
  await page.getByLabel('Username or email').fill(user);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** Leaves no session. The stored login goes first: with it the page would sign in again. */
async function forget(): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

/** What the address bar says once the login page is gone. */
async function place(): Promise<URL> {
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  return new URL(page.url());
}

const link = (rest: string) => `${way.prefix}/${desk.topic}${rest}`;

test('a link to a snapshot and one of its pages leads there after sign-in, with all that it says', async () => {
  await logInAt(link(`/${desk.day}?settings=true&paused=true#notes`));
  await page.getByText('Closed', { exact: true }).waitFor();
  const { pathname, searchParams, hash } = await place();
  expect([pathname, searchParams.get('settings'), searchParams.get('paused'), hash]).toEqual([
    ...[link(`/${desk.day}`), 'true', 'true', '#notes'],
  ]);
  await page.getByRole('tab', { name: 'Notes', selected: true }).waitFor();
  await page.getByRole('button', { name: 'HIDE SETTINGS' }).waitFor();
  await page.getByRole('tab', { name: 'Positions' }).click();
  await page.getByRole('cell', { name: '3.5915' }).waitFor();
  expect(await page.getByText('9.9999').count()).toBe(0);
});

test('a link to a comparison leads there, and Back leads to no login page', async () => {
  await page.goto(`${desk.origin}/healthz`);
  await logInAt(link(`?compare=${desk.day}`));
  await page.getByTestId('comparison').getByText('9.9999').waitFor();
  expect((await place()).searchParams.get('compare')).toBe(desk.day);
  await page.goBack();
  await page.waitForURL('**/healthz');
});

test('a link in the form of a query, to another report and to other pages lead there', async () => {
  const { prefix } = way;
  for (const [path, words] of [
    [`${prefix || '/'}?entity=DEMO&group=DESK&report=BOOK&date=${desk.day}`, '3.5915'],
    [link(''), '9.9999'],
    [`${prefix}/DEMO/DESK/WEEK+END`, 'Closed'],
    [`${prefix}/account`, 'Clear Recent Topics'],
    [`${prefix}/help`, 'Manual'],
  ] as const) {
    await logInAt(path);
    await page.getByText(words).first().waitFor();
    await forget();
  }
});

test('who asked for nothing goes home, also after a link that was followed before', async () => {
  await logInAt(link('#notes'));
  await place();
  await page.goto(`${desk.url}/account`);
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await page.getByRole('button', { name: 'YES-Logout' }).click();
  await page.waitForURL('**/login');
  await logIn(desk.password);
  expect((await place()).hash).toBe('');
});

test('a mistyped password, a reload and a look at the forgotten password lose nothing', async () => {
  await page.goto(`${desk.origin}${link('#notes')}`);
  await page.waitForURL('**/login');
  await logIn('not the password');
  await page.getByRole('button', { name: 'Re-enter login credentials' }).click();
  await page.reload();
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(desk.password);
  await page.getByRole('tab', { name: 'Notes', selected: true }).waitFor();
});

test('a session that ends while a page is read is come back to', async () => {
  await logInAt(link(`/${desk.day}#notes`));
  await page.getByText('Closed', { exact: true }).waitFor();
  await endSession(page, desk.origin);
  await page.waitForURL('**/login', LIMIT);
  await logIn(desk.password);
  await page.getByText('Closed', { exact: true }).waitFor();
  expect((await place()).pathname).toBe(link(`/${desk.day}`));
});

test('a sign-in in one tab opens what another one was asked for', async () => {
  const other = await page.context().newPage();
  await other.goto(`${desk.origin}${link('#notes')}`);
  await other.waitForURL('**/login');
  await logInAt(`${way.prefix}/account`);
  await other.getByRole('tab', { name: 'Notes', selected: true }).waitFor();
});

test('a link that only looks like one of ours leads home', async () => {
  for (const path of [
    '//evil.example/x',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2fevil.example',
    '//vera@evil.example',
  ]) {
    const left: string[] = [];
    page.on('request', (request) => left.push(new URL(request.url()).host));
    await page.goto(`${desk.origin}${path}`);
    await page.waitForURL('**/login');
    await logIn(desk.password);
    await place();
    await page.getByRole('combobox', { name: 'Report' }).or(page.getByTestId('report')).first().waitFor();
    expect(new Set(left)).toEqual(new Set([new URL(desk.origin).host]));
    await forget();
  }
});

test('a new password leads on to what was asked for before it was forgotten', async () => {
  await page.goto(`${desk.origin}${link('#notes')}`);
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('demo.vera@example.com');
  await page.getByRole('button', { name: 'RESET' }).click();
  await page.getByRole('alert').waitFor();
  const mailed = new URL(await outboxOf(desk.portal).nextLink('demo.vera@example.com', '/setpassword'));
  await page.close();
  page = await page.context().newPage();
  await page.goto(`${desk.origin}${way.prefix}${mailed.pathname}${mailed.search}`);
  const password = 'quiet otter lamp seventeen';
  for (const name of ['Password', 'Confirm']) await page.getByRole('textbox', { name }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Your password is set').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(password);
  await page.getByRole('tab', { name: 'Notes', selected: true }).waitFor();
});
