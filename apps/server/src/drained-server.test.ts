import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { login as loginCall } from '@sheetwire/contract/accounts';
import { stream as streamCall } from '@sheetwire/contract/live';
import { publishReport } from '@sheetwire/contract/publish';
import * as tokens from '@sheetwire/contract/tokens';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { controlSocketPath, sendCommand } from '#identity/operator/control-socket.ts';
import { type Served, serve } from './serve.ts';
import { parseSettings } from './settings/settings.ts';

/** While a drain is held it waits at each pause until the test lets it go on; its clock is moved by the pause. */
const drain = vi.hoisted(() => ({ isHeld: false, now: 0, paused: Promise.withResolvers<() => void>() }));
vi.mock(import('#live/drain.ts'), async (load) => {
  const { drainStreams } = await load();
  const pause = (ms: number) =>
    new Promise<void>((goOn) => {
      drain.paused.resolve(() => {
        drain.now += ms;
        drain.paused = Promise.withResolvers();
        goOn();
      });
    });
  const held = { clock: { now: () => drain.now }, pause };
  return { drainStreams: (deps, time) => drainStreams({ ...deps, ...(drain.isHeld && held) }, time) };
});

const VIEWERS = 20;
const topic = 'DEMO/RATES/DAILY';
const ann = { command: 'add', user: 'DEMO/ann', email: 'ann@example.com', password: 'a long password' };
let dataDir = '';
let served: Served;
let cookie = '';
let key = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-drain-'));
  served = await start('1');
  await sendCommand(controlSocketPath(dataDir), ann);
  const login = await post(loginCall.path, { user: ann.user, password: ann.password });
  cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const made = await post(tokens.newApiKey.path, { name: 'bot' });
  ({ key } = tokens.newApiKey.output.parse(await made.json()));
});
afterEach(async () => {
  drain.isHeld = false;
  await rm(dataDir, { recursive: true });
});

async function start(drain: string): Promise<Served> {
  const own = { SHEETWIRE_PORT: '0', SHEETWIRE_DATA_DIR: dataDir, SHEETWIRE_LOG_LEVEL: 'silent' };
  const read = parseSettings({ ...own, SHEETWIRE_DRAIN_S: drain });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  const clock = { now: () => Date.now(), steady: () => performance.now() };
  const chance = { bytes: (count: number) => randomBytes(count) };
  return serve({ settings: read.settings, clock, chance, webDir: undefined });
}

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: served.url, cookie };
  return fetch(`${served.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const body = JSON.stringify({
  topic,
  pages: [{ name: 'P', html: '<table><tr><td data-cell="A1">1</td></tr></table>' }],
});

/** A publish whose body has arrived in half. */
async function halfPublish(): Promise<{ readonly sending: ClientRequest; readonly answer: Promise<IncomingMessage> }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': body.length };
  const sending = request(`${served.url}${publishReport.path}`, { method: 'POST', headers, agent: false });
  const answer = once(sending, 'response').then(([given]: IncomingMessage[]) => {
    if (given === undefined) throw new Error('no answer');
    return given;
  });
  await new Promise<void>((resolve) => void sending.write(body.slice(0, 20), () => resolve()));
  return { sending, answer };
}

/** A viewer that opened a stream and reads nothing of it. */
async function stalled(): Promise<void> {
  const { port, hostname } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`GET ${streamCall.path} HTTP/1.1\r\nHost: portal\r\nCookie: ${cookie}\r\n\r\n`);
  socket.pause();
  await expect.poll(() => served.app.reporting.hub.size).toBe(VIEWERS + 1);
}

/** Lets a drain that is held go on, pause after pause, to its end. */
async function goOnUntil(end: Promise<void>): Promise<void> {
  for (;;) {
    const goOn = await Promise.race([drain.paused.promise, end]);
    if (goOn === undefined) return;
    goOn();
  }
}

const statusOf = async (path: string) => (await fetch(`${served.url}${path}`, { headers: { cookie } })).status;

test('a server that is told to stop sends its viewers away one after another, ends what was begun and then goes', async () => {
  const { hub } = served.app.reporting;
  const streams = await Promise.all(
    Array.from({ length: VIEWERS }, () => fetch(`${served.url}${streamCall.path}`, { headers: { cookie } })),
  );
  const reading = streams.map((answer) => answer.text());
  await stalled();
  const { sending, answer } = await halfPublish();
  drain.isHeld = true;
  const draining = served.drain(new AbortController().signal);
  const seenByBalancers = await drain.paused.promise;

  const ready = await fetch(`${served.url}/readyz`);
  expect([ready.status, await ready.json(), ready.headers.get('connection')]).toEqual([
    503,
    { status: 'stopping', store: true, bus: true, streams: false },
    'close',
  ]);
  const refused = await fetch(`${served.url}${streamCall.path}`, { headers: { cookie } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(hub.size).toBe(VIEWERS + 1);

  seenByBalancers();
  await Promise.race(reading);
  const left = hub.size;
  expect([left > 0, left <= VIEWERS]).toEqual([true, true]);
  expect([await statusOf('/healthz'), (await post(publishReport.path, {})).status]).toEqual([200, 401]);

  await goOnUntil(draining);
  const texts = await Promise.all(reading);
  expect(texts.filter((all) => /\nretry: \d{3}\n\n$/.test(all))).toHaveLength(VIEWERS);
  expect(hub.size).toBe(0);
  const closing = served.close();
  sending.end(body.slice(20));
  const published = await answer;
  expect([published.statusCode, JSON.parse(await text(published))]).toMatchObject([200, { topic, version: 1 }]);
  await closing;

  served = await start('0');
  expect(served.app.reporting.engine.heads().size).toBe(1);
  await served.close();
});

test('a stop sends viewers away at once, however long what goes on in the background takes to end', async () => {
  const ending = Promise.withResolvers<void>();
  vi.spyOn(served.app.snapshots, 'stop').mockReturnValue(ending.promise);
  const stream = await fetch(`${served.url}${streamCall.path}`, { headers: { cookie } });
  const closing = served.close();
  try {
    expect(await stream.text()).toContain('event: hello');
  } finally {
    ending.resolve();
  }
  await closing;
});

test('who is in a hurry ends a drain at once', async () => {
  const hurry = new AbortController();
  const draining = served.drain(hurry.signal);
  expect(await statusOf('/readyz')).toBe(503);
  hurry.abort();
  await draining;
  await served.close();
});
