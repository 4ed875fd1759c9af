import { TestClock } from '@sheetwire/client/test-clock';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { expect, test } from 'vitest';
import { createMemoryStore, localKeys } from '#lib/local-store.ts';
import { type Answers, scriptedCalls } from '#lib/test-calls.ts';
import { Session } from './session.ts';

const nobody: SessionUser = {
  user: '',
  isSuperAdmin: false,
  blockAdminPage: false,
  hasLicense: false,
  canChangeEmail: false,
  isCookieLogin: false,
  recentReports: [],
  ssoLogoutUrl: '',
};
const jane: SessionUser = { ...nobody, user: 'ACME/jane.doe', hasLicense: true };

/** A session over scripted answers; by default nobody is signed in and no other mode is on. */
function build(answers: Answers = {}, page: { isPublic?: boolean; isRemote?: boolean; isMobile?: boolean } = {}) {
  const clock = new TestClock();
  const store = createMemoryStore();
  const moves: string[] = [];
  const { call, asked: calls } = scriptedCalls({
    usesso: () => ({ usesso: false, ssoLoginUrl: '' }),
    trywindowsauth: () => ({ trywindowsauth: false }),
    username: () => nobody,
    usernameremote: () => nobody,
    logout: () => ({}),
    ...answers,
  });
  const session = new Session({
    call,
    clock,
    store,
    page: {
      isPublic: () => page.isPublic ?? false,
      toLogin: () => void moves.push('login'),
      leaveFor: (address) => void moves.push(address),
      reload: () => void moves.push('reload'),
      loginPath: '/login',
    },
    isMobile: page.isMobile ?? false,
    isRemote: page.isRemote ?? false,
  });
  return { session, clock, store, calls, moves, state: () => session.store.getState() };
}

function fail(status?: number): never {
  throw Object.assign(new Error('failed'), { status });
}

test('a licensed user is known at the first answer', async () => {
  const { session, clock, state, moves } = build({ username: () => jane });
  expect(state()).toEqual({ state: 'unknown' });
  session.start();
  await clock.advance(0);
  expect(state()).toEqual({ state: 'licensed', user: jane });
  expect(moves).toEqual([]);
});

test('after five tries 250 ms apart without a user the visitor goes to login', async () => {
  const { session, clock, calls, moves, state } = build();
  session.start();
  await clock.advance(999);
  expect(calls.filter((name) => name === 'username')).toHaveLength(4);
  expect(moves).toEqual([]);
  await clock.advance(1);
  expect(moves).toEqual(['login']);
  expect(state()).toEqual({ state: 'signed-out' });
  await clock.advance(60_000);
  expect(calls.filter((name) => name === 'username')).toHaveLength(5);
});

test('a phone waits 500 ms between tries', async () => {
  const { session, clock, calls } = build({}, { isMobile: true });
  session.start();
  await clock.advance(499);
  expect(calls.filter((name) => name === 'username')).toHaveLength(1);
  await clock.advance(1);
  expect(calls.filter((name) => name === 'username')).toHaveLength(2);
});

test('the login page stays where it is when nobody is signed in', async () => {
  const { session, clock, moves, state } = build({}, { isPublic: true });
  session.start();
  await clock.advance(1000);
  expect(state()).toEqual({ state: 'signed-out' });
  expect(moves).toEqual([]);
});

test('an error is retried after 3 s, and on for as long as it lasts', async () => {
  const { session, clock, calls, state, moves } = build({ username: (_, nth) => (nth > 6 ? jane : fail()) });
  session.start();
  await clock.advance(2999);
  expect(calls.filter((name) => name === 'username')).toHaveLength(1);
  await clock.advance(1);
  expect(calls.filter((name) => name === 'username')).toHaveLength(2);
  await clock.advance(9000);
  expect(moves).toEqual(['login']);
  await clock.advance(6000);
  expect(state()).toEqual({ state: 'licensed', user: jane });
});

test('a user without a license waits and gets in at the first retry after a seat is free', async () => {
  const { session, clock, state } = build({ username: (_, nth) => ({ ...jane, hasLicense: nth > 9 }) });
  session.start();
  await clock.advance(8 * 250);
  expect(state()).toEqual({ state: 'unlicensed', user: { ...jane, hasLicense: false } });
  await clock.advance(250);
  expect(state()).toEqual({ state: 'licensed', user: jane });
});

test('a seat lost while viewing is asked for again', async () => {
  const { session, clock, state } = build({ username: () => jane });
  session.start();
  await clock.advance(0);
  session.lostLicense();
  expect(state().state).toBe('unlicensed');
  await clock.advance(250);
  expect(state().state).toBe('licensed');
});

test('stored login info signs in, is replaced by its successor, and a refused one is removed', async () => {
  const signed = build({
    username: (_, nth) => (nth > 1 ? jane : nobody),
    infologin: (input) => ({ info: `after ${JSON.stringify(input)}` }),
  });
  signed.store.write(localKeys.loginInfo, 'one');
  signed.session.start();
  await signed.clock.advance(0);
  expect(signed.state().state).toBe('licensed');
  expect(signed.store.read(localKeys.loginInfo)).toBe('after {"userinfo":"one"}');

  const refused = build({ infologin: () => ({ info: '' }) });
  refused.store.write(localKeys.loginInfo, 'old');
  refused.session.start();
  await refused.clock.advance(1000);
  expect(refused.store.read(localKeys.loginInfo)).toBeUndefined();
  expect(refused.calls.filter((name) => name === 'infologin')).toHaveLength(1);
});

test('single sign-on leaves for its address, but not twice within 30 s and never from login', async () => {
  const sso = { usesso: () => ({ usesso: true, ssoLoginUrl: '/sso/login' }) };
  const first = build(sso);
  first.session.start();
  await first.clock.advance(0);
  expect(first.moves).toEqual(['/sso/login']);
  first.session.start();
  await first.clock.advance(1000);
  expect(first.moves).toEqual(['/sso/login', 'login']);

  const login = build(sso, { isPublic: true });
  login.session.start();
  await login.clock.advance(1000);
  expect(login.moves).toEqual([]);
});

test('remote mode asks usernameremote and no Windows sign-in', async () => {
  const { session, clock, calls, state } = build({ usernameremote: () => jane }, { isRemote: true });
  session.start();
  await clock.advance(0);
  expect(calls).toEqual(['usesso', 'usernameremote']);
  expect(state().state).toBe('licensed');
});

test('a Windows challenge refused twice is not asked a third time', async () => {
  const { session, clock, calls } = build({
    trywindowsauth: () => ({ trywindowsauth: true }),
    username: () => fail(401),
  });
  session.start();
  await clock.advance(1000);
  expect(calls.filter((name) => name === 'username')).toHaveLength(2);
  expect(calls.filter((name) => name === 'usernameremote')).toHaveLength(3);
});

test('logout forgets the stored info, makes the call and loads the login page', async () => {
  const { session, clock, store, calls, moves } = build({ username: () => jane });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(0);
  await session.logOut();
  expect(store.read(localKeys.loginInfo)).toBeUndefined();
  expect(calls.at(-1)).toBe('logout');
  expect(moves).toEqual(['/login']);
});

test('logout of a single sign-on session goes to its logout address', async () => {
  const { session, clock, moves } = build({ username: () => ({ ...jane, ssoLogoutUrl: 'https://id.example/out' }) });
  session.start();
  await clock.advance(0);
  await session.logOut();
  expect(moves).toEqual(['https://id.example/out']);
});

test('a session that the server ended is left for login once, even when the line is down', async () => {
  const { session, clock, moves, store } = build({ username: () => jane, logout: () => fail() });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(0);
  await Promise.all([session.expelled(), session.expelled()]);
  expect(moves).toEqual(['/login']);
  expect(store.read(localKeys.loginInfo)).toBeUndefined();
});

test('when another user signed in the page loads anew', async () => {
  const { session, clock, moves } = build({ username: () => jane });
  session.start();
  await clock.advance(0);
  session.otherUser();
  expect(moves).toEqual(['reload']);
});
