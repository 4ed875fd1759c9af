import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type Kdc, withKdc } from '../../../../../scripts/test/kdc.ts';
import { negotiateHeaders } from '../../../../../scripts/test/negotiate.ts';

/** Well below the sessions that one user may have. */
const atOnce = 50;
let kdc: Kdc;
let server: TestApp;
let alice: Readonly<Record<string, string>>;

beforeAll(async () => {
  kdc = await withKdc();
  Object.assign(process.env, kdc.env);
  server = await startTestApp({
    SHEETWIRE_KERBEROS_KEYTAB: kdc.keytab,
    SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST=ACME',
  });
  alice = await kdc.kinit('alice');
});
afterAll(async () => {
  await server?.stop();
  await kdc?.stop();
  for (const name of Object.keys(kdc?.env ?? {})) delete process.env[name];
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly app?: TestApp;
  readonly address?: string;
}

async function call(path: string, { headers, app = server, address = '127.0.0.1' }: Sent = {}) {
  const answer = await app.app.fastify.inject({
    method: 'POST',
    url: `/api/v1/accounts/${path}/`,
    remoteAddress: address,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
  const challenge = answer.headers['www-authenticate'];
  return { status: answer.statusCode, body: answer.json(), cookies: answer.cookies, challenge };
}

async function headerOf(env: Readonly<Record<string, string>>, host = 'localhost'): Promise<string> {
  const [header = ''] = await negotiateHeaders({ env, host });
  expect(header).toMatch(/^Negotiate YII/);
  return header;
}

async function username(authorization: string, sent: Sent = {}) {
  return call('username', { ...sent, headers: { ...sent.headers, authorization } });
}

const nobody = (answer: Awaited<ReturnType<typeof call>>) => {
  expect([answer.status, answer.body.user, answer.challenge]).toEqual([200, '', undefined]);
  expect(answer.cookies).toMatchObject([{ name: '__Host-sheetwire-nowia', maxAge: 300 }]);
};

test('the one challenge is that of username, in the shape of every refusal', async () => {
  expect((await call('trywindowsauth')).body).toEqual({ trywindowsauth: true });
  expect(await call('username')).toEqual({
    status: 401,
    body: { error: { code: 'not_signed_in', message: 'Log in first' } },
    cookies: [],
    challenge: 'Negotiate',
  });
  for (const path of ['usernameremote', 'trywindowsauth', 'usesso']) {
    expect(await call(path)).toMatchObject({ status: 200, challenge: undefined });
  }
});

test('a ticket opens a session, proves the portal to the client, and serves once', async () => {
  const header = await headerOf(alice);
  const answer = await username(header);
  expect([answer.status, answer.body]).toMatchObject([200, { user: 'ACME/alice', isCookieLogin: false }]);
  expect(answer.challenge).toMatch(/^Negotiate [A-Za-z0-9+/=]{40,}$/);
  const cookie = `__Host-sheetwire=${answer.cookies[0]?.value}`;
  expect((await call('username', { headers: { cookie } })).body.user).toBe('ACME/alice');
  expect((await call('username', { headers: { cookie } })).cookies).toEqual([]);
  nobody(await username(header));
});

test.each(['robot/host', 'pc01$'])('the service or machine %s is nobody', async (name) => {
  nobody(await username(await headerOf(await kdc.kinit(name))));
});

test('a ticket for another service is refused, whether or not the keytab has its key', async () => {
  nobody(await username(await headerOf(alice, 'elsewhere')));
  nobody(await username(await headerOf(alice, 'unknown')));
});

test('a disabled account stays out however good its ticket is', async () => {
  await server.addUser('ACME/bob', 'a long password', { disabledAt: 1 });
  nobody(await username(await headerOf(await kdc.kinit('bob'))));
});

test.each([
  ['NTLM', 'NTLM TlRMTVNTUAABAAAAB4IIogAAAAAAAAAAAAAAAAAAAAA='],
  ['NTLM in Negotiate', 'Negotiate TlRMTVNTUAABAAAAB4IIogAAAAAAAAAAAAAAAAAAAAA='],
  ['nonsense', 'Negotiate bm9uc2Vuc2U='],
  ['what is no base64', 'Negotiate %%%'],
  ['nothing', 'Negotiate'],
  ['a very long token', `Negotiate ${'A'.repeat(70_000)}`],
])('%s signs nobody in', async (_, authorization) => {
  nobody(await username(authorization));
});

test('a ticket with a changed byte is refused', async () => {
  const token = Buffer.from((await headerOf(alice)).slice('Negotiate '.length), 'base64');
  for (const at of [300, token.length - 20]) {
    const changed = Buffer.from(token);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    nobody(await username(`Negotiate ${changed.toString('base64')}`));
  }
});

test('a page of another site meets no challenge and its ticket is not looked at', async () => {
  for (const site of ['cross-site', 'same-site', 'none']) {
    const answer = await username(await headerOf(alice), { headers: { 'sec-fetch-site': site } });
    expect(answer).toMatchObject({ status: 403, cookies: [], challenge: undefined });
  }
});

test.each([
  ['of the open network', { address: '203.0.113.9' }],
  ['behind a proxy that is not listed', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['that could not sign in just now', { headers: { cookie: '__Host-sheetwire-nowia=1' } }],
])('a client %s is neither asked nor signed in', async (_, sent) => {
  expect((await call('trywindowsauth', sent)).body).toEqual({ trywindowsauth: false });
  expect(await username(await headerOf(alice), sent)).toMatchObject({ status: 200, body: { user: '' }, cookies: [] });
});

test('only realms of the map and clients of the networks come in', async () => {
  const app = await startTestApp({
    SHEETWIRE_KERBEROS_KEYTAB: kdc.keytab,
    SHEETWIRE_KERBEROS_REALM_MAP: 'OTHER.TEST=OTHER',
    SHEETWIRE_KERBEROS_NETWORKS: '192.0.2.0/24',
    SHEETWIRE_TRUSTED_PROXIES: '127.0.0.1',
  });
  const desk = { app, headers: { 'x-forwarded-for': '192.0.2.9' } };
  try {
    expect((await call('username', { app })).status).toBe(200);
    expect((await call('username', { app, headers: { 'x-forwarded-for': '192.0.2.9, 198.51.100.1' } })).status).toBe(
      200,
    );
    expect((await call('username', desk)).status).toBe(401);
    nobody(await username(await headerOf(alice), desk));
  } finally {
    await app.stop();
  }
});

test('where the library may not note used tickets in its own folder, they are noted in the data folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-replays-'));
  // What a container with a read-only root shows.
  vi.stubEnv('KRB5RCACHEDIR', undefined);
  vi.stubEnv('TMPDIR', '/nonexistent');
  const settings = { SHEETWIRE_KERBEROS_KEYTAB: kdc.keytab, SHEETWIRE_KERBEROS_REALM_MAP: 'ACME.TEST=ACME' };
  const app = await startTestApp(settings, { dataDir });
  try {
    const header = await headerOf(alice);
    expect((await username(header, { app })).body.user).toBe('ACME/alice');
    nobody(await username(header, { app }));
  } finally {
    await app.stop();
    vi.unstubAllEnvs();
  }
});

test('three hundred sign-ins, many at once, all come in', async () => {
  const headers = await negotiateHeaders({ env: alice, count: 300 });
  for (let from = 0; from < headers.length; from += atOnce) {
    // The sessions seen longest ago make room.
    server.clock.move(1000);
    const answers = await Promise.all(headers.slice(from, from + atOnce).map((header) => username(header)));
    expect(new Set(answers.map(({ body }) => body.user))).toEqual(new Set(['ACME/alice']));
  }
});
