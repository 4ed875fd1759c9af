import { nobody } from '@sheetwire/contract/accounts';
import { expect, test } from 'vitest';
import { readMessage } from './tab-line.ts';
import { browserTabs, build, jane } from './test-session.ts';

test('a logout in one tab takes the user off every other at once', async () => {
  const tabs = browserTabs();
  const first = build({ username: () => jane }, { tabs: tabs() });
  const second = build({ username: () => jane }, { tabs: tabs() });
  const login = build({ username: (_, nth) => (nth > 1 ? nobody : jane) }, { tabs: tabs(), isPublic: true });
  for (const { session, clock } of [first, second, login]) {
    session.start();
    await clock.advance(0);
  }
  await first.session.logOut();
  expect(second.state()).toEqual({ state: 'unknown' });
  await second.clock.advance(250);
  expect(second.moves).toEqual(['/login']);
  expect(second.calls).not.toContain('logout');
  await login.clock.advance(1000);
  expect(login.state()).toEqual({ state: 'signed-out', isSaid: true });
  expect(login.moves).toEqual([]);
});

test("another user's login in one tab takes this one off every other at once", async () => {
  const tabs = browserTabs();
  const second = build({ username: () => jane }, { tabs: tabs() });
  second.session.start();
  await second.clock.advance(0);
  const first = build({ username: () => ({ ...jane, user: 'ACME/joe' }) }, { tabs: tabs(), isPublic: true });
  first.session.loggedIn('info of joe');
  await first.clock.advance(0);
  expect(second.state()).toEqual({ state: 'unknown' });
  expect(second.moves).toEqual(['reload']);
});

test('a login in one tab lets in the others that found nobody', async () => {
  const tabs = browserTabs();
  const second = build({ username: (_, nth) => (nth > 5 ? jane : nobody) }, { tabs: tabs() });
  second.session.start();
  await second.clock.advance(1000);
  expect(second.state().state).toBe('signed-out');
  const first = build({ username: () => jane }, { tabs: tabs(), isPublic: true });
  first.session.loggedIn('info');
  await first.clock.advance(0);
  await second.clock.advance(0);
  expect(second.state()).toEqual({ state: 'licensed', user: jane });
});

test('a tab that loads as the same user disturbs nobody', async () => {
  const tabs = browserTabs();
  const [first, second] = [
    build({ username: () => jane }, { tabs: tabs() }),
    build({ username: () => jane }, { tabs: tabs() }),
  ];
  first.session.start();
  await first.clock.advance(0);
  second.session.start();
  await second.clock.advance(0);
  expect(first.calls).toEqual(['usesso', 'trywindowsauth', 'username']);
  expect(first.moves).toEqual([]);
});

/** The reports that a user opened last, as a tab knows them. */
function recentsOf(state: ReturnType<ReturnType<typeof build>['state']>) {
  return 'user' in state ? state.user.recentReports : undefined;
}

test('the reports that were opened last, and that they were cleared, are known in every tab of the same user', async () => {
  const tabs = browserTabs();
  const [first, second, joe] = [jane, jane, { ...jane, user: 'ACME/joe' }].map((user) =>
    build({ username: () => user }, { tabs: user === jane ? tabs() : browserTabs()() }),
  );
  if (!first || !second || !joe) throw new Error('Three tabs');
  for (const { session, clock } of [first, second, joe]) {
    session.start();
    await clock.advance(0);
  }
  first.session.setRecents(['ACME/FX/SPOT']);
  second.session.setRecents(['ACME/FX/SWAP', ...(recentsOf(second.state()) ?? [])]);
  expect(recentsOf(first.state())).toEqual(['ACME/FX/SWAP', 'ACME/FX/SPOT']);
  first.session.setRecents([]);
  expect(recentsOf(second.state())).toEqual([]);
});

test('of what another tab says only the known shapes are heard', () => {
  expect(readMessage({ kind: 'recents', user: 'ACME/joe', recents: ['A/B/C', 7] })).toEqual({
    ...{ kind: 'recents', user: 'ACME/joe', recents: ['A/B/C'] },
  });
  expect(readMessage({ kind: 'recents', user: 'ACME/joe' })).toBeUndefined();
  expect(readMessage({ kind: 'recents', recents: [] })).toBeUndefined();
  expect(readMessage({ kind: 'known', user: 7 })).toBeUndefined();
  expect(readMessage({ kind: 'logout', user: 7 })).toEqual({ kind: 'logout' });
});
