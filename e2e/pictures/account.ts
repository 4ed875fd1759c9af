import type { Page } from 'playwright-core';
import { startAdminSite } from '../admin/admin-site.ts';
import { answerOf, answerWith, button, cut, field, fill, silence, visitorIs, words } from './answers.ts';
import { type Album, type State, takePictures } from './camera.ts';

const emailLink = (page: Page) => page.getByRole('link', { name: 'Change Email Address', exact: true });

const user = 'DEMO/vera';
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const day = '2026-10-02T12:00:00Z';
const topics = Array.from({ length: 140 }, (_, n) => `DEMO/RATES/BOOK ${n + 100}`);
const keys = ['nightly-limits', 'desk-publisher', 'nightly.limits.of.every.desk.'.repeat(4)].map((name, n) => ({
  id: String(n),
  name,
  createdUtc: day,
  lastUsedUtc: n === 1 ? null : day,
}));

/** So many browsers and add-ins beside this one. */
function signedIn(count: number): object {
  const session = { method: 'password', agent, address: '10.20.30.40', startedUtc: day, seenUtc: day };
  const others = Array.from({ length: count }, (_, n) =>
    n % 3 === 0
      ? { ...session, kind: 'addin', method: 'Excel', agent: '1.4.0', isThis: false, id: String(n) }
      : { ...session, kind: 'browser', isThis: false, id: String(n) },
  );
  return { sessions: [{ ...session, kind: 'browser', isThis: true, id: 'this' }, ...others] };
}

const emailSent =
  'An email with a link to confirm the address is queued for vera.new@example.org. Open the link: the address changes then.';
const whole = (page: Page) => words(page, 'This browser');

async function openEmailForm(page: Page, next: string, again = next): Promise<void> {
  await emailLink(page).click();
  await fill(page, { 'New email': next, 'Confirm new email': again });
}

/** Each kind of question with its panel as it is beforehand. */
const questions = ['Clear Recent Topics', 'Log Out Everywhere', 'Logout'].map(
  (name): State => ({
    name: `asks-${name.toLowerCase().replaceAll(' ', '-')}`,
    async go(page) {
      await whole(page);
      await button(page, name).click();
      await button(page, /^YES-/).waitFor();
    },
  }),
);

const states: readonly State[] = [
  { name: 'plain', darkPhone: true, go: whole },
  {
    name: 'much-of-everything',
    async prepare(page) {
      await answerOf(page, 'apikeys/list', { keys });
      await answerOf(page, 'accounts/sessions', signedIn(12));
      await answerOf(page, 'usesso', { usesso: true, ssoLoginUrl: '/sso/login' });
    },
    async go(page) {
      await whole(page);
      await words(page, 'Link single sign-on');
    },
  },
  {
    name: 'every-session',
    prepare: (page) => answerOf(page, 'accounts/sessions', signedIn(12)),
    go: (page) => button(page, /^Show all/).click(),
  },
  {
    name: 'directory-account',
    async prepare(page) {
      await visitorIs(page, { user, canChangeEmail: false, isCookieLogin: false });
      await answerOf(page, 'emaildetails', { email: 'vera@corp.example.com', adUser: 'ACME/vera' });
    },
    go: whole,
  },
  {
    name: 'loading',
    isWaiting: true,
    async prepare(page) {
      for (const call of ['emaildetails', 'apikeys/list', 'accounts/sessions']) await silence(page, call);
    },
    go: (page) => words(page, 'Loading...'),
  },
  {
    name: 'not-loaded',
    async prepare(page) {
      for (const call of ['emaildetails', 'apikeys/list', 'accounts/sessions']) await answerOf(page, call, {}, 500);
    },
    go: (page) => button(page, 'Try again').nth(2).waitFor(),
  },
  { name: 'email-form', go: (page) => emailLink(page).click() },
  { name: 'email-differs', go: (page) => openEmailForm(page, 'vera.new@example.org', 'vera.old') },
  { name: 'email-ready', go: (page) => openEmailForm(page, 'vera.new@example.org') },
  {
    name: 'email-unknown',
    prepare: (page) => answerOf(page, 'emaildetails', {}, 500),
    async go(page) {
      await words(page, 'Unable to retrieve current email address');
      await emailLink(page).click();
    },
  },
  {
    name: 'email-refused',
    complaint: /was not changed/,
    prepare: (page) => answerOf(page, 'changeemail', { success: false, message: 'That address cannot be used here' }),
    async go(page) {
      await openEmailForm(page, 'vera.new@example.org');
      await page.keyboard.press('Enter');
      await words(page, 'ERROR!');
    },
  },
  {
    name: 'email-sent',
    prepare: (page) => answerOf(page, 'changeemail', { success: true, message: emailSent }),
    async go(page) {
      await openEmailForm(page, 'vera.new@example.org');
      await page.keyboard.press('Enter');
      await words(page, emailSent);
    },
  },
  { name: 'email-dead-link', path: '/account?emailkey=x', go: (page) => words(page, 'has expired') },
  {
    name: 'topics',
    prepare: (page) => answerWith(page, 'topicsdetails', { sameNumTopics: false, topics }),
    async go(page) {
      await button(page, 'List All Available Topics').click();
      await words(page, '140 topics');
    },
  },
  {
    name: 'no-topics',
    prepare: (page) => answerWith(page, 'topicsdetails', { sameNumTopics: false, topics: [] }),
    async go(page) {
      await button(page, 'List All Available Topics').click();
      await words(page, 'None yet.');
    },
  },
  {
    name: 'recents-cleared',
    async go(page) {
      await whole(page);
      await button(page, 'Clear Recent Topics').click();
      await button(page, 'YES-Clear').click();
      await words(page, 'Cleared!');
    },
  },
  {
    name: 'token',
    darkPhone: true,
    async go(page) {
      await button(page, 'Generate Token').click();
      await words(page, 'Time Generated (UTC)');
    },
  },
  { name: 'key-form', go: (page) => button(page, 'New key').click() },
  {
    name: 'key-taken',
    prepare: (page) => answerOf(page, 'apikeys/list', { keys }),
    async go(page) {
      await words(page, 'desk-publisher');
      await button(page, 'New key').click();
      await field(page, 'Name').fill('nightly-limits');
    },
  },
  {
    name: 'key-made',
    async prepare(page) {
      await answerOf(page, 'apikeys', { id: '1', key: `swk_${'k3'.repeat(20)}` });
      await answerOf(page, 'apikeys/list', { keys });
    },
    async go(page) {
      await button(page, 'New key').click();
      await field(page, 'Name').fill('intraday-limits');
      await page.keyboard.press('Enter');
      await words(page, 'you won’t see it again');
    },
  },
  {
    name: 'key-asks',
    prepare: (page) => answerOf(page, 'apikeys/list', { keys }),
    go: (page) => button(page, 'Revoke nightly-limits').click(),
  },
  {
    name: 'disconnected',
    async go(page) {
      await whole(page);
      const broken = cut(page);
      await button(page, 'Refresh sessions').click();
      await broken;
    },
  },
  ...questions,
];

/** Account, each form and message of it. */
export async function account(album: Album): Promise<string[]> {
  const site = await startAdminSite([]);
  await site.portal.addUser(user);
  const own = states.map((state) => ({ path: '/account', user, ...state }));
  try {
    return await takePictures({ ...album, area: 'account', url: site.portal.url, states: own, open: site.profile });
  } finally {
    await site.stop();
  }
}
