import type { Page } from 'playwright-core';
import { startAdminSite } from '../admin/admin-site.ts';
import { answerOf, button, field, fill, silence, visitorIs, words } from './answers.ts';
import { type Album, type State, takePictures } from './camera.ts';

const user = 'DEMO/vera';
const longName = 'ACME/a.user.with.quite.a.long.name.indeed';

async function logIn(page: Page): Promise<void> {
  await fill(page, { 'Username or email': 'vera', Password: 'not the password' });
  await page.keyboard.press('Enter');
}

async function reset(page: Page): Promise<void> {
  await field(page, 'Email').fill('vera@example.com');
  await button(page, 'RESET').click();
}

/** The page of a mailed link that is good for this user. */
const goodLink = (of: object) => ({
  path: '/setpassword?key=x',
  prepare: (page: Page) => answerOf(page, 'getuser', of),
});

const login: readonly State[] = [
  { name: 'empty', darkPhone: true, go: (page) => field(page, 'Password').waitFor() },
  {
    name: 'filled',
    async go(page) {
      await fill(page, { 'Username or email': 'vera', Password: 'quiet otter' });
      await button(page, 'Show characters').click();
    },
  },
  {
    name: 'sending',
    isWaiting: true,
    prepare: (page) => silence(page, 'accounts/login'),
    async go(page) {
      await logIn(page);
      await page.locator('[aria-busy=true], .button .spinner').first().waitFor();
    },
  },
  {
    name: 'refused',
    async go(page) {
      await logIn(page);
      await button(page, 'Re-enter login credentials').waitFor();
    },
  },
  {
    name: 'again',
    async go(page) {
      await logIn(page);
      await button(page, 'Re-enter login credentials').click();
    },
  },
  {
    name: 'throttled',
    prepare: (page) =>
      answerOf(page, 'accounts/login', { message: 'Too many attempts. Try again in 30 seconds.', info: '' }),
    async go(page) {
      await logIn(page);
      await words(page, 'Too many attempts');
    },
  },
  {
    name: 'unanswered',
    prepare: (page) => page.route('**/accounts/login/', (route) => route.abort()),
    async go(page) {
      await logIn(page);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'already', user, go: (page) => words(page, 'Already logged in as') },
  {
    name: 'already-long-name',
    user,
    prepare: (page) => visitorIs(page, { user: longName }),
    go: (page) => words(page, 'Already logged in as'),
  },
  {
    name: 'single-sign-on',
    path: '/login?sso=refused',
    prepare: (page) => answerOf(page, 'usesso', { usesso: true, ssoLoginUrl: '/sso/login' }),
    go: (page) => page.getByRole('link', { name: 'Log in with single sign-on' }).waitFor(),
  },
];

const resetPassword: readonly State[] = [
  { name: 'empty', go: (page) => field(page, 'Email').waitFor() },
  {
    name: 'incomplete',
    async go(page) {
      await field(page, 'Email').fill('vera@');
      await page.keyboard.press('Enter');
      await words(page, 'Enter a full email address');
    },
  },
  { name: 'answered', go: (page) => reset(page).then(() => page.getByRole('alert').waitFor()) },
  {
    name: 'refused',
    complaint: /password reset failed/,
    prepare: (page) => answerOf(page, 'resetpassword', { message: 'Too many attempts' }, 429),
    go: reset,
  },
];

const setPassword: readonly State[] = [
  { name: 'retrieving', ...goodLink({}), isWaiting: true, go: (page) => words(page, 'Retrieving User...') },
  { name: 'empty', ...goodLink({ user }), go: (page) => field(page, 'Confirm').waitFor() },
  {
    name: 'directory-differs',
    ...goodLink({ user: longName, hasAdAssoc: true }),
    darkPhone: true,
    go: (page) => fill(page, { Password: 'quiet otter', Confirm: 'loud' }),
  },
  {
    name: 'good',
    ...goodLink({ user }),
    go: (page) => fill(page, { Password: 'quiet otter lamp', Confirm: 'quiet otter lamp' }),
  },
  {
    name: 'refused',
    ...goodLink({ user }),
    async go(page) {
      await answerOf(page, 'setpassword', { message: 'Use at least 12 characters for the password' });
      await fill(page, { Password: 'quiet otter', Confirm: 'quiet otter' });
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'done',
    ...goodLink({ user }),
    async go(page) {
      await fill(page, { Password: 'quiet otter lamp', Confirm: 'quiet otter lamp' });
      await answerOf(page, 'getuser', { message: 'used' });
      await answerOf(page, 'setpassword', { message: 'Your password is set.' });
      await page.keyboard.press('Enter');
      await words(page, 'Your password is set.');
    },
  },
  { name: 'dead-link', path: '/setpassword?key=x', go: (page) => words(page, 'has expired') },
  {
    name: 'set-already',
    ...goodLink({ message: 'The password of DEMO/vera is already set', pwdAlreadySet: true }),
    go: (page) => words(page, 'already set'),
  },
  { name: 'no-key', path: '/setpassword', go: (page) => words(page, 'Open the link in the email again') },
];

const before: readonly State[] = [
  {
    name: 'authenticating',
    path: '/account',
    isWaiting: true,
    darkPhone: true,
    prepare: (page) => silence(page, 'accounts/username'),
    go: (page) => words(page, 'Authenticating User...'),
  },
  {
    name: 'no-license',
    path: '/account',
    isWaiting: true,
    prepare: (page) => visitorIs(page, { user, hasLicense: false }),
    async go(page) {
      await button(page, 'Logout').click();
      await button(page, 'YES-Logout').waitFor();
    },
  },
  { name: 'no-such-page', user, path: '/nowhere/at', go: (page) => words(page, 'Page not found.') },
  {
    name: 'not-loaded',
    user,
    path: '/help',
    complaint: /Failed to fetch|could not be loaded/,
    prepare: (page) => page.route('**/assets/help-page*', (route) => route.abort()),
    go: (page) => words(page, 'This page could not be shown.'),
  },
  {
    name: 'email-confirmed-signed-out',
    path: '/account?emailkey=x',
    prepare: (page) => answerOf(page, 'confirmemail', { success: true, message: 'Your email address is changed.' }),
    go: (page) => words(page, 'Your email address is changed.'),
  },
];

const under = (page: string, path: string, states: readonly State[]): readonly State[] =>
  states.map((state) => ({ path, ...state, name: `${page}-${state.name}` }));

/** Login, Reset password, Set password, and what stands before a user is known. */
export async function doors(album: Album): Promise<string[]> {
  const site = await startAdminSite([user]);
  const states = [
    ...under('login', '/login', login),
    ...under('reset', '/resetpassword', resetPassword),
    ...under('set', '/setpassword', setPassword),
    ...under('before', '/', before),
  ];
  try {
    return await takePictures({ ...album, area: 'doors', url: site.portal.url, states, open: site.profile });
  } finally {
    await site.stop();
  }
}
