import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { limits } from '@sheetwire/contract/limits';
import { publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkBudget } from '#lib/work-budget.ts';
import { actorOf } from '../testing/actor-of.ts';
import { addErrorHandler } from './error-handler.ts';
import { registerRoutes } from './register-routes.ts';
import { type KnownRequest, on, onBytes } from './route.ts';

const MiB = 1024 * 1024;
const room = { server: 64 * MiB, caller: 64 * MiB, strangers: 64 * MiB };

let app: FastifyInstance;
let client: Socket;
let budget: WorkBudget;
let answers: WorkBudget;
/** What the look-up of who calls, and what the handler waits for. */
let lookedUp: PromiseWithResolvers<void>;
let handled: PromiseWithResolvers<void>;
let steps: string[];
let handling: KnownRequest | undefined;
beforeEach(async () => {
  [budget, answers] = [new WorkBudget(room), new WorkBudget(room)];
  [lookedUp, handled] = [Promise.withResolvers(), Promise.withResolvers()];
  steps = [];
  handling = undefined;
  app = fastify();
  addErrorHandler(app);
  app.addHook('onError', async (_, __, { message }) => void steps.push(message));
  const bearer = async () => {
    steps.push('looked up');
    await lookedUp.promise;
    return actorOf('k');
  };
  const own = { publicOrigin: undefined, listenHost: '127.0.0.1' };
  const identify = { session: async () => undefined, bearer };
  registerRoutes(app, { identify, cookie: { name: 'any', isSecure: false }, own, answers, budget }, [
    on(report, 'bearer', async (_, request) => {
      handling = request;
      await handled.promise;
      return { metadata: { text: 'x'.repeat(2 * limits.work.answer) } };
    }),
    onBytes(publishReport, { access: 'bearer', packedBody: MiB }, async () => expect.unreachable()),
  ]);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  client = connect(Number(port), '127.0.0.1');
  client.on('error', () => undefined);
});
afterEach(async () => {
  client.destroy();
  await app.close();
});

function call(path: string, body: string, length = body.length): void {
  const head = ['Host: x', 'Authorization: Bearer k', 'Content-Type: application/json', `Content-Length: ${length}`];
  client.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Closes the line and waits until the server has seen that. */
async function hangUp(): Promise<void> {
  client.destroy();
  await once(client, 'close');
  await vi.waitFor(async () => {
    const open = await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    expect(open).toBe(0);
  });
}

test('whose line closes while it is looked up who calls is not waited for, and holds nothing', async () => {
  const open = vi.spyOn(budget, 'open');
  call(publishReport.path, '{"topic":', 2 * limits.work.from);
  await vi.waitFor(() => expect(steps).toEqual(['looked up']));
  await hangUp();
  lookedUp.resolve();
  await vi.waitFor(() => expect(steps).toEqual(['looked up', 'The body ended too early']));
  await vi.waitFor(() => expect(open.mock.results.map(({ value }) => value.isOver)).toEqual([true]));
  expect(budget.taken).toBe(0);
});

test('a long answer that nobody is there for any more takes nothing of what answers may hold', async () => {
  lookedUp.resolve();
  const open = vi.spyOn(answers, 'open');
  call(report.path, '{"topic":"DEMO/DESK/DAILY"}');
  await vi.waitFor(() => expect(handling).toBeDefined());
  await hangUp();
  handled.resolve();
  await vi.waitFor(() => expect(open).toHaveBeenCalled());
  expect(answers.taken).toBe(0);
});

test('who asks only afterwards is told that the caller has gone', async () => {
  lookedUp.resolve();
  call(report.path, '{"topic":"DEMO/DESK/DAILY"}');
  await vi.waitFor(() => expect(handling).toBeDefined());
  await hangUp();
  expect(handling?.signal.aborted).toBe(true);
});
