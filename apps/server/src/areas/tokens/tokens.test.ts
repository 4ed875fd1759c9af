import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { browser, startTestApp, type TestApp, type TestBrowser, withBearer } from '../../testing/test-app.ts';

const password = 'a long password';
let server: TestApp;
let jane: TestBrowser;
beforeEach(async () => {
  server = await startTestApp();
  await server.addUser('DEMO/jane', password);
  jane = browser(server);
  await jane.call('accounts/login/', { user: 'DEMO/jane', password });
});
afterEach(() => server.stop());

const query = 'tokens/newtoken/?manualGen=true&tokenApp=';

async function newToken(app = ''): Promise<unknown> {
  return (await jane.call(`${query}${app}`)).token;
}

function exchange(token: unknown, change: Record<string, string> = {}) {
  return browser(server).post('tokens/exchange/', {
    token,
    app: 'Excel',
    instanceId: 'one',
    version: '1.2.0',
    ...change,
  });
}

async function publishes(bearer: unknown): Promise<number> {
  const body = { topic: 'DEMO/DESK/DAILY', pages: [{ name: 'One', html: '<p>1</p>' }] };
  return (await withBearer(server, String(bearer), { path: 'publish/report/', body })).status;
}

test('a token says when it was made and is exchanged for a credential that publishes', async () => {
  const made = await jane.call(query);
  expect(made).toEqual({
    token: expect.stringMatching(/^swt_[\w-]{43}$/),
    timeGeneratedUtc: '2026-11-21T09:00:00.000Z',
  });
  const { body } = await exchange(made.token);
  expect(body).toMatchObject({ credential: expect.stringMatching(/^swc_/), user: 'DEMO/jane' });
  expect(await publishes(body.credential)).toBe(200);
});

test('a token itself publishes nothing', async () => {
  expect(await publishes(await newToken())).toBe(401);
});

test('a second exchange makes a new credential and ends the first', async () => {
  const token = await newToken();
  const first = (await exchange(token)).body.credential;
  expect(await publishes(first)).toBe(200);
  const second = (await exchange(token, { instanceId: 'two' })).body.credential;
  expect([await publishes(first), await publishes(second)]).toEqual([401, 200]);
});

test('a token is good for 10 minutes, its credential goes on', async () => {
  const token = await newToken();
  server.clock.move(limits.addinToken - 1);
  const { credential } = (await exchange(token)).body;
  server.clock.move(1);
  const late = await exchange(token);
  expect([late.status, late.body]).toMatchObject([401, { error: { code: 'not_signed_in' } }]);
  expect(await publishes(credential)).toBe(200);
});

test('a token for an app is refused to another', async () => {
  const token = await newToken('Desk%20Robot');
  expect((await exchange(token)).status).toBe(401);
  expect((await exchange(token, { app: 'desk robot' })).status).toBe(200);
});

test('the version is part of an exchange', async () => {
  const token = await newToken();
  expect((await exchange(token, { version: 'new' })).status).toBe(400);
  expect((await exchange(token, { version: '1.1.9' })).status).toBe(200);
});

test('an exchange minds no cookie that came along', async () => {
  const token = await newToken();
  const payload = { token, app: 'x', instanceId: 'i', version: '1.2.0' };
  const headers = { cookie: jane.cookie, 'sec-fetch-site': 'cross-site' };
  const answer = await server.app.fastify.inject({ method: 'POST', url: '/api/v1/tokens/exchange/', headers, payload });
  expect(answer.statusCode).toBe(200);
});

test('a token without a session is refused, and from another site too', async () => {
  expect((await browser(server).post(query)).status).toBe(401);
  const headers = { cookie: jane.cookie, 'sec-fetch-site': 'cross-site' };
  const answer = await server.app.fastify.inject({ method: 'POST', url: `/api/v1/${query}`, headers });
  expect(answer.json().error.code).toBe('cross_site');
});

test('a credential is idle for 12 hours at most', async () => {
  const { credential } = (await exchange(await newToken())).body;
  server.clock.move(limits.sessionIdle);
  expect(await publishes(credential)).toBe(200);
  server.clock.move(limits.sessionIdle + limits.seenEvery + 1);
  expect(await publishes(credential)).toBe(401);
});

test('an API key is shown once, listed without its secret and lives on', async () => {
  const { id, key } = await jane.call('tokens/apikeys/', { name: ' robot ' });
  expect(key).toMatch(/^swk_[\w-]{43}$/);
  server.clock.move(limits.sessionIdle);
  await jane.call('accounts/username/');
  expect(await publishes(key)).toBe(200);
  const { keys } = await jane.call('tokens/apikeys/list/');
  expect(keys).toEqual([
    { id, name: 'robot', createdUtc: '2026-11-21T09:00:00.000Z', lastUsedUtc: '2026-11-21T21:00:00.000Z' },
  ]);
});

test('a revoked API key is refused at once, and nobody revokes the key of another', async () => {
  const { id, key } = await jane.call('tokens/apikeys/', { name: 'robot' });
  expect(await publishes(key)).toBe(200);
  await server.addUser('DEMO/bob', password);
  const bob = browser(server);
  await bob.call('accounts/login/', { user: 'DEMO/bob', password });
  expect((await bob.post('tokens/apikeys/revoke/', { id })).status).toBe(404);
  expect((await jane.post('tokens/apikeys/revoke/', { id })).body).toEqual({});
  expect(await publishes(key)).toBe(401);
});

test('a bearer is refused on every call but publishing, reports, topics and the stream', async () => {
  const { key } = await jane.call('tokens/apikeys/', { name: 'robot' });
  const ask = async (path: string, body: unknown) => (await withBearer(server, String(key), { path, body })).status;
  expect(await ask('reports/report/', { topic: 'DEMO/DESK/DAILY' })).toBe(200);
  expect(await ask('viewtopics/topicsdetails/', { currnumtopics: 0 })).toBe(200);
  expect(await ask('tokens/newtoken/', {})).toBe(401);
  expect(await ask('tokens/apikeys/', { name: 'another' })).toBe(401);
  expect(await ask('accounts/usersettings/', { recentReports: [] })).toBe(401);
  expect((await withBearer(server, String(key), { path: 'accounts/username/', body: {} })).body).toMatchObject({
    user: '',
  });
});

test('a key dies with its user', async () => {
  const { key } = await jane.call('tokens/apikeys/', { name: 'robot' });
  expect(await publishes(key)).toBe(200);
  const record = await server.stores.users.byShortName('jane');
  if (!record) throw new Error('no jane');
  await server.app.identity.lines.endUser(record.name, 'everything');
  expect(await publishes(key)).toBe(401);
});

const actions = async () => (await server.stores.audit.read({ limit: 50 })).map(({ actor, action }) => [actor, action]);

test('a token used again is a row of the audit log and a mail to its owner', async () => {
  const token = await newToken();
  await exchange(token);
  expect(await server.mails()).toEqual([]);
  await exchange(token, { app: 'Robot\r\nBcc: eve@example.com' });
  const [mail] = await server.mails();
  expect(mail).toMatchObject({ to: 'DEMO.jane@example.com', subject: expect.stringContaining('used twice') });
  expect(mail?.text).toContain('by Robot??Bcc: eve@example.com from 127.0.0.1');
  expect(await actions()).toContainEqual(['DEMO/jane', 'token reused']);
});

test('a password account is told of nothing by mail', async () => {
  const user = await server.addUser('DEMO/desk', password, { email: 'sealed@is.password' });
  jane = browser(server);
  await jane.call('accounts/login/', { user, password });
  const token = await newToken();
  await exchange(token);
  expect((await exchange(token)).status).toBe(200);
  expect(await server.mails()).toEqual([]);
});

test('tokens, credentials and keys are kept by no cache', async () => {
  const made = await jane.post(query);
  const exchanged = await exchange(made.body.token);
  const key = await jane.post('tokens/apikeys/', { name: 'robot' });
  for (const answer of [made, exchanged, key]) {
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  }
});

test('the owner sees and ends a credential, with where it came from and its version', async () => {
  const { credential } = (await exchange(await newToken())).body;
  const list = async () => (await jane.call('accounts/sessions/')).sessions;
  const browserLine = { kind: 'browser', method: 'password', isThis: true };
  const times = { startedUtc: '2026-11-21T09:00:00.000Z', seenUtc: '2026-11-21T09:00:00.000Z' };
  const addin = { kind: 'addin', method: 'Excel', agent: '1.2.0', address: '127.0.0.1', isThis: false, ...times };
  const listed = await list();
  expect(listed).toMatchObject([browserLine, addin]);
  const id = Array.isArray(listed) && listed[1]?.id;
  expect((await jane.post('accounts/endsession/', { id })).body).toEqual({});
  expect(await publishes(credential)).toBe(401);
  expect(await list()).toMatchObject([browserLine]);
  expect((await jane.post('accounts/endsession/', { id })).status).toBe(404);
  expect(await actions()).toContainEqual(['DEMO/jane', 'credential ended']);
});

test('an add-in before 1.2.0 neither views nor publishes an administered report, by any call', async () => {
  await publishes((await exchange(await newToken())).body.credential);
  const jane = [...(await server.stores.users.list())].find(({ name }) => name === 'DEMO/jane')?.name;
  if (jane === undefined) throw new Error('no jane');
  const gropic = branded<'Gropic'>('DEMO/DESK');
  const perms = { gropic, viewers: [jane], publishers: [jane], interactors: [], admins: [jane], version: 0 };
  expect(await server.stores.perms.save(perms, 0)).toMatchObject({});
  await server.app.reporting.rightsChanged();
  const base = await listen(server);
  const seen = async (version: string) => {
    const bearer = String((await exchange(await newToken(), { version })).body.credential);
    const call = (path: string, body: unknown) => withBearer(server, bearer, { path, body });
    const stream = await StreamClient.open(base, { authorization: `Bearer ${bearer}` });
    await stream.watch([{ topic: 'DEMO/DESK/DAILY', version: 0 }]);
    const facts = {
      publish: await publishes(bearer),
      topics: (await call('viewtopics/topicsdetails/', { currnumtopics: 0 })).body.topics,
      pages: (await call('reports/report/', { topic: 'DEMO/DESK/DAILY' })).body.pageNames,
      events: stream.events.map(({ name }) => name),
    };
    stream.close();
    return facts;
  };
  const all = { publish: 200, topics: ['DEMO/DESK/DAILY'], pages: ['One'], events: ['changed'] };
  const none = { publish: 403, topics: [], pages: [], events: [] };
  for (const version of ['1.2.0', '1.10', '2.0.0.1']) expect([version, await seen(version)]).toEqual([version, all]);
  for (const version of ['1.1.9', '1.1.99.99', '0.9']) expect([version, await seen(version)]).toEqual([version, none]);
});
