import fastify from 'fastify';
import { expect, test } from 'vitest';
import { addHealth } from './health.ts';
import { Metrics } from './metrics.ts';

const up = { check: () => Promise.resolve() };
const down = { check: () => Promise.reject(new Error('down')) };

test.each([
  ['ready', up, up, 200],
  ['degraded', up, down, 200],
  ['not ready', down, up, 503],
  ['not ready', down, down, 503],
] as const)(
  'a server says that it is %s by what answers, and is taken away without its store alone',
  async (status, stores, bus, code) => {
    const app = fastify();
    addHealth(app, {
      stores,
      bus,
      clock: { now: () => 0 },
      metrics: new Metrics(),
      metricsToken: '',
      isLeaving: () => false,
    });
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([code, { status, store: stores === up, bus: bus === up }]);
    await app.close();
  },
);

test('a server that stops is not ready while it still answers, and says that it is up', async () => {
  const app = fastify();
  addHealth(app, {
    stores: up,
    bus: up,
    clock: { now: () => 0 },
    metrics: new Metrics(),
    metricsToken: '',
    isLeaving: () => true,
  });
  const [ready, health] = [await app.inject('/readyz'), await app.inject('/healthz')];
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'stopping', store: true, bus: true }]);
  expect(health.statusCode).toBe(200);
  await app.close();
});
