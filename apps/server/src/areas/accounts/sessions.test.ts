import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSecret } from '#secrets/secrets.ts';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const password = 'a long password';
let server: TestApp;
let desk: TestBrowser;
let info = '';
beforeEach(async () => {
  server = await startTestApp();
  for (const name of ['jane', 'bob']) await server.addUser(`DEMO/${name}`, password);
  desk = browser(server);
  info = await signIn(desk);
});
afterEach(() => server.stop());

async function signIn(visitor: TestBrowser, user = 'DEMO/jane'): Promise<string> {
  return String((await visitor.call('accounts/login/', { user, password })).info);
}

const who = async (visitor: TestBrowser) => (await visitor.call('accounts/username/')).user;
const idOf = (visitor: TestBrowser) => visitor.cookie.split('=')[1] ?? '';

async function listed(visitor: TestBrowser) {
  const { sessions } = await visitor.call('accounts/sessions/');
  return Array.isArray(sessions) ? sessions : expect.unreachable();
}

async function audited(): Promise<unknown[]> {
  return (await server.stores.audit.read({ limit: 20 })).map(({ actor, action, address }) => [actor, action, address]);
}

test('the own sessions are listed, the latest seen first, by ids that open and look up nothing', async () => {
  // Not so far that the call for the list is noted as the desk's newest itself.
  server.clock.move(limits.seenEvery - 1);
  const phone = browser(server, '127.0.0.9');
  await signIn(phone);
  await signIn(browser(server), 'DEMO/bob');
  const sessions = await listed(desk);
  const times = { startedUtc: '2026-11-21T09:00:00.000Z', seenUtc: '2026-11-21T09:00:00.000Z' };
  expect(sessions).toMatchObject([
    { kind: 'browser', method: 'password', address: '127.0.0.9', isThis: false },
    { kind: 'browser', method: 'password', address: '127.0.0.1', isThis: true, ...times },
  ]);
  const text = JSON.stringify(sessions);
  for (const visitor of [desk, phone]) {
    expect(text).not.toContain(idOf(visitor));
    expect(text).not.toContain(hashSecret(idOf(visitor)));
  }
  for (const { id } of sessions) {
    const guess = browser(server);
    guess.cookie = `__Host-sheetwire=${id}`;
    expect(await who(guess)).toBe('');
  }
});

test('one session is ended with its stored login, here and in the audit log, and another user ends none of it', async () => {
  const phone = browser(server);
  const kept = await signIn(phone);
  const other = (await listed(desk)).find(({ isThis }) => !isThis);
  const bob = browser(server);
  await signIn(bob, 'DEMO/bob');
  const refused = await bob.post('accounts/endsession/', { id: other.id });
  expect([refused.status, refused.body]).toMatchObject([404, { error: { code: 'not_found' } }]);
  const done = await desk.post('accounts/endsession/', { id: other.id });
  expect([done.body, done.headers['set-cookie']]).toEqual([{}, undefined]);
  expect([await who(phone), await who(desk)]).toEqual(['', 'DEMO/jane']);
  expect(await browser(server).call('accounts/infologin/', { userinfo: kept })).toEqual({ info: '' });
  expect(await audited()).toContainEqual(['DEMO/jane', 'session ended', '127.0.0.1']);
});

test('ending the present session is a logout', async () => {
  const [own] = await listed(desk);
  await desk.call('accounts/endsession/', { id: own.id });
  expect([desk.cookie, await who(desk)]).toEqual(['', '']);
});

test('signing out everywhere ends sessions and stored logins, clears the cookie and leaves the keys', async () => {
  const phone = browser(server);
  await signIn(phone);
  const { key } = await desk.call('tokens/apikeys/', { name: 'robot' });
  await desk.call('accounts/endsessions/', {});
  expect([desk.cookie, await who(desk), await who(phone)]).toEqual(['', '', '']);
  expect(await browser(server).call('accounts/infologin/', { userinfo: info })).toEqual({ info: '' });
  expect(await server.app.identity.lines.bearer(String(key))).toMatchObject({ user: 'DEMO/jane' });
  expect(await audited()).toContainEqual(['DEMO/jane', 'logged out everywhere', '127.0.0.1']);
});

test('a logout is audited once, with its address', async () => {
  await desk.call('accounts/logout/', {});
  await desk.call('accounts/logout/', {});
  expect((await audited()).filter((row) => String(row).includes('logout'))).toEqual([
    ['DEMO/jane', 'logout', '127.0.0.1'],
  ]);
});

test('an id from outside is never taken up, and a new one is made at each sign-in', async () => {
  const planted = browser(server);
  planted.cookie = '__Host-sheetwire=planted-by-somebody-else-0123456789abcdefghij';
  await signIn(planted);
  const first = idOf(planted);
  expect(first).not.toContain('planted');
  await signIn(planted);
  const stale = browser(server);
  for (const id of ['planted-by-somebody-else-0123456789abcdefghij', first]) {
    stale.cookie = `__Host-sheetwire=${id}`;
    expect(await who(stale)).toBe('');
  }
  expect(await who(planted)).toBe('DEMO/jane');
});

test('another user on the same browser takes the place of session and stored login', async () => {
  const before = desk.cookie;
  await signIn(desk, 'DEMO/bob');
  expect(await who(desk)).toBe('DEMO/bob');
  const jane = browser(server);
  jane.cookie = before;
  expect(await who(jane)).toBe('');
  expect(await browser(server).call('accounts/infologin/', { userinfo: info })).toEqual({ info: '' });
});

test('tabs that present one stored login at once get one successor, and whoever comes with it too late ends it', async () => {
  const tabs = Array.from({ length: 20 }, () => browser(server));
  const use = async (visitor: TestBrowser, userinfo: unknown) =>
    (await visitor.call('accounts/infologin/', { userinfo })).info;
  const successors = await Promise.all(tabs.map((tab) => use(tab, info)));
  const [next] = successors;
  expect([new Set(successors).size, next]).toEqual([1, expect.stringMatching(/^v1\./)]);
  for (const tab of tabs) expect(await who(tab)).toBe('DEMO/jane');
  expect(await use(browser(server), next)).toMatch(/^v1\./);
  expect(await use(browser(server), info)).toBe('');
  for (const tab of [desk, ...tabs]) expect(await who(tab)).toBe('');
  expect(await audited()).toContainEqual(['DEMO/jane', 'stored login replayed', '127.0.0.1']);
});

test('sessions that are over are listed no more', async () => {
  const phone = browser(server);
  await signIn(phone);
  server.clock.move(limits.sessionIdle);
  await who(desk);
  await server.app.identity.lines.settle();
  server.clock.move(limits.seenEvery);
  expect(await listed(desk)).toMatchObject([{ isThis: true }]);
});

test('a user who signs in ten thousand times holds a hundred sessions, and they end at once', async () => {
  const now = server.clock.now();
  const [user] = (await server.stores.users.list()).filter(({ name }) => name === 'DEMO/bob');
  if (user === undefined) throw new Error('no bob');
  const open = { method: 'password', family: null, address: '', agent: '' } as const;
  await Promise.all(
    Array.from({ length: 10_000 }, (_, n) =>
      server.stores.sessions.open({ idHash: `old${n}`, user: user.name, ...open, createdAt: now, seenAt: now - n }),
    ),
  );
  const bob = browser(server);
  await signIn(bob, 'DEMO/bob');
  expect(await listed(bob)).toHaveLength(limits.maxSessions);
  await bob.call('accounts/endsessions/', {});
  expect(await server.stores.sessions.listOf(user.name)).toEqual([]);
});
