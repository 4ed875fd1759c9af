import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@sheetwire/contract/accounts';
import { stream, watch } from '@sheetwire/contract/live';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import * as tokens from '@sheetwire/contract/tokens';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlSocketPath, sendCommand } from '#identity/operator/control-socket.ts';
import { type Served, serve } from './serve.ts';
import { parseSettings } from './settings/settings.ts';
import { type OtlpReceiver, startOtlpReceiver } from './testing/otlp-receiver.ts';
import { readFigures } from './testing/read-figures.ts';

const topic = 'ZEBRA/QUAGGA/OKAPI';
const ann = { command: 'add', user: 'ZEBRA/gnu', email: 'gnu@savanna.example', password: 'a long password' };
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const sampled = { traceparent: `00-${traceId}-${spanId}-01` };

let dataDir = '';
let collector: OtlpReceiver;
let served: Served;
let cookie = '';
let key = '';
let lines: { level: number; msg: string }[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-traces-'));
  collector = await startOtlpReceiver();
});
afterEach(async () => {
  await served.close();
  await collector.stop();
  await rm(dataDir, { recursive: true });
});

/** A portal with somebody in it. */
async function start(more: Record<string, string> = {}): Promise<void> {
  const own = { SHEETWIRE_PORT: '0', SHEETWIRE_DATA_DIR: dataDir, SHEETWIRE_LOG_LEVEL: 'silent' };
  const read = parseSettings({ ...own, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...more });
  if ('faults' in read) throw new Error(read.faults.join('; '));
  const clock = { now: () => Date.now(), steady: () => performance.now() };
  const chance = { bytes: (count: number) => randomBytes(count) };
  served = await serve({ ...read, clock, chance, webDir: undefined });
  lines = [];
  for (const [name, level] of [
    ['info', 30],
    ['warn', 40],
  ] as const) {
    served.app.fastify.log[name] = (said: unknown) => void lines.push({ level, msg: String(said) });
  }
  await sendCommand(controlSocketPath(dataDir), ann);
  const entered = await post(login.path, { user: ann.user, password: ann.password });
  cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const made = await post(tokens.newApiKey.path, { name: 'bot' });
  ({ key } = tokens.newApiKey.output.parse(await made.json()));
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const all = { 'content-type': 'application/json', origin: served.url, ...(!headers.authorization && { cookie }) };
  return fetch(`${served.url}${path}`, { method: 'POST', headers: { ...all, ...headers }, body: JSON.stringify(body) });
}

async function publish(value: string, headers: Record<string, string> = {}): Promise<number> {
  const html = `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`;
  const bot = { authorization: `Bearer ${key}` };
  const response = await post(publishReport.path, { topic, pages: [{ name: 'P', html }] }, { ...bot, ...headers });
  await response.arrayBuffer();
  return response.status;
}

/** A viewer who is told of versions. */
async function view(): Promise<ReadableStreamDefaultReader<string>> {
  const { body } = await fetch(`${served.url}${stream.path}`, { headers: { cookie, ...sampled } });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader() ?? expect.unreachable();
  for (let text = ''; ; ) {
    text += (await reader.read()).value ?? '';
    const streamId = /"streamId":"([^"]+)"/.exec(text)?.[1];
    if (streamId === undefined) continue;
    await post(watch.path, { streamId, topics: [{ topic, version: 1 }] });
    return reader;
  }
}

async function spansSent(): Promise<Record<string, number>> {
  const { samples } = readFigures(await (await fetch(`${served.url}/metrics`)).text());
  const spans = samples.filter(({ name }) => name === 'sheetwire_trace_spans_total');
  return Object.fromEntries(spans.map(({ labels, value }) => [labels.result, value]));
}

const isOfTrace = (of: { readonly traceId: string }) => of.traceId === traceId;

test('a publish with a traceparent is told in that trace, step by step, and nobody is named', async () => {
  await start();
  await publish('1');
  const viewer = await view();
  await publish('2', sampled);
  const { version } = served.app.reporting.engine.heads().values().next().value ?? expect.unreachable();
  const cells = { topic, baseVersion: version, cells: [{ page: 'P', cell: 'A1', value: 'lion' }] };
  await post(publishCells.path, cells, { authorization: `Bearer ${key}`, ...sampled });
  await viewer.cancel();
  const name = `POST ${publishReport.path}`;
  await served.close();
  const root = await collector.span((span) => isOfTrace(span) && span.name === name);

  expect(root).toMatchObject({ parentId: spanId, kind: 2, status: 0 });
  expect(root.attributes).toEqual({
    'http.request.method': 'POST',
    'url.scheme': 'http',
    'http.route': publishReport.path,
    'url.path': publishReport.path,
    'http.response.status_code': 200,
  });
  expect(root.resource).toMatchObject({ 'service.name': 'sheetwire', 'service.version': expect.any(String) });
  const steps = collector.spans.filter((span) => span.parentId === root.spanId);
  const names = steps.map((step) => step.name);
  expect(names).toEqual(expect.arrayContaining(['wait for turn', 'work out', 'reports.append', 'tell viewers']));
  expect(steps.every(isOfTrace)).toBe(true);
  const append = steps.find((step) => step.name === 'reports.append');
  expect([append?.kind, append?.attributes]).toEqual([
    3,
    { 'db.system.name': 'sqlite', 'db.operation.name': 'reports.append' },
  ]);
  // The stream's span has ended though it went on.
  expect(collector.spans.some((span) => isOfTrace(span) && span.name === `GET ${stream.path}`)).toBe(true);
  expect(collector.spans.some((span) => isOfTrace(span) && span.name === `POST ${publishCells.path}`)).toBe(true);

  const all = Buffer.concat(collector.bodies).toString('latin1').toLowerCase();
  expect(all.length).toBeGreaterThan(1000);
  const told = [
    ...topic.split('/'),
    'gnu',
    'savanna',
    'lion',
    key,
    cookie.split('=')[1] ?? '',
    'password',
    '127.0.0.1',
  ];
  expect(told.filter((word) => all.includes(word.toLowerCase()))).toEqual([]);
});

test('a page of a report is told by its route, without the names in its address', async () => {
  await start();
  await fetch(`${served.url}/${topic}?settings=true`, { headers: sampled });
  await served.close();
  const page = await collector.span((span) => isOfTrace(span) && span.name.startsWith('GET'));
  expect(page.attributes).not.toHaveProperty('url.path');
  expect(Buffer.concat(collector.bodies).toString('latin1')).not.toContain('QUAGGA');
});

test('what a caller does not record is not recorded here, and what has no caller begins a trace', async () => {
  await start();
  await publish('1', { traceparent: `00-${traceId}-${spanId}-00` });
  await publish('2');
  await fetch(`${served.url}/healthz`, { headers: sampled });
  await served.close();
  expect(collector.spans.filter(isOfTrace)).toEqual([]);
  const roots = collector.spans.filter((span) => span.name === `POST ${publishReport.path}`);
  expect(roots.map(({ parentId }) => parentId)).toEqual(['']);
});

test('a server that stops sends what waits, with the headers of its settings', async () => {
  await start({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x', OTEL_SERVICE_NAME: 'reports' });
  await publish('1', sampled);
  const before = collector.requests.length;
  await served.close();
  expect(collector.requests.length).toBeGreaterThan(before);
  expect(collector.requests.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer x',
    'content-type': 'application/x-protobuf',
  });
  expect(collector.requests.at(-1)?.url).toBe('/v1/traces');
  expect(collector.spans.find(isOfTrace)?.resource['service.name']).toBe('reports');
});

test('a collector that fails is told of once, counted, and told of again once it takes traces', async () => {
  await start();
  const said = () => lines.filter(({ msg }) => msg.startsWith('traces'));
  collector.answer((response) => void response.writeHead(500).end('a page that nobody logs'));
  expect(await publish('1', sampled)).toBe(200);
  await expect.poll(async () => (await spansSent()).failed).toBeGreaterThan(0);
  const failed = (await spansSent()).failed ?? 0;
  expect(await publish('2', sampled)).toBe(200);
  await expect.poll(async () => (await spansSent()).failed).toBeGreaterThan(failed);
  expect(said()).toEqual([{ level: 40, msg: 'traces cannot be sent: 500 Internal Server Error' }]);
  // A start that takes long has sent some already.
  const exported = (await spansSent()).exported ?? 0;
  collector.answer();
  expect(await publish('3', sampled)).toBe(200);
  await expect.poll(async () => (await spansSent()).exported).toBeGreaterThan(exported);
  expect(said().at(-1)).toEqual({ level: 30, msg: 'traces are being sent again' });
});

test('a collector that does not answer delays no publish, and a stop for a bounded time', async () => {
  await start();
  const held: ServerResponse[] = [];
  collector.answer((response) => void held.push(response));
  await publish('1', sampled);
  await expect.poll(() => held.length).toBe(1);
  for (let n = 0; n < 20; n++) expect(await publish(`${n} more`, sampled)).toBe(200);
  expect(held).toHaveLength(1);
  await served.close();
  expect(held.every((response) => !response.writableEnded)).toBe(true);
});
