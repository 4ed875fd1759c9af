import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser, startTestApp, type TestApp, withBearer } from './testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

test('the process is up, and ready once store and bus are', async () => {
  expect((await server.app.fastify.inject('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await server.app.fastify.inject('/readyz')).json()).toEqual({
    status: 'ready',
    store: true,
    bus: true,
    streams: true,
  });
});

test('figures are for this machine or for the token, not for whom a proxy speaks', async () => {
  const ask = (headers: Record<string, string>) => server.app.fastify.inject({ url: '/metrics', headers });
  expect((await ask({})).body).toContain('sheetwire_store_up 1');
  expect((await ask({ 'x-forwarded-for': '10.0.0.1' })).statusCode).toBe(403);
  const withToken = { 'x-forwarded-for': '10.0.0.1', authorization: 'Bearer figures' };
  expect((await ask(withToken)).statusCode).toBe(200);
  expect((await ask({ authorization: 'Bearer wrong' })).statusCode).toBe(403);
});

test.each([
  ['/', 'Sheetwire'],
  ['/remote', 'Sheetwire'],
  ['/admin', 'Sheetwire | Admin'],
  ['/remote/admin/users', 'Sheetwire | Users'],
  ['/admin/usergroups', 'Sheetwire | User Groups'],
  ['/admin/recoversettings', 'Sheetwire | Recover Settings'],
  ['/publishing', 'Sheetwire | Publishing'],
  ['/remote/publishing', 'Sheetwire | Publishing'],
  ['/help', 'Sheetwire'],
  ['/account', 'Sheetwire | Account'],
  ['/api/', 'Sheetwire | API'],
  ['/api', 'Sheetwire | API'],
  ['/login', 'Sheetwire | Login'],
  ['/setpassword?key=abc', 'Sheetwire | Set Pwd'],
  ['/remote/resetpassword', 'Sheetwire | Reset Pwd'],
  ['/DEMO/DESK/DAILY%20PNL', 'Sheetwire'],
  ['/DEMO/DESK/DAILY/2026-11-20?paused=true', 'Sheetwire'],
  ['/remote/DEMO/DESK/DAILY', 'Sheetwire'],
])('%s is a page titled %s', async (url, title) => {
  const answer = await server.app.fastify.inject(url);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(answer.body).toContain(`<title>${title}</title>`);
});

test('each page has a nonce of its own, in its policy and on its scripts', async () => {
  const [one, other] = await Promise.all([server.app.fastify.inject('/'), server.app.fastify.inject('/')]);
  const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1];
  expect(one.headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`);
  expect(other.body).not.toContain(nonce);
});

test('an address that is no page is the app with 404 for a visitor and JSON for a program', async () => {
  const visit = await server.app.fastify.inject({ url: '/nothing', headers: { accept: 'text/html' } });
  expect([visit.statusCode, visit.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  for (const url of [
    '/nothing',
    '/api/v1/reports',
    '/api/v1/reports/nothing',
    '/assets/none.js',
    '/%zz',
    '/assets/..%2findex.html',
  ]) {
    const answer = await server.app.fastify.inject(url);
    expect([url, answer.headers['content-type']]).toEqual([url, 'application/json; charset=utf-8']);
    expect(answer.json().error.code).toMatch(/^(?:not_found|malformed)$/);
  }
});

test('a built file is kept for ever and comes from its compressed copy', async () => {
  const answer = await server.app.fastify.inject({
    url: '/assets/app-1a2b.js',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'x-content-type-options': 'nosniff',
  });
});

test('a source map, the template and the list of files are not served', async () => {
  for (const url of ['/assets/app-1a2b.js.map', '/index.html', '/api.html', '/.vite/manifest.json', '/assets/']) {
    expect([url, (await server.app.fastify.inject(url)).statusCode]).toEqual([url, 404]);
  }
});

test('a login opens a session that a logout ends at once', async () => {
  await server.addUser('DEMO/jane', 'a long password');
  const jane = browser(server);
  expect(await jane.call('accounts/login/', { user: 'demo/Jane', password: 'a long password' })).toMatchObject({
    message: '',
  });
  expect(await jane.call('accounts/username/')).toMatchObject({
    user: 'DEMO/jane',
    hasLicense: true,
    isCookieLogin: true,
  });
  const kept = jane.cookie;
  await jane.call('accounts/logout/', {});
  expect(await jane.call('accounts/username/')).toMatchObject({ user: '', hasLicense: false });
  jane.cookie = kept;
  expect(await jane.call('accounts/username/')).toMatchObject({ user: '' });
});

test('the page of a report holds the report for who may view it, and nothing for others', async () => {
  await server.addUser('DEMO/ann', 'a long password');
  await server.addUser('ACME/eve', 'a long password');
  const [ann, eve] = [browser(server), browser(server)];
  await ann.call('accounts/login/', { user: 'DEMO/ann', password: 'a long password' });
  await eve.call('accounts/login/', { user: 'ACME/eve', password: 'a long password' });
  const { key } = await ann.call('tokens/apikeys/', { name: 'robot' });
  const html = '<table><tr><td data-cell="A1">forty-two</td></tr></table>';
  const body = { topic: 'DEMO/DESK/SHOWN', pages: [{ name: 'One', html }] };
  expect((await withBearer(server, String(key), { path: 'publish/report/', body })).status).toBe(200);
  const page = async (url: string, cookie?: string) =>
    (await server.app.fastify.inject({ url, headers: cookie === undefined ? {} : { cookie } })).body;
  for (const url of ['/DEMO/DESK/SHOWN', '/remote/demo/desk/shown', '/?entity=DEMO&group=DESK&report=SHOWN']) {
    expect(await page(url, ann.cookie)).toContain('forty-two');
    expect(await page(url, eve.cookie)).not.toContain('forty-two');
    expect(await page(url)).not.toContain('forty-two');
  }
});

test('on plain http that was asked for, the cookie has neither prefix nor Secure', async () => {
  const plain = await startTestApp({ SHEETWIRE_HOST: '0.0.0.0', SHEETWIRE_INSECURE_HTTP: 'true' });
  await plain.addUser('DEMO/ann', 'a long password');
  const { headers } = await browser(plain).post('accounts/login/', { user: 'ann', password: 'a long password' });
  expect(headers['set-cookie']).toMatch(/^sheetwire=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  await plain.stop();
});

test('pages may be framed by the origins of the settings, and by none without', async () => {
  const framed = await startTestApp({ SHEETWIRE_EMBED_ORIGINS: 'https://intranet.example' });
  const policy = async (app: TestApp) => (await app.app.fastify.inject('/')).headers['content-security-policy'];
  expect(await policy(framed)).toContain('frame-ancestors https://intranet.example;');
  expect(await policy(server)).toContain("frame-ancestors 'none';");
  await framed.stop();
});
