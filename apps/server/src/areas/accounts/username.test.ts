import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { browser, startTestApp, type TestApp } from '#testing/test-app.ts';

const secret = 'the word of the proxy';
const password = 'a long password';
const proxy = '10.9.0.1';
const windows = {
  SHEETWIRE_PROXY_USER_HEADER: 'X-Remote-User',
  SHEETWIRE_PROXY_SECRET: secret,
  SHEETWIRE_TRUSTED_PROXIES: `${proxy},10.9.0.2`,
  SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST=ACME,ACMEDOM=ACME',
};

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp(windows);
  await server.addUser('ACME/super', password);
  await server.addUser('ACME/gone', password, { disabledAt: 1 });
});
afterAll(() => server.stop());
/** What a browser of this test holds. */
let jar: Map<string, string>;
beforeEach(() => {
  jar = new Map();
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly peer?: string;
  readonly app?: TestApp;
}

/** A call as it arrives from the proxy, with what the proxy adds. */
async function post(path: string, { headers, peer = proxy, app = server }: Sent = {}) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const request: InjectOptions = {
    method: 'POST',
    url: `/api/v1/accounts/${path}/`,
    remoteAddress: peer,
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie === '' ? {} : { cookie }), ...headers },
  };
  const answer = await app.app.fastify.inject(request);
  for (const { name, value, maxAge } of answer.cookies) {
    if (maxAge === 0) jar.delete(name);
    else jar.set(name, value);
  }
  return { status: answer.statusCode, body: answer.json(), cookies: answer.cookies };
}

const named = (user: string) => ({ 'x-remote-user': user, 'x-sheetwire-proxy-secret': secret });

test.each(['jane@ACME.TEST', 'ACMEDOM\\Jane', 'ACME/jane', 'jane'])('a trusted proxy vouches for %s', async (user) => {
  expect((await post('trywindowsauth')).body).toEqual({ trywindowsauth: true });
  const { status, body } = await post('username', { headers: named(user) });
  expect([status, body]).toMatchObject([200, { user: 'ACME/jane', isCookieLogin: false, ssoLogoutUrl: '' }]);
  expect((await post('usernameremote')).body).toMatchObject({ user: 'ACME/jane' });
});

test.each([
  ['from another peer', { headers: named('jane'), peer: '10.9.0.3' }],
  ['from this machine', { headers: named('jane'), peer: '127.0.0.1' }],
  [
    'by a peer that claims to be the proxy',
    { headers: { ...named('jane'), 'x-forwarded-for': proxy }, peer: '10.9.0.3' },
  ],
  ['without the secret', { headers: { 'x-remote-user': 'jane' } }],
  ['with another secret', { headers: { 'x-remote-user': 'jane', 'x-sheetwire-proxy-secret': 'a guess of that word' } }],
  ['twice', { headers: named('jane, super') }],
  ['of another realm', { headers: named('jane@OTHER.TEST') }],
  ['of a service', { headers: named('robot/host@ACME.TEST') }],
  ['of a disabled account', { headers: named('ACME/gone') }],
  ['that is empty', { headers: named('') }],
])('a header %s signs nobody in', async (_, sent) => {
  const { status, body } = await post('username', sent);
  expect([status, body.user]).toEqual([200, '']);
  expect(jar.has('__Host-sheetwire')).toBe(false);
});

test('a page of another site cannot sign anybody in', async () => {
  for (const site of ['cross-site', 'same-site', 'none']) {
    const { status, cookies } = await post('username', { headers: { ...named('jane'), 'sec-fetch-site': site } });
    expect([status, cookies]).toEqual([403, []]);
  }
});

test('the header does nothing on any other call', async () => {
  for (const path of ['usernameremote', 'trywindowsauth', 'usesso']) {
    expect((await post(path, { headers: named('jane') })).cookies).toEqual([]);
  }
  expect((await post('usernameremote', { headers: named('jane') })).body.user).toBe('');
});

test('a browser that could not sign in is not asked again for five minutes', async () => {
  const { cookies } = await post('username', { headers: named('jane@OTHER.TEST') });
  expect(cookies).toMatchObject([
    { name: '__Host-sheetwire-nowia', maxAge: 300, path: '/', httpOnly: true, secure: true, sameSite: 'Lax' },
  ]);
  expect((await post('trywindowsauth')).body).toEqual({ trywindowsauth: false });
  expect((await post('username', { headers: named('jane') })).body.user).toBe('');
});

test('once the proxy names somebody else, the session is theirs and the earlier one is over', async () => {
  await post('username', { headers: named('jane') });
  const janes = jar.get('__Host-sheetwire') ?? '';
  expect((await post('username', { headers: named('bob') })).body.user).toBe('ACME/bob');
  jar.set('__Host-sheetwire', janes);
  expect((await post('usernameremote')).body.user).toBe('');
});

test('once the proxy names a disabled account, nobody is signed in', async () => {
  await post('username', { headers: named('jane') });
  expect((await post('username', { headers: named('gone') })).body.user).toBe('');
  expect(jar.has('__Host-sheetwire')).toBe(false);
});

test('who signed in by password stays so, whomever the proxy names', async () => {
  const desk = browser(server, proxy);
  await desk.call('accounts/login/', { user: 'ACME/super', password });
  const [name = '', value = ''] = desk.cookie.split('=');
  jar.set(name, value);
  expect((await post('username', { headers: named('jane') })).body).toMatchObject({
    user: 'ACME/super',
    isCookieLogin: true,
  });
});

test('who logs out may sign in by another name for five minutes', async () => {
  await post('username', { headers: named('jane') });
  await post('logout');
  expect([...jar.keys()]).toEqual(['__Host-sheetwire-nowia']);
  expect((await post('username', { headers: named('jane') })).body.user).toBe('');
});

test('clients are told apart by the address that the proxy saw, where networks are set', async () => {
  const app = await startTestApp({ ...windows, SHEETWIRE_KERBEROS_NETWORKS: '192.0.2.0/24' });
  try {
    const offered = async (forwarded: string) =>
      (await post('trywindowsauth', { app, headers: { 'x-forwarded-for': forwarded } })).body.trywindowsauth;
    expect(await offered('192.0.2.9')).toBe(true);
    expect(await offered('198.51.100.9')).toBe(false);
    expect(await offered('192.0.2.9, 198.51.100.9')).toBe(false);
    expect(await offered('198.51.100.9, 192.0.2.9, 10.9.0.2')).toBe(true);
    expect((await post('trywindowsauth', { app, peer: '192.0.2.9' })).body.trywindowsauth).toBe(false);
  } finally {
    await app.stop();
  }
});

test('without Windows sign-in nobody is challenged and a header is only a header', async () => {
  const app = await startTestApp();
  try {
    expect((await post('trywindowsauth', { app })).body).toEqual({ trywindowsauth: false });
    const { status, body, cookies } = await post('username', { app, headers: named('jane'), peer: '127.0.0.1' });
    expect([status, body.user, cookies]).toEqual([200, '', []]);
  } finally {
    await app.stop();
  }
});
