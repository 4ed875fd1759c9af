import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outbox, outboxOf } from '../support/outbox.ts';
import { soakTest } from '../support/soak-test.ts';
import { upToDate } from '../support/up-to-date.ts';
import { type Desk, startDesk, type Visit } from '../viewer/desk.ts';
import { eachVisit } from '../viewer/each-visit.ts';

const user = 'DEMO/mara';
const email = 'demo.mara@example.com';
const prompt =
  'To receive an email containing link to reset password, enter email address then press the RESET button.';

let desk: Desk;
let outbox: Outbox;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  desk = await startDesk();
  outbox = outboxOf(desk.portal);
  await desk.portal.addUser(user);
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
const link = (name: string) => page.getByRole('main').getByRole('link', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const isDisabled = async (name: string) => (await button(name).getAttribute('aria-disabled')) === 'true';
const typeOf = (name: string) => field(name).getAttribute('type');

/** A link from the mail that Reset password sends. */
async function mailedLink(): Promise<string> {
  await page.goto(`${desk.url}/resetpassword`);
  await field('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  return outbox.nextLink(email, '/setpassword');
}

async function setPassword(password: string, confirm = password): Promise<void> {
  await field('Password').fill(password);
  await field('Confirm').fill(confirm);
}

async function logIn(name: string, password: string): Promise<void> {
  await page.goto(`${desk.url}/login`);
  await field('Username or email').fill(name);
  await field('Password').fill(password);
  await page.keyboard.press('Enter');
}

test('RESET needs an email of the pattern, Enter sends, and the message has a link to Home', async () => {
  await page.goto(`${desk.url}/login`);
  await link('I forgot my password').click();
  await page.getByText(prompt, { exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('Sheetwire | Reset Pwd');
  for (const [typed, refused] of [
    ['', true],
    ['nobody', true],
    ['nobody@example', true],
    ['nobody@example.com', false],
  ] as const) {
    await field('Email').fill(typed);
    expect(await isDisabled('RESET'), typed).toBe(refused);
  }
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').innerText()).toContain('If an account with that email address exists');
  expect(await link('Home').getAttribute('href')).toBe('/');
});

test('an emailed key leaves the address at once; the password is set once, by the form of the user', async () => {
  const mailed = await mailedLink();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(mailed);
  await page.getByRole('heading', { name: `Set password for ${user}` }).waitFor();
  await expect.poll(() => page.title()).toBe('Sheetwire | Set Pwd');
  expect(page.url()).toBe(`${desk.url}/setpassword`);
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])),
  ).not.toContain(new URL(mailed).searchParams.get('key'));

  expect([await isDisabled('SUBMIT'), await isDisabled('CLEAR')]).toEqual([true, true]);
  await setPassword('quiet otter lamp', 'quiet otter');
  expect([await isDisabled('SUBMIT'), await isDisabled('CLEAR')]).toEqual([true, false]);
  await button('CLEAR').click();
  expect([await field('Password').inputValue(), await field('Confirm').inputValue()]).toEqual(['', '']);

  await setPassword('short');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').innerText()).toContain('12 characters');
  await setPassword('quiet otter lamp seventeen');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByText('Your password is set').waitFor();
  await link('Login').click();
  await field('Username or email').fill(email);
  await field('Password').fill('quiet otter lamp seventeen');
  await button('SUBMIT').click();
  await page.waitForURL((url) => url.pathname !== '/login');
  expect(asked.filter((url) => url.includes('/api/v1/accounts/getuser/'))).toHaveLength(3);

  await page.goto(mailed);
  await page.getByText('This link has expired').waitFor();
  await link('Home').waitFor();
  await link('Reset Password').click();
  await page.getByText(prompt).waitFor();
});

soakTest('a page that lost its key by a reload says to open the link again', async () => {
  await page.goto(await mailedLink());
  await field('Password').waitFor();
  await page.reload();
  await page.getByText('Open the link in the email again').waitFor();
  await link('Login').waitFor();
});

test('the lookup is made until the user arrives, and a directory account is warned', async () => {
  let looks = 0;
  await page.route('**/accounts/getuser/**', (route) =>
    route.fulfill({ json: ++looks < 4 ? {} : { user: 'ACME/ad.user', hasAdAssoc: true, pwdAlreadySet: false } }),
  );
  await page.goto(`${desk.url}/setpassword?key=abc`);
  await page.getByText('Retrieving User...').waitFor();
  await page.getByText('Set a password different from the Windows login password.').waitFor();
  expect(looks).toBe(4);
});

soakTest('a typed password is masked until it is asked for, and advice follows it', async () => {
  await page.route('**/accounts/getuser/**', (route) => route.fulfill({ json: { user: 'ACME/jane.doe' } }));
  await page.goto(`${desk.url}/setpassword?key=abc`);
  await setPassword('my jane 1234');
  expect([await typeOf('Password'), await field('Password').getAttribute('autocomplete')]).toEqual([
    'password',
    'new-password',
  ]);
  await button('Show characters').first().click();
  expect([await typeOf('Password'), await typeOf('Confirm')]).toEqual(['text', 'password']);
  const advice = page.getByRole('list', { name: 'Password advice' }).getByRole('listitem');
  expect(await advice.allInnerTexts()).toEqual([
    expect.stringMatching(/^At least 12 characters\s+\(done\)$/),
    'Does not contain your name or this portal’s name',
    'No sequences such as 1234, qwerty or aaaa',
  ]);
});

soakTest('a password may be pasted', async () => {
  await page.goto(`${desk.url}/login`);
  await field('Username or email').fill('quiet otter lamp');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  await field('Password').focus();
  await page.keyboard.press('ControlOrMeta+v');
  expect(await field('Password').inputValue()).toBe('quiet otter lamp');
});

soakTest('after a refused login the name stays and the password is asked for again', async () => {
  await logIn('DEMO/vera', 'not the password');
  await page.getByText('Incorrect username or password').waitFor();
  await link('Go to Home page').waitFor();
  await page.keyboard.press('Enter');
  expect(await field('Username or email').inputValue()).toBe('DEMO/vera');
  await expect.poll(() => field('Password').evaluate((input) => input === document.activeElement)).toBe(true);
});

soakTest('until home has come, a login does not say that somebody is logged in already', async () => {
  await page.goto(`${desk.url}/login`);
  await field('Username or email').fill('DEMO/vera');
  await field('Password').fill(desk.password);
  await page.waitForLoadState('networkidle');
  const came = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await came.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/assets/**');
  await page.keyboard.press('Enter');
  await Promise.all([asked, page.waitForURL((url) => url.pathname === '/')]);
  expect(await page.getByText('Already logged in').count()).toBe(0);
  came.resolve();
  await page
    .getByTestId('report')
    .or(page.getByRole('combobox', { name: 'Report' }))
    .first()
    .waitFor();
});

soakTest('Home without a login leads back to Login', async () => {
  await logIn('DEMO/vera', 'not the password');
  const home = page.waitForURL((url) => url.pathname === '/');
  await link('Go to Home page').click();
  await home;
  await page.waitForURL('**/login');
});

soakTest('a login without an answer is an alert and keeps the form', async () => {
  await page.route('**/accounts/login/', (route) => route.abort());
  await logIn('DEMO/vera', 'x');
  await page.getByRole('alertdialog').getByText('The server cannot be reached').waitFor();
  await button('OK').click();
  expect(await field('Password').inputValue()).toBe('x');
});

soakTest('a refusal for too many tries is shown as given', async () => {
  const message = 'Too many failed logins; wait 15 minutes and try again';
  await page.route('**/accounts/login/', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '900' }, json: { message, info: '' } }),
  );
  await logIn('DEMO/vera', 'x');
  await page.getByRole('alert').getByText(message).waitFor();
});

test('a logout in one tab takes the report off every other at once, and the browser cannot bring it back', async () => {
  await visit.signIn();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByRole('cell', { name: '3.5915' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${desk.url}/account`);
  await other.getByRole('button', { name: 'Logout', exact: true }).click();
  await other.getByRole('button', { name: 'YES-Logout' }).click();
  await page.waitForURL('**/login');
  await page.goBack();
  await page.waitForURL('**/login');
  await page.getByText('3.5915').waitFor({ state: 'detached' });
});

soakTest('a session that the same browser replaced by a new login goes on with it', async () => {
  await visit.signIn();
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByText(upToDate).waitFor();
  const places: string[] = [];
  page.on('framenavigated', () => places.push(new URL(page.url()).pathname));
  const answer = await page.request.post(`${desk.url}/api/v1/accounts/login/`, {
    data: { user: 'DEMO/vera', password: desk.password },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.ok()).toBe(true);
  // Whether the page loads anew depends on what it asks first: the old session, or the new one.
  await desk.publishPrice('3.6200');
  await page.getByRole('cell', { name: '3.6200' }).waitFor();
  await page.getByText(upToDate).waitFor();
  expect(places.filter((path) => path !== '/DEMO/DESK/DAILY')).toEqual([]);
  await desk.publishPrice('3.5915');
});

soakTest("another user's login in one tab is the user of every other", async () => {
  await visit.signIn();
  await page.goto(`${desk.url}/account`);
  await page.getByText('DEMO/vera').first().waitFor();
  const other = await page.context().newPage();
  const answer = await other.request.post(`${desk.url}/api/v1/accounts/login/`, {
    data: { user: 'DEMO/desk.publisher', password: desk.password },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.ok()).toBe(true);
  await other.goto(`${desk.url}/account`);
  await page.getByText('DEMO/desk.publisher').first().waitFor();
  await expect.poll(() => page.getByText('DEMO/vera').count()).toBe(0);
});

test('single sign-on brings the visitor back to the page asked for, and Login says why it failed', async () => {
  await page.route('**/accounts/usesso/', (route) =>
    route.fulfill({ json: { usesso: true, ssoLoginUrl: '/sso/login' } }),
  );
  const sent: string[] = [];
  await page.route('**/sso/login?**', (route) => {
    sent.push(new URL(route.request().url()).searchParams.get('ret') ?? '');
    return route.fulfill({ status: 302, headers: { location: '/login?sso=unreachable' } });
  });
  await page.goto(`${desk.url}/DEMO/DESK/DAILY?paused=true#month-to-date`);
  await page.getByText('The single sign-on server cannot be reached').waitFor();
  expect(sent).toEqual(['/DEMO/DESK/DAILY?paused=true#month-to-date']);
  expect(page.url()).toBe(`${desk.url}/login`);
  const asked = encodeURIComponent('/DEMO/DESK/DAILY?paused=true#month-to-date');
  expect(await link('Log in with single sign-on').getAttribute('href')).toBe(`/sso/login?ret=${asked}`);
});
