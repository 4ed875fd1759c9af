import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SsoSite, startSsoSite } from '#identity/oidc/testing/sso-visitor.ts';
import { browser, startTestApp, type TestApp } from '#testing/test-app.ts';

const password = 'a long password';
const secret = 'the word of the proxy';
const cookieName = '__Host-sheetwire';
let proxied: TestApp;
let site: SsoSite;
beforeAll(async () => {
  proxied = await startTestApp({
    SHEETWIRE_PROXY_USER_HEADER: 'X-Remote-User',
    SHEETWIRE_PROXY_SECRET: secret,
    SHEETWIRE_TRUSTED_PROXIES: '10.9.0.1',
    SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST=ACME',
  });
  site = await startSsoSite();
  site.provider.people.set('s-jane', { preferred_username: 'jane' });
  for (const server of [proxied, site.server]) {
    for (const name of ['ACME/mallory', 'ACME/ann']) await server.addUser(name, password);
  }
});
afterAll(async () => {
  await proxied.stop();
  await site.stop();
});

async function loggedIn(server: TestApp, name: string) {
  const visitor = browser(server);
  const { info } = await visitor.call('accounts/login/', { user: name, password });
  return { cookie: visitor.cookie, info: String(info) };
}

async function userOf(server: TestApp, cookie: string): Promise<unknown> {
  const visitor = browser(server);
  visitor.cookie = cookie;
  return (await visitor.call('accounts/usernameremote/')).user;
}

type Planted = (
  cookie: string,
) => Promise<{ readonly server: TestApp; readonly cookie: string; readonly user: string }>;

/** Each way of signing in, in a browser in which somebody else has put a cookie; answers the cookie after it. */
const ways: Readonly<Record<string, Planted>> = {
  async password(cookie) {
    const visitor = browser(proxied);
    visitor.cookie = cookie;
    await visitor.call('accounts/login/', { user: 'ACME/ann', password });
    return { server: proxied, cookie: visitor.cookie, user: 'ACME/ann' };
  },
  async 'a stored login'(cookie) {
    const { info } = await loggedIn(proxied, 'ACME/ann');
    const visitor = browser(proxied);
    visitor.cookie = cookie;
    await visitor.call('accounts/infologin/', { userinfo: info });
    return { server: proxied, cookie: visitor.cookie, user: 'ACME/ann' };
  },
  async 'a trusted proxy'(cookie) {
    const { cookies } = await proxied.app.fastify.inject({
      method: 'POST',
      url: '/api/v1/accounts/username/',
      remoteAddress: '10.9.0.1',
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-remote-user': 'bob',
        'x-sheetwire-proxy-secret': secret,
        cookie,
      },
    });
    const own = cookies.find(({ name }) => name === cookieName);
    return { server: proxied, cookie: `${cookieName}=${own?.value}`, user: 'ACME/bob' };
  },
  async 'single sign-on'(cookie) {
    const jane = site.visitor();
    jane.cookies.set(cookieName, cookie.slice(cookieName.length + 1));
    expect(await jane.signIn('s-jane')).toBe('/');
    return { server: site.server, cookie: `${cookieName}=${jane.cookies.get(cookieName)}`, user: 'ACME/jane' };
  },
};

test.each(Object.entries(ways))('a sign-in by %s takes over no session id that was there before', async (_, signIn) => {
  const madeUp = `${cookieName}=${'A'.repeat(43)}`;
  const { server, cookie, user } = await signIn(madeUp);
  expect(cookie).toMatch(/^__Host-sheetwire=[\w-]{43}$/);
  expect(cookie).not.toBe(madeUp);
  expect([await userOf(server, cookie), await userOf(server, madeUp)]).toEqual([user, '']);
});

test.each(['password', 'a stored login', 'single sign-on'])(
  "a sign-in by %s in a browser that holds somebody else's session ends that one and shares nothing with it",
  async (way) => {
    const signIn = ways[way] ?? expect.unreachable();
    const server = way === 'single sign-on' ? site.server : proxied;
    const planted = await loggedIn(server, 'ACME/mallory');
    const { cookie, user } = await signIn(planted.cookie);
    expect(cookie).not.toBe(planted.cookie);
    expect([await userOf(server, cookie), await userOf(server, planted.cookie)]).toEqual([user, '']);
  },
);
