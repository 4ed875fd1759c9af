import { nobody } from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { createMemoryStore, localKeys } from '#lib/local-store.ts';
import { browserTabs, build, jane } from './test-session.ts';

const asked = '/ACME/RATES/DAILY?paused=true#p&l';

test('whoever was sent to login is led to the page that was asked for, once', async () => {
  const { session, clock, moves, page } = build();
  session.start();
  await clock.advance(1000);
  expect(moves).toEqual(['login']);
  session.loggedIn('info');
  expect(moves.slice(1)).toEqual([`to ${asked}`]);
  page.isPublic = true;
  session.loggedIn('info');
  expect(moves.slice(2)).toEqual(['to home']);
});

test('who comes to login by itself goes home, and stays there while signed in already', async () => {
  const { session, clock, moves } = build({ username: () => jane }, { isPublic: true });
  session.start();
  await clock.advance(0);
  expect(moves).toEqual([]);
  session.loggedIn('info');
  expect(moves).toEqual(['to home']);
});

test('a session that ended while viewing is come back to after sign-in', async () => {
  let present = jane;
  const { session, clock, moves } = build({ username: () => present, usernameremote: () => present });
  session.start();
  await clock.advance(0);
  present = nobody;
  const ended = session.expelled();
  await clock.advance(250);
  await ended;
  session.loggedIn('info');
  expect(moves).toEqual(['/login', `to ${asked}`]);
});

test('after a logout nobody is led to what was looked at, in no tab of the browser', async () => {
  const tab = browserTabs();
  let present = jane;
  const answers = { username: () => present, usernameremote: () => present };
  const [one, other] = [build(answers, { tabs: tab() }), build(answers, { tabs: tab() })];
  for (const { session, clock } of [one, other]) {
    session.start();
    await clock.advance(0);
  }
  const out = one.session.logOut();
  present = nobody;
  // The stream of the other tab tells it of the end before the logout is answered.
  const ended = other.session.expelled();
  await out;
  await other.clock.advance(250);
  await ended;
  for (const { session, moves } of [one, other]) {
    session.loggedIn('info');
    expect(moves).toEqual(['/login', 'to home']);
  }
});

test('a sign-in in one tab opens what every other was asked for', async () => {
  const tab = browserTabs();
  let present = nobody;
  const answers = { username: () => present, usernameremote: () => present };
  const [one, other] = [build(answers, { tabs: tab() }), build(answers, { tabs: tab() })];
  for (const { session, clock } of [one, other]) {
    session.start();
    await clock.advance(1000);
  }
  present = jane;
  one.session.loggedIn('info');
  await one.clock.advance(0);
  await other.clock.advance(0);
  expect([one.moves, other.moves]).toEqual([
    ['login', `to ${asked}`],
    ['login', `to ${asked}`],
  ]);
});

test('single sign-on from the login page leads to what was asked for, too', async () => {
  const { session, clock } = build({ usesso: () => ({ usesso: true, ssoLoginUrl: '/sso/login' }) });
  session.start();
  await clock.advance(0);
  expect(session.ssoLoginUrl).toBe('/sso/login?ret=%2FACME%2FRATES%2FDAILY%3Fpaused%3Dtrue%23p%26l');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/login', ''])(
  'what leads elsewhere is not gone to: %j',
  (path) => {
    const { session } = build();
    session.asked.keep(path);
    expect(session.asked.path).toBeUndefined();
  },
);

test('what was asked for before a forgotten password is kept for the tab that sets a new one', () => {
  const store = createMemoryStore();
  const [one, other] = [build({}, { store }), build({}, { store })];
  one.session.asked.keep(asked);
  one.session.asked.keepForMail();
  other.session.asked.takeFromMail();
  expect([other.session.asked.path, store.read(localKeys.askedBeforeMail)]).toEqual([asked, undefined]);
});

test('it is kept as long as the link in the mail', async () => {
  const store = createMemoryStore();
  const [one, other] = [build({}, { store }), build({}, { store })];
  one.session.asked.keep(asked);
  one.session.asked.keepForMail();
  await other.clock.advance(limits.resetPasswordKey);
  other.session.asked.takeFromMail();
  expect(other.session.asked.path).toBeUndefined();
});

test('after a logout this tab is not led back either, though its own stream tells of the end first', async () => {
  let present = jane;
  const { promise: answered, resolve: answer } = Promise.withResolvers<object>();
  const { session, clock, moves } = build({
    username: () => present,
    usernameremote: () => present,
    logout: () => answered,
  });
  session.start();
  await clock.advance(0);
  const out = session.logOut();
  present = nobody;
  const ended = session.expelled();
  await clock.advance(limits.sessionRetry.desktop);
  answer({});
  await Promise.all([out, ended]);
  session.loggedIn('info');
  expect(moves.at(-1)).toBe('to home');
});

test('a page from which Login leads straight back is asked for a few times; then Login stays open', async () => {
  const { session, clock, moves, page } = build({ username: () => jane, usernameremote: () => nobody });
  const back = ['/login', `to ${asked}`];
  for (let n = 0; n < limits.refusedLoads.length + 2; n++) {
    // The page is loaded, and its first call is refused.
    page.isPublic = false;
    session.start();
    await clock.advance(0);
    const ended = session.expelled();
    await clock.advance(limits.sessionRetry.desktop);
    await ended;
    // Login is loaded, and finds the user.
    page.isPublic = true;
    session.start();
    await clock.advance(0);
  }
  expect(moves).toEqual([...limits.refusedLoads.flatMap(() => back), '/login', '/login']);
});
