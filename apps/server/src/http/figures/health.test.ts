import fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { addErrorHandler } from '../error-handler.ts';
import { addHealth, type LookDeps, lookAtHealth } from './health.ts';
import { Metrics } from './metrics.ts';

const up = { check: () => Promise.resolve() };
const down = { check: () => Promise.reject(new Error('down')) };

function addTo(app: FastifyInstance, parts: Partial<Omit<LookDeps, 'log' | 'clock'>>): void {
  const usual = { stores: up, bus: up, isLeaving: () => false, isCutOff: () => false };
  const health = lookAtHealth({ ...usual, ...parts, log: app.log, clock: { now: () => 0 } });
  addHealth(app, { health, metrics: new Metrics(), metricsToken: '' });
}

test.each([
  ['ready', up, up, 200],
  ['degraded', up, down, 200],
  ['not ready', down, up, 503],
  ['not ready', down, down, 503],
] as const)(
  'a server says that it is %s by what answers, and is taken away without its store alone',
  async (status, stores, bus, code) => {
    const app = fastify();
    addTo(app, { stores, bus });
    const answer = await app.inject('/readyz');
    const parts = { store: stores === up, bus: bus === up, streams: true };
    expect([answer.statusCode, answer.json()]).toEqual([code, { status, ...parts }]);
    await app.close();
  },
);

test('a server that refuses every stream until it has caught up with its store is not ready', async () => {
  const app = fastify();
  let isCutOff = true;
  addTo(app, { isCutOff: () => isCutOff });
  const refused = await app.inject('/readyz');
  const parts = { store: true, bus: true };
  expect([refused.statusCode, refused.json()]).toEqual([503, { status: 'not ready', ...parts, streams: false }]);
  isCutOff = false;
  const taken = await app.inject('/readyz');
  expect([taken.statusCode, taken.json()]).toEqual([200, { status: 'ready', ...parts, streams: true }]);
  await app.close();
});

test('a server that stops is not ready while it still answers, and says that it is up', async () => {
  const app = fastify();
  addTo(app, { isLeaving: () => true });
  const [ready, health] = [await app.inject('/readyz'), await app.inject('/healthz')];
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { status: 'stopping', store: true, bus: true, streams: false },
  ]);
  expect(health.statusCode).toBe(200);
  await app.close();
});

test('the figures are for this machine or for who brings the token, and others are told so', async () => {
  const app = fastify();
  addErrorHandler(app);
  addHealth(app, { health: expect.unreachable, metrics: new Metrics(), metricsToken: 'a token' });
  const ask = (headers: Record<string, string>) => app.inject({ url: '/metrics', headers });
  expect((await ask({})).statusCode).toBe(200);
  expect((await ask({ 'x-forwarded-for': '10.0.0.1', authorization: 'Bearer a token' })).statusCode).toBe(200);
  const refused = await ask({ 'x-forwarded-for': '10.0.0.1' });
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    403,
    expect.stringMatching(/SHEETWIRE_METRICS_TOKEN$/),
  ]);
  await app.close();
});
