import { createCaller } from '@sheetwire/client/caller';
import { userSettings } from '@sheetwire/contract/accounts';
import { publishReport } from '@sheetwire/contract/publish';
import { exchange } from '@sheetwire/contract/tokens';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Outbox, outboxOf } from '../support/outbox.ts';
import { sheetwire } from '../support/portal.ts';
import { soakTest } from '../support/soak-test.ts';
import { type Desk, startDesk, type Visit } from '../viewer/desk.ts';

/** The two accounts that the desk has. */
const user = 'DEMO/vera';
const email = 'demo.vera@example.com';
const publisher = 'DEMO/desk.publisher';
const topic = 'DEMO/DESK/DAILY';

let desk: Desk;
let outbox: Outbox;
let signedIn: BrowserContextOptions;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  desk = await startDesk();
  outbox = outboxOf(desk.portal);
  const first = await desk.open();
  await logIn(first.page, user);
  signedIn = { storageState: await first.page.context().storageState() };
  await first.close();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  visit = await desk.open(signedIn);
  page = visit.page;
  await page.goto(`${desk.url}/account`);
});
afterEach(async () => {
  const { faults } = visit;
  await visit.close();
  expect(faults).toEqual([]);
});

const button = (name: string, of = page) => of.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const panel = (name: string) => page.getByRole('region', { name });
const emailLink = () => page.getByRole('link', { name: 'Change Email Address', exact: true });
const isDisabled = async (name: string) => (await button(name).getAttribute('aria-disabled')) === 'true';
const focused = (text: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(text);
const gone = (name: string) => button(name).waitFor({ state: 'detached' });

async function logIn(of: Page, name: string): Promise<void> {
  await of.goto(`${desk.url}/login`);
  await of.getByRole('textbox', { name: 'Username or email', exact: true }).fill(name);
  await of.getByRole('textbox', { name: 'Password', exact: true }).fill(desk.password);
  await of.keyboard.press('Enter');
  await of.waitForURL((url) => url.pathname !== '/login');
  await of.goto(`${desk.url}/account`);
  await of.getByRole('heading', { name: 'Account', exact: true }).waitFor();
}

/** What a program that holds this bearer gets when it publishes. */
async function publishes(bearer: string): Promise<'published' | 'refused'> {
  const call = createCaller({ baseUrl: desk.url, headers: { authorization: `Bearer ${bearer}` } });
  const body = { topic: 'DEMO/DESK/ROBOT', pages: [{ name: 'One', html: '<p>1</p>' }] };
  return call(publishReport, body).then(
    () => 'published' as const,
    () => 'refused' as const,
  );
}

async function askForEmail(next: string): Promise<string> {
  await emailLink().click();
  await field('New email').fill(next);
  await field('Confirm new email').fill(next);
  await page.keyboard.press('Enter');
  await page.getByText(/^An email with a link to confirm the address for .* is in the outbox on the server/).waitFor();
  return outbox.nextLink(next, '/account');
}

test('the page has its title and names its user, also in remote mode', async () => {
  for (const path of ['/account', '/remote/account']) {
    await page.goto(`${desk.url}${path}`);
    await panel('Profile').getByText(user, { exact: true }).waitFor();
    await panel('Profile').getByText(email, { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe('Sheetwire | Account');
    expect(await page.getByRole('link', { name: 'Change Password' }).getAttribute('href')).toBe(
      path.replace('account', 'resetpassword'),
    );
  }
});

soakTest('SUBMIT of a new email keeps the rules, editing clears the message, CANCEL closes', async () => {
  await emailLink().click();
  const form = page.getByRole('form', { name: 'Change Email Address' });
  await form.getByText(user, { exact: true }).waitFor();
  await form.getByText(email, { exact: true }).waitFor();
  for (const [next, again, refused] of [
    ['', '', true],
    ['vera.new@example.org', '', true],
    ['vera.new@example.org', 'vera.new@example.net', true],
    ['vera.new@example', 'vera.new@example', true],
    [email.toUpperCase(), email.toUpperCase(), true],
    ['vera.new@example.org', 'VERA.NEW@example.org', false],
  ] as const) {
    await field('New email').fill(next);
    await field('Confirm new email').fill(again);
    expect(await isDisabled('SUBMIT'), `${next} ${again}`).toBe(refused);
  }
  const message = 'That address cannot be used here';
  await page.route('**/changeemail/', (route) => route.fulfill({ json: { success: false, message } }));
  await button('SUBMIT').click();
  await page.getByText('ERROR!').waitFor();
  await page.getByText(message, { exact: true }).waitFor();
  await field('New email').fill('vera.new@example.com');
  await page.getByText(message).waitFor({ state: 'detached' });
  await button('CANCEL').click();
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => emailLink().evaluate((element) => element === document.activeElement)).toBe(true);
});

soakTest('an address by IP literal is one, whatever the browser makes of it', async () => {
  await emailLink().click();
  await panel('Profile').getByText(email, { exact: true }).waitFor();
  const message = 'An email with a link is queued for vera@[10.0.0.1].';
  await page.route('**/changeemail/', (route) => route.fulfill({ json: { success: true, message } }));
  await field('New email').fill('vera@[10.0.0.1]');
  await field('Confirm new email').fill('vera@[10.0.0.1]');
  await page.keyboard.press('Enter');
  await page.getByText(message, { exact: true }).waitFor();
  await page.unroute('**/changeemail/');
});

soakTest('an answer to a form that was closed meanwhile leaves the one that was opened since', async () => {
  const letThrough = Promise.withResolvers<void>();
  const message = 'An email with a link is queued for vera.late@example.org.';
  await page.route('**/changeemail/', async (route) => {
    await letThrough.promise;
    await route.fulfill({ json: { success: true, message } });
  });
  await emailLink().click();
  await field('New email').fill('vera.late@example.org');
  await field('Confirm new email').fill('vera.late@example.org');
  const answered = page.waitForResponse('**/changeemail/');
  await page.keyboard.press('Enter');
  await button('CANCEL').click();
  await emailLink().click();
  await field('New email').fill('vera.half');
  letThrough.resolve();
  await answered;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await field('New email').inputValue()).toBe('vera.half');
  await button('CANCEL').click();
  await page.getByText(message, { exact: true }).waitFor();
  await page.unroute('**/changeemail/');
});

soakTest('without a current email the form says that it cannot be retrieved', async () => {
  await page.route('**/emaildetails/', (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await emailLink().click();
  const form = page.getByRole('form', { name: 'Change Email Address' });
  await form.getByText('Unable to retrieve current email address', { exact: true }).waitFor();
  expect(await isDisabled('SUBMIT')).toBe(true);
});

soakTest('who may not change the email has no such link', async () => {
  const { url, dataDir } = desk.portal;
  const settings = { SHEETWIRE_PORT: new URL(url).port, SHEETWIRE_DATA_DIR: dataDir };
  await sheetwire(settings, ['user', 'set', publisher, '--can-change-email', 'off']);
  const other = await desk.open();
  await logIn(other.page, publisher);
  await other.page.getByText('demo.desk.publisher@example.com').waitFor();
  expect(await other.page.getByRole('link', { name: 'Change Email Address' }).count()).toBe(0);
  await other.close();
});

test('the mailed link changes the address once, signed in or not, and its key leaves the address bar', async () => {
  const first = await askForEmail('vera.new@example.org');
  const posts: string[] = [];
  page.on('request', (request) => request.url().includes('confirmemail') && posts.push(request.url()));
  await page.goto(first);
  await page.getByText('Your email address is now vera.new@example.org').waitFor();
  await panel('Profile').getByText('vera.new@example.org', { exact: true }).waitFor();
  expect(page.url()).toBe(`${desk.url}/account`);
  expect(posts).toHaveLength(1);

  const second = await askForEmail(email);
  const stranger = await desk.open();
  for (const words of [`Your email address is now ${email}`, 'has expired']) {
    await stranger.page.goto(second);
    await stranger.page.getByText(words).waitFor();
    await stranger.page.getByRole('main').getByRole('link', { name: 'Login' }).waitFor();
    expect(stranger.page.url()).toBe(`${desk.url}/account`);
  }
  await stranger.close();
});

test('recent topics are cleared after a question that Escape and NO-Cancel answer too', async () => {
  const kept = page.waitForResponse((answer) => new URL(answer.url()).pathname === userSettings.path && answer.ok());
  await page.goto(`${desk.url}/${topic}`);
  await kept;
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByText('1 recent report', { exact: true }).waitFor();
  await button('Clear Recent Topics').click();
  await page.getByText('Are you sure?').waitFor();
  await page.keyboard.press('Escape');
  await button('Clear Recent Topics').click();
  await button('NO-Cancel').click();
  await button('Clear Recent Topics').click();
  await button('YES-Clear').click();
  await page.getByText('Cleared!', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('No recent reports').waitFor();
});

soakTest('all available topics are listed one a line, and hidden again', async () => {
  await button('List All Available Topics').click();
  const box = field('All available topics');
  const lines = (await box.inputValue()).split('\n');
  expect(lines).toContain(topic);
  expect(await box.getAttribute('readonly')).not.toBeNull();
  await button('Hide Topics').click();
  await box.waitFor({ state: 'detached' });

  const many = Array.from({ length: 100_000 }, (_, n) => `DEMO/GROUP ${n % 100}/REPORT ${n}`);
  const answer = { user, sameNumTopics: false, entities: ['DEMO'], groups: [], topics: many };
  await page.route('**/topicsdetails/', (route) => route.fulfill({ json: answer }));
  await button('List All Available Topics').click();
  await button('Copy all available topics').waitFor();
  const shown = await box.evaluate((element) => element.textContent.trimEnd().split('\n'));
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([100_000, many[0], many.at(-1)]);
});

test('a generated token is good for the app that was named; its add-in is listed and ended', async () => {
  await field("Enter App (Leave Blank if Sheetwire's own Excel Add-In)").fill('Desk Robot');
  await button('Generate Token').click();
  await page.getByText('Time Generated (UTC)').waitFor();
  await panel('Add-in token')
    .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    .waitFor();
  await page.getByText('valid for 10 minutes').waitFor();
  const token = await panel('Add-in token').locator('code').innerText();
  const call = createCaller({ baseUrl: desk.url });
  const { credential } = await call(exchange, { token, app: 'Desk Robot', instanceId: 'one', version: '1.2.0' });
  expect(await publishes(credential)).toBe('published');

  await button('Refresh sessions').click();
  const row = panel('Active sessions').getByRole('listitem').filter({ hasText: 'Desk Robot' });
  await row.getByText('Version 1.2.0').waitFor();
  await row.getByRole('button', { name: /^End/ }).click();
  await row.getByRole('button', { name: 'YES-End' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await publishes(credential)).toBe('refused');
});

test('an API key is made by name, shown once, publishes, and is revoked after a question', async () => {
  const keys = panel('API keys');
  await keys.getByText('No keys.').waitFor();
  await button('New key').click();
  expect(await isDisabled('SUBMIT')).toBe(true);
  await field('Name').fill('nightly-limits');
  await page.keyboard.press('Enter');
  await keys.getByText('you won’t see it again').waitFor();
  const key = await keys.locator('code').innerText();
  expect(await publishes(key)).toBe('published');
  await button('Done').click();
  await keys.locator('code').waitFor({ state: 'detached' });

  await page.reload();
  const row = keys.getByRole('listitem').filter({ hasText: 'nightly-limits' });
  // Midnight may have come between.
  await row.getByText(/last used (?:today|yesterday)/).waitFor();
  await button('Revoke nightly-limits').click();
  await button('YES-Revoke').click();
  await keys.getByText('Revoked nightly-limits').waitFor();
  await row.waitFor({ state: 'detached' });
  expect(await publishes(key)).toBe('refused');
});

soakTest('another browser is ended from here, and Log Out Everywhere ends this one too', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
  const [here, there] = [await desk.open(), await desk.open({ userAgent })];
  await logIn(there.page, publisher);
  await logIn(here.page, publisher);
  const rows = here.page.getByRole('region', { name: 'Active sessions' }).getByRole('listitem');
  await rows.filter({ hasText: 'This browser' }).getByText('Username and password').waitFor();
  await expect.poll(() => rows.filter({ hasText: 'This browser' }).count()).toBe(1);
  const row = rows.filter({ hasText: 'Firefox on Linux' });
  await row.getByRole('button', { name: /^End/ }).click();
  await row.getByRole('button', { name: 'YES-End' }).click();
  await row.waitFor({ state: 'detached' });
  await button('Refresh sessions', there.page).click();
  await there.page.waitForURL('**/login');

  await logIn(there.page, publisher);
  await button('Log Out Everywhere', here.page).click();
  await button('YES-Log Out', here.page).click();
  await here.page.waitForURL('**/login');
  await button('Refresh sessions', there.page).click();
  await there.page.waitForURL('**/login');
  await Promise.all([here.close(), there.close()]);
});

soakTest('what could not be loaded says so in its place and is tried again', async () => {
  await page.route('**/apikeys/list/', (route) => route.abort());
  await page.reload();
  const keys = panel('API keys');
  await keys.getByText('The server cannot be reached').waitFor();
  await keys.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[data-testid=connection][data-state=disconnected]').waitFor();
  await page.unrouteAll();
  await keys.getByRole('button', { name: 'Try again' }).click();
  await keys.getByText('No keys.').waitFor();
});

soakTest('keys alone name a key and revoke it, and the focus is never lost', async () => {
  const { keyboard } = page;
  await button('New key').focus();
  await keyboard.press('Enter');
  await keyboard.type('by-keys');
  await keyboard.press('Enter');
  await panel('API keys').getByText('you won’t see it again').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Copy key');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await focused('New key');
  await button('Revoke by-keys').waitFor();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await focused('NO-Cancel');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await gone('Revoke by-keys');
  await focused('New key');
});
