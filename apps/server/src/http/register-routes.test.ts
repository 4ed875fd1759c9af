import { gzipSync } from 'node:zlib';
import * as accounts from '@sheetwire/contract/accounts';
import * as ownAccount from '@sheetwire/contract/accounts/own';
import { allCalls } from '@sheetwire/contract/calls';
import { limits } from '@sheetwire/contract/limits';
import { versions } from '@sheetwire/contract/past/calls';
import * as publish from '@sheetwire/contract/publish';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { parseUser } from '@sheetwire/rules/principal';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '#lib/actor.ts';
import { Refusal } from '#lib/refusal.ts';
import { WorkBudget } from '#lib/work-budget.ts';
import { sessionCookie } from './cookie.ts';
import { addErrorHandler } from './error-handler.ts';
import { addNotFound } from './not-found.ts';
import { assertAllServed, registerRoutes } from './register-routes.ts';
import { on, onBytes, onRaw, type Route } from './route.ts';
import { addSecurityHeaders } from './security-headers.ts';

const jane = parseUser('DEMO/jane') ?? expect.unreachable();
const session: Actor = {
  user: jane,
  addressee: addresseeOf(jane),
  kind: 'session',
  method: 'password',
  isSuperAdmin: false,
  blockAdminPage: false,
  deepLog: false,
  hasLicense: true,
  addinVersion: null,
  bearerId: null,
  sessionHash: 'hash',
  lineHash: 'hash',
};
const seatless: Actor = { ...session, hasLicense: false, lineHash: 'seatless' };
const robot: Actor = { ...session, kind: 'apikey', sessionHash: null, bearerId: 'k1', lineHash: 'robot' };
const sessions = new Map([
  ['good', session],
  ['seatless', seatless],
]);
const bearers = new Map([['swk_good', robot]]);

function serve(routes: Route[]): FastifyInstance {
  const app = fastify();
  addSecurityHeaders(app);
  addErrorHandler(app);
  addNotFound(app);
  const identify = {
    session: async (id: string) => sessions.get(id),
    bearer: async (secret: string) => bearers.get(secret),
  };
  const deps = {
    identify,
    cookie: sessionCookie(false),
    own: { publicOrigin: undefined, listenHost: '127.0.0.1' },
    budget: new WorkBudget({ server: 10_000_000, caller: 10_000_000, strangers: 10_000_000 }),
    answers: new WorkBudget({ server: 10_000_000, caller: 10_000_000, strangers: 10_000_000 }),
  };
  registerRoutes(app, deps, routes);
  return app;
}

const past = { buckets: [], oldestUtc: null, newestUtc: null, newestVersion: 0 };
let app: FastifyInstance;
beforeEach(() => {
  app = serve([
    on(accounts.username, 'public', async (_, { actor }) => ({ ...accounts.nobody, user: actor?.user ?? '' })),
    on(accounts.login, { access: 'public', setsCookie: true }, async () => ({ message: '', info: '' })),
    on(accounts.userSettings, 'signed-in', async () => ({})),
    on(ownAccount.emailDetails, 'licensed', async () => {
      throw new Error('a surprise that nobody outside may read');
    }),
    on(ownAccount.changeEmail, 'licensed', async () => {
      throw new Refusal('too_many', { retryAfter: 7, fields: { message: 'wait' } });
    }),
    on(publish.publishRemove, 'bearer', async () => ({ removed: true })),
    on(versions, 'bearer-or-licensed', async () => past),
    onRaw(
      publish.publishLinkedFile,
      { access: 'bearer', body: 'stream', ignoresCookie: true },
      async (_, { params }, { incoming, reply }) => {
        let size = 0;
        for await (const chunk of incoming) size += Buffer.from(chunk).length;
        await reply.send({ url: `${params.name} ${size}` });
      },
    ),
    onBytes(publish.publishReport, { access: 'bearer', packedBody: 1000 }, async (bytes, parse) => ({
      topic: parse().topic,
      version: bytes.length,
      time: '',
      changed: true,
    })),
  ]);
});

const cookie = { cookie: '__Host-sheetwire=good' };
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

function post(path: string, rest: Partial<InjectOptions> = {}) {
  return app.inject({ method: 'POST', url: `/api/v1/${path}`, ...rest });
}

function codeOf(answer: { json(): { error?: { code: string } } }): string | undefined {
  return answer.json().error?.code;
}

const everyCall = [...allCalls.values()].map((call) => onRaw(call, 'public', async () => undefined));

test('a call without a route stops the start', () => {
  expect(() => assertAllServed(everyCall)).not.toThrow();
  expect(() => assertAllServed(everyCall.filter(({ call }) => call !== accounts.login))).toThrow('accounts.login');
});

test('a call with two routes stops the start', () => {
  expect(() => assertAllServed([...everyCall, ...everyCall.slice(0, 1)])).toThrow('Two routes');
});

test('an address that nothing serves answers 404 as JSON', async () => {
  const answer = await app.inject({ url: '/api/v1/nothing/' });
  expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'not_found']);
});

test('a call without its trailing slash is another address', async () => {
  expect((await post('accounts/username')).statusCode).toBe(404);
});

test.each([
  ['POST', '/api/v1/accounts/username', 'Not found; this call is POST /api/v1/accounts/username/'],
  ['GET', '/api/v1/publish/report/?x=1', 'Not found; this call is POST /api/v1/publish/report/'],
  [
    'PUT',
    '/api/v1/publish/workbook/ACME/A%20B/C/',
    'Not found; this call is PUT /api/v1/publish/workbook/ACME/A%20B/C',
  ],
  [
    'GET',
    '/remote/api/v1/reports/oncontrolaction/',
    'Not found; this call is POST /remote/api/v1/reports/oncontrolaction/',
  ],
  ['POST', '/api/v1/publish/workbook/ACME//C', 'Not found; check the address'],
  ['POST', `/api/v1/publish/workbook/ACME/${'x'.repeat(600)}/C/`, 'Not found; check the address'],
  ['POST', '/api/v1/nothing/', 'Not found; check the address'],
] as const)('%s %s is told how the call is called', async (method, url, message) => {
  const answer = await app.inject({ method, url });
  expect([answer.statusCode, answer.json().error.message]).toEqual([404, message]);
});

test.each([
  ['nothing is sent', {}, 401],
  ['a browser of our own page', { ...cookie, ...sameOrigin }, 200],
  ['a page of another site', { ...cookie, 'sec-fetch-site': 'cross-site' }, 403],
  ['a page of another host of our site', { ...cookie, 'sec-fetch-site': 'same-site' }, 403],
  [
    'a browser without Sec-Fetch-Site, our Origin',
    { ...cookie, origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' },
    200,
  ],
  [
    'a browser without Sec-Fetch-Site, another Origin',
    { ...cookie, origin: 'http://evil.test', host: '127.0.0.1:8080' },
    403,
  ],
  ['an Origin that names a foreign host as its own', { ...cookie, origin: 'http://evil.test', host: 'evil.test' }, 403],
  ['the Origin null of a sandbox', { ...cookie, origin: 'null' }, 403],
  ['a cookie with neither header', cookie, 403],
  ['a bearer where only a session will do', { authorization: 'Bearer swk_good' }, 401],
  ['a bearer as a cookie', { cookie: '__Host-sheetwire=swk_good', ...sameOrigin }, 401],
  ['an ended session', { cookie: '__Host-sheetwire=ended', ...sameOrigin }, 401],
])('a change of settings from %s', async (_, headers, status) => {
  const answer = await post('accounts/usersettings/', { headers, payload: { recentReports: [] } });
  expect(answer.statusCode).toBe(status);
});

test('a login needs the same origin before it has a cookie', async () => {
  const payload = { user: 'a', password: 'b' };
  expect(codeOf(await post('accounts/login/', { payload }))).toBe('cross_site');
  expect((await post('accounts/login/', { payload, headers: sameOrigin })).statusCode).toBe(200);
});

test('a public call without a cookie needs no origin', async () => {
  expect((await post('accounts/username/')).json()).toMatchObject({ user: '' });
});

test('no cookie works on the publish calls', async () => {
  const answer = await post('publish/remove/', { headers: { ...cookie, ...sameOrigin }, payload: { topic: 'A/B/C' } });
  expect(codeOf(answer)).toBe('not_signed_in');
});

test.each([
  ['publish/remove/', 'Bearer swk_gone', /^The key or credential is unknown, expired or was revoked; create a new one/],
  ['reports/versions/', 'Bearer swk_gone', /^The key or credential is unknown/],
  ['publish/remove/', 'Basic YTpi', /^Send an API key or a credential with the call, as Authorization: Bearer KEY$/],
  [
    'accounts/usersettings/',
    'Bearer swk_good',
    /^Keys and credentials do not work for this call; log in in a browser$/,
  ],
  ['reports/versions/', undefined, /^Log in first$/],
])('%s with %s says what is missing', async (path, authorization, words) => {
  const answer = await post(path, { headers: authorization === undefined ? {} : { authorization }, payload: {} });
  expect([answer.statusCode, answer.json().error.message]).toEqual([401, expect.stringMatching(words)]);
});

test('a file is read by its handler, of any type and length', async () => {
  const url = '/api/v1/publish/linkedfiles/DEMO/DESK/DAILY/chart.png';
  const headers = { authorization: 'Bearer swk_good', 'content-type': 'image/png', cookie: 'any=thing' };
  const answer = await app.inject({ method: 'PUT', url, headers, payload: Buffer.alloc(200_000) });
  expect(answer.json()).toEqual({ url: 'chart.png 200000' });
});

test('an account without a seat is refused where a license is needed', async () => {
  const headers = { cookie: '__Host-sheetwire=seatless', ...sameOrigin };
  expect(codeOf(await post('accounts/emaildetails/', { headers }))).toBe('no_license');
});

test('a surprise is answered without its words', async () => {
  const answer = await post('accounts/emaildetails/', { headers: { ...cookie, ...sameOrigin } });
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('surprise');
});

test('a refusal carries its own fields and Retry-After', async () => {
  const headers = { ...cookie, ...sameOrigin };
  const answer = await post('accounts/changeemail/', { headers, payload: { email: 'a@b.com' } });
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([429, '7', 'wait']);
});

test.each([
  ['text', 'text/plain', '{}', 415],
  ['a form', 'application/x-www-form-urlencoded', 'a=b', 415],
  ['another charset', 'application/json; charset=utf-16', '{}', 415],
  ['JSON with its charset', 'application/json; charset=UTF-8', '{"recentReports":[]}', 200],
  ['broken JSON', 'application/json', '{', 400],
  ['bytes that are not UTF-8', 'application/json', Buffer.from([0x22, 0xff, 0x22]), 400],
  ['a list', 'application/json', '[]', 400],
  ['a missing field', 'application/json', '{}', 400],
  ['an unknown field', 'application/json', '{"recentReports":[],"admin":true}', 400],
  ['a list in place of a text', 'application/json', '{"recentReports":[],"user":["a"]}', 400],
  ['a key of prototypes', 'application/json', '{"recentReports":[],"__proto__":{"a":1}}', 400],
  ['an escaped key of prototypes', 'application/json', '{"recentReports":[],"\\u005f_proto__":{"a":1}}', 400],
  ['more than a body may hold', 'application/json', `{"recentReports":["${'x'.repeat(70_000)}"]}`, 413],
])('a body of %s', async (_, type, payload, status) => {
  const headers = { ...cookie, ...sameOrigin, 'content-type': type };
  expect((await post('accounts/usersettings/', { headers, payload })).statusCode).toBe(status);
});

test('a malformed request names the field and the reason', async () => {
  const headers = { ...cookie, ...sameOrigin };
  const answer = await post('accounts/usersettings/', { headers, payload: { recentReports: 'A/B/C' } });
  expect(answer.json().error.message).toBe(
    'recentReports must be a list of up to 50 entries, each text of up to 1,000 characters',
  );
});

test('a publish body may be packed, within its unpacked size', async () => {
  const json = JSON.stringify({ topic: 'demo/desk/daily', pages: [] });
  const headers = { authorization: 'Bearer swk_good', 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const good = await post('publish/report/', { headers, payload: gzipSync(json) });
  expect(good.json()).toMatchObject({ topic: 'DEMO/DESK/DAILY', version: json.length });
  const bomb = await post('publish/report/', { headers, payload: gzipSync(' '.repeat(50_000)) });
  expect(codeOf(bomb)).toBe('too_large');
  const broken = await post('publish/report/', { headers, payload: Buffer.from('not gzip') });
  expect(codeOf(broken)).toBe('malformed');
});

test('an answer may not run, be framed, be cached or tell its referrer', async () => {
  const { headers } = await post('accounts/username/');
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
});

test('a caller without a user is counted with all addresses of its network', async () => {
  const open = vi.spyOn(WorkBudget.prototype, 'open');
  const own = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  for (const remoteAddress of ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2']) {
    const payload = JSON.stringify({ user: 'x'.repeat(limits.work.from), password: '' });
    await app.inject({ method: 'POST', url: accounts.login.path, remoteAddress, headers: own, payload });
  }
  const network = { name: '2001:db8:0:1::/64', isKnown: false };
  expect(open.mock.calls).toEqual([[network], [network]]);
  open.mockRestore();
});
