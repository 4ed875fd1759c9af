import { serverFigures as call } from '@sheetwire/contract/server/calls';
import { expect, test } from 'vitest';
import { Metrics } from '#http/figures/metrics.ts';
import { RecentDurations } from './recent-durations.ts';
import { serverFigures } from './server-figures.ts';

function server() {
  const metrics = new Metrics();
  const recent = new RecentDurations(metrics);
  const health = async () => ({ status: 'ready', store: true, bus: true, streams: true }) as const;
  return {
    metrics,
    recent,
    ask: (input = {}) =>
      serverFigures({ metrics, recent, health, host: 'a', clock: { now: () => 0 } }, call.input.parse(input)),
  };
}

test('calls are told together, by their status', async () => {
  const { metrics, ask } = server();
  const requests = metrics.counter('http_requests_total', '');
  requests.add({ call: '/a', status: '200' });
  requests.add({ call: '/b', status: '200' }, 2);
  requests.add({ call: '/b', status: '403' });
  expect((await ask()).figures).toEqual([
    { name: 'sheetwire_http_requests_total', labels: { status: '200' }, value: 3 },
    { name: 'sheetwire_http_requests_total', labels: { status: '403' }, value: 1 },
  ]);
});

test('half of what took its time, and 95 of 100, lie within a bound that was measured', async () => {
  const { metrics, ask } = server();
  const took = metrics.histogram('took_seconds', '', [0.1, 1, 10]);
  took.begin({ call: '/never' });
  for (let n = 0; n < 60; n++) took.observe(0.05, { call: '/a' });
  for (let n = 0; n < 36; n++) took.observe(0.5, { call: '/b' });
  for (let n = 0; n < 4; n++) took.observe(50, { call: '/b' });
  const [all] = (await ask()).durations ?? [];
  expect(all).toMatchObject({ name: 'sheetwire_took_seconds', labels: {}, count: 100, half: 0.1, most: 1 });
  for (let n = 0; n < 400; n++) took.observe(50, { call: '/b' });
  expect((await ask()).durations).toMatchObject([{ count: 500, half: null, most: null }]);
});

test('what took long lately shows beside all that was quick before, and is over after a while', async () => {
  const { metrics, recent, ask } = server();
  const took = metrics.histogram('took_seconds', '', [0.1, 1, 10]);
  for (let n = 0; n < 100_000; n++) took.observe(0.05, { call: '/a' });
  recent.note();
  recent.note();
  for (let n = 0; n < 500; n++) took.observe(5, { call: n % 2 === 0 ? '/a' : '/b' });
  const durations = async () => (await ask()).durations ?? [];
  const slow = { count: 500, half: 10, most: 10 };
  expect(await durations()).toMatchObject([{ count: 100_500, half: 0.1, most: 0.1, recent: slow }]);
  recent.note();
  expect(await durations()).toMatchObject([{ recent: slow }]);
  recent.note();
  expect(await durations()).toMatchObject([{ count: 100_500, recent: { count: 0, half: null, most: null } }]);
});

test('what was never seen has no duration', async () => {
  const { metrics, ask } = server();
  metrics.histogram('took_seconds', '').begin();
  expect((await ask()).durations).toMatchObject([{ count: 0, half: null, most: null }]);
});

test('only figures that are asked for are answered', async () => {
  const { metrics, ask } = server();
  metrics.gauge('one', '', () => 1);
  metrics.gauge('two', '', () => [[{ of: 'x' }, 2]]);
  expect((await ask({ names: ['sheetwire_two', 'sheetwire_three'] })).figures).toEqual([
    { name: 'sheetwire_two', labels: { of: 'x' }, value: 2 },
  ]);
});
