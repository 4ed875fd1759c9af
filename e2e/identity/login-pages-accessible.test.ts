import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInEveryScheme, faultsOf } from '../support/axe.ts';
import { type Desk, startDesk } from '../viewer/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const forms: [string, BrowserContextOptions, typeof faultsOf][] = [
  ['light, dark, high contrast and forced colours', {}, faultsInEveryScheme],
  ['the dark on a phone', { colorScheme: 'dark', ...phone }, faultsOf],
];

const button = (page: Page, name: string) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const answerOf = (page: Page, call: string, json: object) =>
  page.route(`**/accounts/${call}/**`, (route) => route.fulfill({ json }));

/** Each state of the three pages, in the order in which one page load can show them. */
const states: [string, (page: Page) => Promise<unknown>][] = [
  [
    'login beside single sign-on',
    async (page) => {
      await answerOf(page, 'usesso', { usesso: true, ssoLoginUrl: '/sso/login' });
      await page.goto(`${desk.url}/login?sso=refused`);
      await page.getByRole('link', { name: 'Log in with single sign-on' }).waitFor();
    },
  ],
  [
    'a shown password',
    async (page) => {
      await field(page, 'Username or email').fill('jane.doe');
      await field(page, 'Password').fill('x');
      await button(page, 'Show characters').click();
    },
  ],
  [
    'a refused login',
    async (page) => {
      await button(page, 'SUBMIT').click();
      await page.getByRole('link', { name: 'Go to Home page' }).waitFor();
    },
  ],
  [
    'logged in already',
    async (page) => {
      const known = { user: `DEMO/${'anna-maria.'.repeat(5)}`, hasLicense: true, isCookieLogin: true };
      const rest = {
        isSuperAdmin: false,
        blockAdminPage: false,
        canChangeEmail: true,
        recentReports: [],
        ssoLogoutUrl: '',
      };
      await answerOf(page, 'username', { ...known, ...rest });
      await page.goto(`${desk.url}/login`);
      await page.getByText('Already logged in as').waitFor();
      await page.unroute('**/accounts/username/**');
    },
  ],
  ['reset', (page) => page.goto(`${desk.url}/resetpassword`).then(() => field(page, 'Email').waitFor())],
  [
    'reset answered',
    async (page) => {
      await field(page, 'Email').fill('nobody@example.com');
      await button(page, 'RESET').click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'a dead link',
    (page) => page.goto(`${desk.url}/setpassword?key=x`).then(() => page.getByText('has expired').waitFor()),
  ],
  [
    'the user is retrieved',
    async (page) => {
      await answerOf(page, 'getuser', {});
      await page.goto(`${desk.url}/setpassword?key=x`);
      await page.getByText('Retrieving User...').waitFor();
    },
  ],
  [
    'two entries that differ',
    async (page) => {
      await answerOf(page, 'getuser', { user: 'ACME/a.user.with.quite.a.long.name.indeed', hasAdAssoc: true });
      await field(page, 'Password').fill('quiet otter');
      await field(page, 'Confirm').fill('loud');
    },
  ],
  [
    'a refused password',
    async (page) => {
      await answerOf(page, 'setpassword', { message: 'Use at least 12 characters for the password' });
      await field(page, 'Confirm').fill('quiet otter');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'the password is set',
    async (page) => {
      await answerOf(page, 'getuser', { message: 'used' });
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Login' }).waitFor();
    },
  ],
];

test.each(forms)(
  'in %s axe finds nothing on Login, Set password and Reset password, and nothing is cut off',
  async (_, options, look) => {
    const { page, faults, close } = await desk.open(options);
    const found: [string, string[]][] = [];
    for (const [name, show] of states) {
      await show(page);
      found.push([name, await look(page)]);
    }
    await close();
    expect(found.filter(([, findings]) => findings.length > 0)).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test('keys alone log in, ask for a mail and set a password', async () => {
  const { page, close } = await desk.open();
  const { keyboard } = page;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.goto(`${desk.url}/login`);
  await field(page, 'Password').waitFor();
  await keyboard.type('jane.doe');
  await press('Tab');
  await keyboard.type('not the password');
  await press('Tab', 'Space', 'Tab');
  expect(await focused()).toBe('SUBMIT');
  await press('Tab');
  expect(await focused()).toBe('CANCEL');
  await press('Space');
  expect(await field(page, 'Username or email').inputValue()).toBe('');
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  expect(await focused()).toBe('I forgot my password');
  await press('Enter');
  await field(page, 'Email').waitFor();
  await keyboard.type('nobody@example.com');
  await press('Enter');
  await page.getByRole('alert').waitFor();

  await answerOf(page, 'getuser', { user: 'ACME/jane.doe' });
  await page.goto(`${desk.url}/setpassword?key=x`);
  await field(page, 'Password').waitFor();
  await keyboard.type('quiet otter lamp');
  await press('Tab', 'Tab');
  await keyboard.type('quiet otter lamp');
  await answerOf(page, 'getuser', { message: 'used' });
  await answerOf(page, 'setpassword', { message: 'Your password is set.' });
  await press('Tab', 'Tab');
  expect(await focused()).toBe('SUBMIT');
  await press('Enter');
  await page.getByText('Your password is set.').waitFor();
  await close();
});
