import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { limits } from '@sheetwire/contract/limits';
import { versions } from '@sheetwire/contract/past/calls';
import { report } from '@sheetwire/contract/reports';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkBudget } from '#lib/work-budget.ts';
import { actorOf } from '../testing/actor-of.ts';
import { encodeAnswer } from './compress.ts';
import { addErrorHandler } from './error-handler.ts';
import { registerRoutes } from './register-routes.ts';
import { on } from './route.ts';

/** What a busy machine may take. */
const soon = { timeout: 20_000 };
const MiB = 1024 * 1024;
/** More than lines hold. */
const LENGTH = 16 * MiB;

let app: FastifyInstance;
let port: number;
let answers: WorkBudget;
let opened: Socket[];
let clients: Socket[];
beforeEach(async () => {
  const room = { server: 4 * LENGTH, caller: 2.5 * LENGTH, strangers: LENGTH };
  answers = new WorkBudget(room);
  [opened, clients] = [[], []];
  app = fastify();
  addErrorHandler(app);
  const identify = { session: async () => undefined, bearer: async () => actorOf('k') };
  const own = { publicOrigin: undefined, listenHost: '127.0.0.1' };
  const metadata = { text: 'x'.repeat(LENGTH) };
  const shared = encodeAnswer(JSON.stringify({ metadata }), undefined);
  const deps = { identify, cookie: { name: 'any', isSecure: false }, own, answers, budget: new WorkBudget(room) };
  registerRoutes(app, deps, [
    on(report, 'bearer', async ({ returnReport }) => (returnReport === true ? shared : { metadata })),
    on(versions, 'bearer', async () => ({ buckets: [], oldestUtc: null, newestUtc: null, newestVersion: 1 })),
  ]);
  app.server.on('connection', (socket) => opened.push(socket));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await app.close();
});

/** Asks and reads nothing. */
function ask(path: string, input: unknown): Socket {
  const body = JSON.stringify(input);
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.pause();
  const head = [
    'Host: x',
    'Authorization: Bearer k',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  client.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  clients.push(client);
  return client;
}

const topic = 'DEMO/DESK/DAILY';
const askAlone = () => ask(report.path, { topic });

async function statusOf(client: Socket): Promise<string> {
  const first = once(client, 'data');
  client.resume();
  return String((await first)[0]).split('\r\n')[0] ?? '';
}

test('answers that nobody takes are counted, no more of one caller are made than fit, and their line gives them back', async () => {
  const [one] = [askAlone(), askAlone()];
  await vi.waitFor(() => expect(answers.taken).toBeGreaterThan(2 * LENGTH), soon);
  expect(await statusOf(askAlone())).toBe('HTTP/1.1 429 Too Many Requests');
  one.destroy();
  await vi.waitFor(() => expect(answers.taken).toBeLessThan(1.5 * LENGTH), soon);
  expect(await statusOf(askAlone())).toBe('HTTP/1.1 200 OK');
  await vi.waitFor(() => expect(answers.taken).toBeLessThan(1.5 * LENGTH), soon);
});

test('a long answer that many are sent is bytes that all lines share, and none of them is counted', async () => {
  const waiting = () => opened.filter(({ writableLength }) => writableLength > LENGTH / 2).length;
  for (let n = 0; n < 5; n++) ask(report.path, { topic, returnReport: true });
  await vi.waitFor(() => expect(waiting()).toBe(5), soon);
  expect(answers.taken).toBe(0);
  expect((await encodeAnswer('x'.repeat(LENGTH), undefined)).encodedBody).toBeInstanceOf(Buffer);
});

test('a line that takes nothing of a long answer has an end, one with a short answer or none yet has not', async () => {
  askAlone();
  await vi.waitFor(() => expect(answers.taken).toBeGreaterThan(LENGTH), soon);
  expect(opened.map(({ timeout }) => timeout)).toEqual([limits.answerStall]);
  expect(await statusOf(ask(versions.path, { topic }))).toBe('HTTP/1.1 200 OK');
  expect(opened[1]?.timeout).not.toBe(limits.answerStall);
});
