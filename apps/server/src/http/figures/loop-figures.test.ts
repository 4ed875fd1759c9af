import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../../../../scripts/test/free-port.ts';
import { createServer } from '../create-server.ts';
import { addLoopFigures, RecentMost, watchLoop } from './loop-figures.ts';
import { Metrics } from './metrics.ts';

function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a turn of the loop that takes longer than a request may is counted, told and shows in the longest delay', async () => {
  const told: number[] = [];
  const watch = watchLoop((delay) => void told.push(delay), 50);
  await wait(60);
  const before = watch.longTurns;
  hold(150);
  await wait(60);
  expect(watch.longTurns).toBeGreaterThan(before);
  expect(Math.max(...told)).toBeGreaterThan(100);
  expect(watch.longest).toBeGreaterThan(100);
  watch.stop();
});

test('who asks for the longest delay does not take it from whoever asks next', async () => {
  const watch = watchLoop(() => undefined, 50);
  hold(150);
  await wait(60);
  expect([watch.longest > 100, watch.longest > 100]).toEqual([true, true]);
  watch.stop();
});

test('what held the loop before anybody could be served held nobody up', async () => {
  const metrics = new Metrics();
  const app = createServer({ logLevel: 'silent', trustedProxies: [], kerberosKeytab: '' });
  addLoopFigures(app, metrics);
  const longest = () => Number(/^sheetwire_event_loop_delay_max_seconds (.*)$/m.exec(metrics.text())?.[1]);
  hold(200);
  await wait(60);
  expect(longest()).toBeGreaterThan(0.1);
  let told = Number.NaN;
  app.addHook('onListen', async () => {
    told = longest();
  });
  await app.listen({ host: '127.0.0.1', port: await freePort() });
  expect(told).toBe(0);
  await app.close();
});

test('the longest delay is that of one to two spans', () => {
  const recent = new RecentMost(60);
  recent.add(9, 10);
  recent.add(3, 70);
  expect([recent.most(119), recent.most(119)]).toEqual([9, 9]);
  expect(recent.most(121)).toBe(3);
  expect(recent.most(200)).toBe(0);
  recent.add(1, 1000);
  expect(recent.most(1001)).toBe(1);
});

test('the look at the loop wakes an idle server 50 times a second at most', () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  watchLoop(() => undefined).stop();
  const delays = timers.mock.calls.map(([, delay]) => delay ?? 0);
  timers.mockRestore();
  expect(delays).toHaveLength(1);
  expect(delays[0]).toBeGreaterThanOrEqual(20);
});

test('a loop that was not looked at yet has no delay', () => {
  const watch = watchLoop(() => undefined);
  expect(watch.longest).toBe(0);
  watch.stop();
});
