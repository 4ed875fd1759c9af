import { nobody } from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { localKeys } from '#lib/local-store.ts';
import type { Answers } from '#lib/test-calls.ts';
import { browserTabs, build, fail, jane } from './test-session.ts';

/** A session whose line to the server can break, and what it tells other tabs from then on. */
function buildWithLine(answers: Answers) {
  const line = { isBroken: false };
  const whole: Answers = { usernameremote: () => nobody, ...answers };
  const broken: Answers = Object.fromEntries(
    Object.entries(whole).map(([name, answer]) => [
      name,
      (input: unknown, nth: number) => (line.isBroken ? fail() : answer(input, nth)),
    ]),
  );
  const tab = browserTabs();
  const built = build(broken, { tabs: tab() });
  const told: string[] = [];
  tab().listen(({ kind }) => {
    if (kind === 'ended') told.push(kind);
  });
  return { ...built, line, told };
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
  expect(state()).toEqual({ state: 'signed-out', isSaid: true });
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
  expect(state()).toEqual({ state: 'signed-out', isSaid: true });
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

test('a session that the server ended is off the screen at once, and left for login when the server says so', async () => {
  const { session, clock, moves, store, state, calls } = build({ username: () => jane });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(0);
  const ended = Promise.all([session.expelled(), session.expelled()]);
  expect(state()).toEqual({ state: 'unknown' });
  await clock.advance(250);
  await ended;
  expect(moves).toEqual(['/login']);
  expect(store.read(localKeys.loginInfo)).toBeUndefined();
  expect(calls).not.toContain('logout');
});

test('a broken line after a 401 deletes no stored login and ends no tab: the server is asked until it answers', async () => {
  const { session, clock, moves, store, state, line, told } = buildWithLine({ username: () => jane });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(0);
  line.isBroken = true;
  const ended = session.expelled();
  await clock.advance(60_000);
  expect(state()).toEqual({ state: 'unknown' });
  expect([store.read(localKeys.loginInfo), moves, told]).toEqual(['one', [], []]);
  line.isBroken = false;
  await clock.advance(3250);
  await ended;
  expect([store.read(localKeys.loginInfo), moves, told]).toEqual([undefined, ['/login'], ['ended']]);
});

test('one that is signed in after all once the line is back keeps the stored login', async () => {
  const { session, clock, moves, store, line } = buildWithLine({ username: () => jane, usernameremote: () => jane });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(0);
  line.isBroken = true;
  const ended = session.expelled();
  await clock.advance(9000);
  line.isBroken = false;
  await clock.advance(3000);
  await ended;
  expect([store.read(localKeys.loginInfo), moves]).toEqual(['one', ['reload']]);
});

test('a line that breaks between the two questions is no second word of the server', async () => {
  const { session, clock, moves, store, line } = buildWithLine({
    username: () => jane,
    usernameremote: (_, nth) => (nth > 1 ? jane : nobody),
  });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(0);
  const ended = session.expelled();
  await clock.advance(0);
  line.isBroken = true;
  await clock.advance(1000);
  expect([store.read(localKeys.loginInfo), moves]).toEqual(['one', []]);
  line.isBroken = false;
  await clock.advance(3000);
  await ended;
  expect([store.read(localKeys.loginInfo), moves]).toEqual(['one', ['reload']]);
});

test('a page that found nobody because no call was answered says so', async () => {
  const { session, clock, state } = build({ username: (_, nth) => (nth > 6 ? nobody : fail()) });
  session.start();
  await clock.advance(15_000);
  expect(state()).toEqual({ state: 'signed-out', isSaid: false });
  await clock.advance(3000);
  expect(state()).toEqual({ state: 'signed-out', isSaid: true });
});

test('a login that another tab makes at the moment of the end is neither ended nor forgotten', async () => {
  const { session, clock, moves, store, calls } = build({
    username: () => jane,
    usernameremote: (_, nth) => (nth > 1 ? jane : nobody),
  });
  store.write(localKeys.loginInfo, 'one');
  session.start();
  await clock.advance(0);
  const ended = session.expelled();
  store.write(localKeys.loginInfo, 'of the new login');
  await clock.advance(250);
  await ended;
  expect(moves).toEqual(['reload']);
  expect(calls).not.toContain('logout');
  expect(store.read(localKeys.loginInfo)).toBe('of the new login');
});

test('a session that another tab replaced is taken up by a load, and its stored info stays', async () => {
  const { session, clock, moves, store, calls } = build({ username: () => jane, usernameremote: () => jane });
  store.write(localKeys.loginInfo, 'new');
  session.start();
  await clock.advance(0);
  await session.expelled();
  expect(moves).toEqual(['reload']);
  expect(calls).not.toContain('logout');
  expect(store.read(localKeys.loginInfo)).toBe('new');
});

/** Loads the page anew and has its first call refused, while the server goes on to name the user. */
async function refusedOnceMore({ session, clock }: ReturnType<typeof build>): Promise<void> {
  session.start();
  await clock.advance(0);
  const ended = session.expelled();
  await clock.advance(0);
  await clock.advance(Math.max(...limits.refusedLoads));
  await ended;
}

test('a page that is refused though the server names its user is loaded a few times, then the user is logged out', async () => {
  const built = build({ username: () => jane, usernameremote: () => jane });
  const { store, moves, calls } = built;
  store.write(localKeys.loginInfo, 'one');
  for (const _ of limits.refusedLoads) await refusedOnceMore(built);
  const loads = limits.refusedLoads.map(() => 'reload');
  expect(moves).toEqual(loads);
  expect([store.read(localKeys.loginInfo), calls.includes('logout')]).toEqual(['one', false]);
  await refusedOnceMore(built);
  expect(moves).toEqual([...loads, '/login']);
  expect([store.read(localKeys.loginInfo), calls.includes('logout')]).toEqual([undefined, true]);
});

test('a page that was not refused for a while is loaded at once when it is', async () => {
  const built = build({ username: () => jane, usernameremote: () => jane });
  for (const _ of limits.refusedLoads) await refusedOnceMore(built);
  await built.clock.advance(limits.refusedKept);
  await refusedOnceMore(built);
  expect(built.moves).toHaveLength(limits.refusedLoads.length + 1);
});

test('a page that is refused leaves for login when the server says, before it is loaded, that nobody is signed in', async () => {
  let present = jane;
  const built = build({ username: () => jane, usernameremote: () => present });
  built.store.write(localKeys.loginInfo, 'one');
  await refusedOnceMore(built);
  built.session.start();
  await built.clock.advance(0);
  const ended = built.session.expelled();
  await built.clock.advance(0);
  present = nobody;
  await built.clock.advance(Math.max(...limits.refusedLoads));
  await ended;
  expect([built.moves, built.store.read(localKeys.loginInfo)]).toEqual([['reload', '/login'], undefined]);
});

test('a seat waited for long is not lost to one broken call', async () => {
  const { session, clock, state, moves } = build({
    username: (_, nth) => (nth === 20 ? fail() : { ...jane, hasLicense: nth > 21 }),
  });
  session.start();
  await clock.advance(19 * 250);
  expect(state().state).toBe('unlicensed');
  await clock.advance(3250);
  expect(state().state).toBe('licensed');
  expect(moves).toEqual([]);
});

test('a page behind login looks for the user again', async () => {
  const { session, clock, page, state } = build({ username: (_, nth) => (nth > 5 ? jane : nobody) });
  session.start();
  await clock.advance(1000);
  session.moved();
  expect(state().state).toBe('signed-out');
  page.isPublic = false;
  session.moved();
  await clock.advance(0);
  expect(state().state).toBe('licensed');
});

test('when another user signed in the page loads anew', async () => {
  const { session, clock, moves } = build({ username: () => jane });
  session.start();
  await clock.advance(0);
  session.otherUser();
  expect(moves).toEqual(['reload']);
});
