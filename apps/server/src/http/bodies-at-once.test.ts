import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import * as publish from '@sheetwire/contract/publish';
import { parseTopic } from '@sheetwire/rules/topic';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { WorkBudget } from '#lib/work-budget.ts';
import { actorOf } from '../testing/actor-of.ts';
import { addErrorHandler } from './error-handler.ts';
import { registerRoutes } from './register-routes.ts';
import { on, onBytes } from './route.ts';

const MiB = 1024 * 1024;
const call = publish.publishReport;
const apps: { close(): unknown }[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

/** A server whose publishes wait until they are let go, with room for three bodies of 1 MiB and their parsing. */
async function serving(caller = 9 * MiB) {
  const budget = new WorkBudget({ server: 9 * MiB, caller, strangers: 9 * MiB });
  const gate = Promise.withResolvers<void>();
  const app = fastify();
  apps.push(app);
  addErrorHandler(app);
  const identify = { session: async () => undefined, bearer: async (secret: string) => actorOf(secret) };
  const own = { publicOrigin: undefined, listenHost: '127.0.0.1' };
  const topic = parseTopic('ACME/DESK/X') ?? expect.unreachable();
  registerRoutes(app, { identify, cookie: { name: 'a', isSecure: false }, own, budget, answers: budget }, [
    onBytes(call, { access: 'bearer', packedBody: 4 * MiB }, async () => {
      await gate.promise;
      return { topic, version: 1, time: '', changed: true };
    }),
  ]);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, budget, port, letGo: gate.resolve };
}

const bomb = gzipSync(Buffer.alloc(MiB, 'x'));

async function post(port: number, key: string, body: Buffer = bomb) {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', authorization: `Bearer ${key}` };
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: call.path, headers });
  sent.on('error', () => undefined);
  sent.end(body);
  return sent;
}

async function answerOf(sent: ReturnType<typeof request>) {
  const [answer] = await once(sent, 'response');
  answer.resume();
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

test('bodies that unpack to more at once than the server has room for are refused with 503 until others ended', async () => {
  const { port, budget, letGo } = await serving();
  const held = [await post(port, 'a'), await post(port, 'b'), await post(port, 'c')];
  await expect.poll(() => budget.taken).toBe(9 * MiB);
  const many = await Promise.all(Array.from({ length: 20 }, async (_, n) => answerOf(await post(port, `d${n}`))));
  expect(many).toEqual(many.map(() => ({ status: 503, retryAfter: '2' })));
  const answers = Promise.all(held.map(answerOf));
  letGo();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
  await expect.poll(() => budget.taken).toBe(0);
  expect((await answerOf(await post(port, 'd'))).status).toBe(200);
});

test('one caller over its part is refused with 429 while others go on', async () => {
  const { port, budget, letGo } = await serving(4 * MiB);
  const held = await post(port, 'a');
  await expect.poll(() => budget.taken).toBe(3 * MiB);
  expect(await answerOf(await post(port, 'a'))).toEqual({ status: 429, retryAfter: '2' });
  const other = await post(port, 'b');
  await expect.poll(() => budget.taken).toBe(6 * MiB);
  const answers = Promise.all([held, other].map(answerOf));
  letGo();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
});

test('a client that goes away and a body that cannot be unpacked give back what they took', async () => {
  const { port, budget, letGo } = await serving();
  const held = await post(port, 'a');
  await expect.poll(() => budget.taken).toBe(3 * MiB);
  held.destroy();
  letGo();
  await expect.poll(() => budget.taken).toBe(0);
  expect(
    (await answerOf(await post(port, 'b', Buffer.concat([bomb.subarray(0, 900), Buffer.from('no')])))).status,
  ).toBe(400);
  await expect.poll(() => budget.taken).toBe(0);
});

test('long bodies that come at the same time are read in turns of their own', async () => {
  const budget = new WorkBudget({ server: 9 * MiB, caller: 9 * MiB, strangers: 9 * MiB });
  const app = fastify();
  apps.push(app);
  let turn = 0;
  let counting = setImmediate(function count() {
    turn++;
    counting = setImmediate(count);
  });
  const turns: number[] = [];
  const identify = { session: async () => undefined, bearer: async (secret: string) => actorOf(secret) };
  const own = { publicOrigin: undefined, listenHost: '127.0.0.1' };
  registerRoutes(app, { identify, cookie: { name: 'a', isSecure: false }, own, budget, answers: budget }, [
    on(publish.publishOpen, 'bearer', async () => {
      turns.push(turn);
      return { session: 'x', leaseMs: 1 };
    }),
  ]);
  const topics = Array.from({ length: 1000 }, (_, n) => `ACME/DESK/A REPORT WITH A LONG NAME ${n}`);
  const headers = { authorization: 'Bearer a', 'content-type': 'application/json' };
  const ask = () =>
    app.inject({ method: 'POST', url: publish.publishOpen.path, headers, payload: { topics, instanceId: 'x' } });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  clearImmediate(counting);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(new Set(turns).size).toBe(20);
});
