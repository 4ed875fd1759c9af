import { TestClock } from '@sheetwire/client/test-clock';
import { nobody } from '@sheetwire/contract/accounts';
import { expect, test } from 'vitest';
import { createMemoryStore, localKeys } from '#lib/local-store.ts';
import { build, fail, jane, oneAtATime } from './test-session.ts';

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

const sso = { usesso: () => ({ usesso: true, ssoLoginUrl: '/sso/login' }) };
const away = '/sso/login?ret=%2FACME%2FRATES%2FDAILY%3Fpaused%3Dtrue%23p%26l';

test('single sign-on leaves for its address, which brings the visitor back, but not twice within 30 s', async () => {
  const { session, clock, moves } = build(sso);
  session.start();
  await clock.advance(0);
  expect(moves).toEqual([away]);
  session.start();
  await clock.advance(1000);
  expect(moves).toEqual([away, 'login']);
});

test('a visitor whom single sign-on did not let in is sent there again after 30 s, from a page behind login', async () => {
  const { session, clock, moves, page } = build(sso);
  session.start();
  await clock.advance(0);
  session.start();
  await clock.advance(30_000);
  session.moved();
  await clock.advance(0);
  expect(moves).toEqual([away, 'login']);
  page.isPublic = false;
  session.moved();
  await clock.advance(0);
  expect(moves).toEqual([away, 'login', away]);
});

test('single sign-on never leaves from the login page, which has its address', async () => {
  const { session, clock, moves } = build(sso, { isPublic: true });
  session.start();
  await clock.advance(1000);
  expect(moves).toEqual([]);
  expect(session.ssoLoginUrl).toBe('/sso/login');
});

test('remote mode asks usernameremote alone: no single sign-on and no Windows sign-in', async () => {
  const { session, clock, calls, state } = build({ ...sso, usernameremote: () => jane }, { isRemote: true });
  session.start();
  await clock.advance(0);
  expect(calls).toEqual(['usernameremote']);
  expect(state().state).toBe('licensed');
});

test('stored login info is offered once for each page load', async () => {
  const { session, clock, store, calls } = build({ infologin: () => ({ info: 'next' }) });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(1000);
  session.start();
  await clock.advance(1000);
  expect(calls.filter((name) => name === 'infologin')).toHaveLength(1);
  expect(store.read(localKeys.loginInfo)).toBe('next');
});

test('an answer to stored login info that was lost is asked for again, but not once the old info would be a replay', async () => {
  const { session, clock, store, calls } = build({ infologin: () => fail() });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(60_000);
  expect(calls.filter((name) => name === 'infologin')).toHaveLength(10);
  expect(store.read(localKeys.loginInfo)).toBe('one');
});

test('a proxy that refuses stored login info deletes nothing, the server that refuses it does', async () => {
  const refusedBy = async (code: string) => {
    const { session, clock, store } = build({ infologin: () => fail(400, code) });
    store.write(localKeys.loginInfo, 'one');
    session.start();
    await clock.advance(1000);
    return store.read(localKeys.loginInfo);
  };
  expect(await refusedBy('unreadable')).toBe('one');
  expect(await refusedBy('malformed')).toBeUndefined();
});

test('what another tab left of stored login info meanwhile stands', async () => {
  const { session, clock, store } = build({
    infologin: () => {
      store.write(localKeys.loginInfo, 'of another tab');
      return { info: '' };
    },
  });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(0);
  expect(store.read(localKeys.loginInfo)).toBe('of another tab');
});

test('a login made while a page asks who is there is not replaced by the info that it leaves', async () => {
  const { session, clock, store, calls, state } = build({
    username: (_, nth) => {
      if (nth > 1) return jane;
      // The question left before the login's cookie came, and is answered after it.
      store.write(localKeys.loginInfo, 'of the login');
      return nobody;
    },
    infologin: () => ({ info: 'next' }),
  });
  session.start();
  await clock.advance(0);
  expect(calls).not.toContain('infologin');
  expect(store.read(localKeys.loginInfo)).toBe('of the login');
  expect(state().state).toBe('licensed');
});

test('tabs that a browser opens together use stored login info once, so that none ends the session of another', async () => {
  const clock = new TestClock();
  const store = createMemoryStore();
  const alone = oneAtATime();
  const used: unknown[] = [];
  const answers = {
    username: () => (used.length > 0 ? jane : nobody),
    infologin: (input: unknown) => {
      used.push(input);
      return { info: 'next' };
    },
  };
  store.write(localKeys.loginInfo, 'one');
  const tabs = Array.from({ length: 4 }, () => build(answers, { clock, store, alone }));
  for (const { session } of tabs) session.start();
  // Everything that is due runs, however long the chain of tabs that wait for each other.
  await new Promise((resolve) => setImmediate(resolve));
  expect(used).toEqual([{ userinfo: 'one' }]);
  expect(tabs.map(({ state }) => state().state)).toEqual(['licensed', 'licensed', 'licensed', 'licensed']);
});

test('a question on a line that died is given up after 20 s and asked again', async () => {
  const { session, clock, state } = build({ username: (_, nth) => (nth > 1 ? jane : new Promise(() => undefined)) });
  session.start();
  await clock.advance(19_999);
  expect(state()).toEqual({ state: 'unknown' });
  await clock.advance(10_000);
  expect(state()).toEqual({ state: 'licensed', user: jane });
});

test('a first challenge that the browser refused is made again before single sign-on is tried', async () => {
  const { session, clock, moves, state } = build({
    ...sso,
    trywindowsauth: () => ({ trywindowsauth: true }),
    username: (_, nth) => (nth > 1 ? jane : fail(401)),
  });
  session.start();
  await clock.advance(250);
  expect(moves).toEqual([]);
  expect(state()).toEqual({ state: 'licensed', user: jane });
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
