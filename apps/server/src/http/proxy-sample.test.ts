import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as askHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { request as askHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onControlAction } from '@sheetwire/contract/reports';
import * as tokens from '@sheetwire/contract/tokens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlSocketPath, sendCommand } from '#identity/operator/control-socket.ts';
import { freePort } from '../../../../scripts/test/free-port.ts';
import { type ReverseProxy, withNginx } from '../../../../scripts/test/nginx.ts';
import { type Served, serve } from '../serve.ts';
import { parseSettings } from '../settings/settings.ts';

const START = 60_000;
const password = 'a long password';
let dataDir = '';
let served: Served;
let proxy: ReverseProxy;
let origin = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-proxy-'));
  const [port, proxyPort] = [await freePort(), await freePort()];
  origin = `https://localhost:${proxyPort}`;
  const read = parseSettings({
    SHEETWIRE_PORT: String(port),
    SHEETWIRE_DATA_DIR: dataDir,
    SHEETWIRE_LOG_LEVEL: 'silent',
    SHEETWIRE_PUBLIC_URL: origin,
    SHEETWIRE_TRUSTED_PROXIES: '127.0.0.1',
  });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  const chance = { bytes: (count: number) => randomBytes(count) };
  served = await serve({ settings: read.settings, clock: { now: () => Date.now() }, chance, webDir: undefined });
  const ann = { command: 'add', user: 'DEMO/ann', email: 'ann@acme.example', password };
  await sendCommand(controlSocketPath(dataDir), ann);
  proxy = await withNginx({ port, proxyPort });
}, START);
afterAll(async () => {
  await proxy.stop();
  await served.close();
  await rm(dataDir, { recursive: true });
}, START);

function ask(path: string, { body, ...options }: RequestOptions & { readonly body?: string | Buffer } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = askHttps(`${origin}${path}`, { ca: proxy.ca, agent: false, ...options }, resolve);
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

/** Logs in from an address of this machine; the cookie. */
async function login(from: string, said: Record<string, string> = {}): Promise<string> {
  const answer = await ask('/api/v1/accounts/login/', {
    method: 'POST',
    localAddress: from,
    headers: { 'content-type': 'application/json', origin, ...said },
    body: JSON.stringify({ user: 'DEMO/ann', password }),
  });
  expect([answer.statusCode, JSON.parse(await text(answer)).message]).toEqual([200, '']);
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

async function overHttp2(path: string): Promise<IncomingHttpHeaders> {
  const line = connectHttp2(origin, { ca: proxy.ca });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingHttpHeaders>();
    line.on('error', reject);
    line.request({ ':path': path }).on('response', resolve).on('error', reject).resume();
    return await promise;
  } finally {
    line.destroy();
  }
}

test('the portal answers through it over HTTP/1.1 and HTTP/2, and plain http is sent to https', async () => {
  const ready = await ask('/readyz');
  expect([ready.statusCode, ready.httpVersion, JSON.parse(await text(ready)).status]).toEqual([200, '1.1', 'ready']);
  const headers = await overHttp2('/readyz');
  expect([headers[':status'], headers['strict-transport-security']]).toEqual([200, expect.stringMatching(/max-age/)]);
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  askHttp(`http://localhost:${proxy.plainPort}/DEMO/A/B?paused=true`, { agent: false }, resolve).end();
  const plain = await promise;
  plain.resume();
  expect([plain.statusCode, plain.headers.location]).toEqual([301, 'https://localhost/DEMO/A/B?paused=true']);
});

test('the audit log names the client, whatever the client says of itself', async () => {
  await login('127.0.0.2');
  await login('127.0.0.3', { 'x-forwarded-for': '9.9.9.9' });
  const rows = (await served.stores.audit.read({ limit: 10 })).filter(({ actor }) => actor === 'DEMO/ann');
  expect(rows.map(({ address }) => address)).toEqual(expect.arrayContaining(['127.0.0.2', '127.0.0.3']));
  expect(rows.map(({ address }) => address)).not.toContain('9.9.9.9');
});

test('its log names addresses without the keys in them', async () => {
  for (const path of ['/setpassword?key=tell-nobody', '/sso/callback?code=tell-nobody']) (await ask(path)).resume();
  await expect.poll(() => proxy.accessLog()).toMatch(/"GET \/setpassword" \d+ [\s\S]*"GET \/sso\/callback" /);
  expect(await proxy.accessLog()).not.toContain('tell-nobody');
});

test('a header as long as the ticket of a user in many groups reaches the portal', async () => {
  const answer = await ask('/readyz', { headers: { authorization: `Negotiate ${'A'.repeat(12_000)}` } });
  expect([answer.statusCode, await text(answer)]).toEqual([200, expect.stringContaining('"ready"')]);
});

test('an event of the stream goes on at once, while the stream stays open', async () => {
  const cookie = await login('127.0.0.1');
  const stream = await ask('/api/v1/live/stream/', { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  expect([stream.statusCode, stream.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('text/event-stream'),
  ]);
  const first = await new Promise<string>((resolve) => void stream.once('data', (bytes) => resolve(String(bytes))));
  expect([first, stream.complete]).toEqual([expect.stringContaining('event: hello'), false]);
  stream.destroy();
});

test('calls under /remote go through it', async () => {
  const answer = await ask(`/remote${onControlAction.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie: await login('127.0.0.1') },
    body: '{}',
  });
  expect([answer.statusCode, JSON.parse(await text(answer)).error.code]).toEqual([400, 'malformed']);
});

test('a large publish reaches the portal, which says itself what is too large', async () => {
  const made = await ask('/api/v1/tokens/apikeys/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie: await login('127.0.0.1') },
    body: JSON.stringify({ name: 'large' }),
  });
  const { key } = tokens.newApiKey.output.parse(JSON.parse(await text(made)));
  const publish = async (size: number) => {
    const answer = await ask('/api/v1/publish/report/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ topic: 'DEMO/RATES/LARGE', pages: [{ name: 'P', html: 'x'.repeat(size) }] }),
    });
    return [answer.statusCode, await text(answer)];
  };
  const mib = 1024 * 1024;
  expect(await publish(19 * mib)).toEqual([200, expect.stringContaining('"changed":true')]);
  expect(await publish(40 * mib)).toEqual([413, expect.stringContaining('SHEETWIRE_MAX_REPORT_MIB')]);
});
