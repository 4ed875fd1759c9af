import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { limits } from '@sheetwire/contract/limits';
import * as publish from '@sheetwire/contract/publish';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { WorkBudget } from '#lib/work-budget.ts';
import { actorOf } from '../testing/actor-of.ts';
import { readBody, readParts } from './body.ts';
import { addErrorHandler } from './error-handler.ts';
import { registerRoutes } from './register-routes.ts';
import { onBytes } from './route.ts';

/** What a busy machine may take. */
const soon = { timeout: 20_000 };

const KiB = 1024;
const ROBOT = 'DEMO/robot';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** A server whose publishes wait until the gate opens; every secret is a credential of the same user. */
async function serve(budget: WorkBudget) {
  const gate = Promise.withResolvers<void>();
  const started = vi.fn();
  app = fastify();
  addErrorHandler(app);
  const identify = {
    session: async () => undefined,
    bearer: async (secret: string) => actorOf(secret, ROBOT),
  };
  const own = { publicOrigin: undefined, listenHost: '127.0.0.1' };
  registerRoutes(app, { identify, cookie: { name: 'any', isSecure: false }, own, budget, answers: budget }, [
    onBytes(publish.publishReport, { access: 'bearer', packedBody: 1024 * KiB }, async (bytes) => {
      started(bytes.length);
      await gate.promise;
      return { topic: 'DEMO/DESK/DAILY', version: 1, time: '', changed: true };
    }),
  ]);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { gate, started, url: `${address}${publish.publishReport.path}` };
}

function send(url: string, key: string, { size, isWhole = true }: { size: number; isWhole?: boolean }) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'content-length': size };
  const sent = request(url, { method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write(Buffer.alloc(isWhole ? size : size / 2, 'x'));
  if (isWhole) sent.end();
  return sent;
}

test('a publish whose client hangs up is counted until its handler settled', async () => {
  const budget = new WorkBudget({ server: 1000 * KiB, caller: 1000 * KiB, strangers: 1000 * KiB });
  const { gate, started, url } = await serve(budget);
  const closed = vi.fn();
  app?.server.on('connection', (socket) => socket.once('close', closed));
  const sent = send(url, 'key', { size: 200 * KiB });
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(1), soon);
  sent.destroy();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1), soon);
  expect(budget.taken).toBe(600 * KiB);
  gate.resolve();
  await vi.waitFor(() => expect(budget.taken).toBe(0), soon);
});

test('a body that ends too early gives its bytes back and reaches no handler', async () => {
  const budget = new WorkBudget({ server: 1000 * KiB, caller: 1000 * KiB, strangers: 1000 * KiB });
  const { started, url } = await serve(budget);
  const sent = send(url, 'key', { size: 200 * KiB, isWhole: false });
  await vi.waitFor(() => expect(budget.taken).toBe(100 * KiB), soon);
  sent.destroy();
  await vi.waitFor(() => expect(budget.taken).toBe(0), soon);
  expect(started).not.toHaveBeenCalled();
});

test('the credentials of one user share one part of the budget', async () => {
  const budget = new WorkBudget({ server: 2000 * KiB, caller: 1000 * KiB, strangers: 2000 * KiB });
  const { gate, started, url } = await serve(budget);
  const first = send(url, 'key', { size: 200 * KiB });
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(1), soon);
  const second = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer other' },
    body: Buffer.alloc(200 * KiB, 'x'),
  });
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '2']);
  gate.resolve();
  first.destroy();
});

test('short bodies that wait for their turn are counted too, those of a few KiB are not', async () => {
  const budget = new WorkBudget({ server: 1000 * KiB, caller: 1000 * KiB, strangers: 1000 * KiB });
  const { gate, started, url } = await serve(budget);
  for (let n = 0; n < 20; n++) send(url, 'a', { size: 32 * KiB });
  send(url, 'a', { size: 4 * KiB });
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(11), soon);
  expect(budget.taken).toBe(10 * 96 * KiB);
  gate.resolve();
  await vi.waitFor(() => expect(budget.taken).toBe(0), soon);
});

/** How much of a budget is taken at most until some work is done. */
async function mostTaken<T>(budget: WorkBudget, work: Promise<T>): Promise<{ most: number; done: T }> {
  let most = 0;
  let isDone = false;
  const settled = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    most = Math.max(most, budget.taken);
    await nextTurn();
  }
  return { most, done: await settled };
}

test('long bodies that are joined are counted twice meanwhile; those that stay in parts are there once', async () => {
  const size = 4 * limits.work.turn;
  const packed = gzipSync(Buffer.alloc(size, 'x'));
  const read = { encoding: 'gzip', cap: size };
  const budget = new WorkBudget({ server: 30 * size, caller: 30 * size, strangers: 30 * size });
  const works = Array.from({ length: 9 }, () => budget.open({ name: ROBOT, isKnown: true }));
  const bodies = () => works.map((work) => [Readable.from([packed]), { ...read, work }] as const);
  const joined = await mostTaken(budget, Promise.all(bodies().map(([from, form]) => readBody(from, form))));
  expect(joined.most).toBeGreaterThan(9 * 1.5 * size);
  expect(budget.taken).toBe(9 * size);
  for (const work of works) work.giveBack(size);
  const cut = bodies().map(([from, form]) => readParts(from, form, limits.linkedFiles.part));
  const { most, done } = await mostTaken(budget, Promise.all(cut));
  expect(most).toBeLessThanOrEqual(9 * (size + packed.length));
  expect([budget.taken, done.every(({ bytes }) => bytes === size)]).toEqual([9 * size, true]);
  const tight = new WorkBudget({ server: size, caller: 1.5 * size, strangers: size });
  const work = tight.open({ name: ROBOT, isKnown: true });
  const refused = readBody(Readable.from([Buffer.alloc(size / 2), Buffer.alloc(size / 2)]), {
    ...read,
    encoding: undefined,
    work,
  });
  await expect(refused).rejects.toMatchObject({ code: 'too_many' });
});
