import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../../../../scripts/test/free-port.ts';
import { createServer } from '../create-server.ts';
import { addLoopFigures, LoopDelays, type LoopWatch, watchLoop } from './loop-figures.ts';
import { Metrics } from './metrics.ts';

/** Far longer than a busy machine keeps anybody waiting, and what a turn takes that was held. */
const [LONG, HELD] = [500, 600];

function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** Resolves once the loop was looked at so many times more. */
async function looks(watch: LoopWatch, times: number): Promise<void> {
  const { count } = watch.delays;
  await expect.poll(() => watch.delays.count).toBeGreaterThanOrEqual(count + times);
}

test('a turn of the loop that takes longer than a request may is counted, told and shows in the longest delay', async () => {
  const watch = watchLoop(50);
  await looks(watch, 2);
  const { longTurns: before, delays } = watch;
  const [seen, short, sum] = [delays.count, delays.within(LONG), delays.sum];
  hold(HELD);
  await looks(watch, 3);
  expect(watch.longTurns).toBeGreaterThan(before);
  expect(delays.count - seen - (delays.within(LONG) - short)).toBe(1);
  expect(delays.sum - sum).toBeGreaterThan(LONG);
  expect(watch.longest).toBeGreaterThan(LONG);
  watch.stop();
});

test('how many delays lie within a bound is told as if each had been counted', async () => {
  const delays = new LoopDelays();
  expect([delays.count, delays.sum, delays.longest, delays.within(1)]).toEqual([0, 0, 0, 0]);
  for (const held of [150, 60, 250, 60]) {
    const { count } = delays;
    await expect.poll(() => delays.count).toBeGreaterThan(count + 1);
    hold(held);
  }
  await expect.poll(() => delays.count - delays.within(30)).toBeGreaterThan(3);
  const beyond = (most: number) => delays.count - delays.within(most);
  expect(beyond(100)).toBeGreaterThanOrEqual(2);
  expect(beyond(200)).toBeGreaterThanOrEqual(1);
  expect(beyond(delays.longest + 1)).toBe(0);
  const bounds = [0, 1, 5, 30, 100, 200, 1000].map((most) => delays.within(most));
  expect(bounds).toEqual(bounds.toSorted((x, y) => x - y));
  delays.stop();
});

test('who asks for the longest delay does not take it from whoever asks next', async () => {
  const watch = watchLoop();
  await looks(watch, 2);
  hold(HELD);
  await looks(watch, 2);
  expect([watch.longest > LONG, watch.longest > LONG]).toEqual([true, true]);
  watch.stop();
});

test('what held the loop before anybody could be served held nobody up', async () => {
  const metrics = new Metrics();
  const app = createServer({ logLevel: 'silent', trustedProxies: [], kerberosKeytab: '' });
  addLoopFigures(app, metrics);
  const longest = () => Number(/^sheetwire_event_loop_delay_max_seconds (.*)$/m.exec(metrics.text())?.[1]);
  const count = () => Number(/^sheetwire_event_loop_delay_seconds_count (.*)$/m.exec(metrics.text())?.[1]);
  await expect.poll(count).toBeGreaterThan(0);
  hold(200);
  await expect.poll(longest).toBeGreaterThan(0.1);
  let told = Number.NaN;
  app.addHook('onListen', async () => {
    told = longest();
  });
  await app.listen({ host: '127.0.0.1', port: await freePort() });
  expect(told).toBe(0);
  await app.close();
});

test('the longest delay is that of one to two spans', async () => {
  const turns = vi.spyOn(globalThis, 'setInterval');
  const watch = watchLoop();
  const [turn = expect.unreachable()] = turns.mock.calls[0] ?? [];
  turns.mockRestore();
  await looks(watch, 2);
  hold(HELD);
  await looks(watch, 2);
  turn();
  expect(watch.longest).toBeGreaterThan(LONG);
  turn();
  expect(watch.longest).toBeLessThan(LONG);
  watch.stop();
});

test('an idle server is hardly woken to look at its loop', async () => {
  const watch = watchLoop();
  await looks(watch, 2);
  const { count } = watch.delays;
  await wait(1000);
  // Timers of its own, fifty times a second, would be as many turns.
  expect(watch.delays.count - count).toBeLessThan(25);
  watch.stop();
});

test('a process that stood still between two turns was late', async () => {
  const file = new URL('./loop-figures.ts', import.meta.url);
  const told = `process.stdin.on('data', () => process.stdout.write(watch.longest + '\\n'));`;
  const program = `import { watchLoop } from '${file.href}'; const watch = watchLoop(); ${told}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const longest = async () => {
    child.stdin.write('?');
    return Number((await lines.next()).value);
  };
  const before = await longest();
  child.kill('SIGSTOP');
  await wait(before + 2500);
  child.kill('SIGCONT');
  await expect.poll(longest).toBeGreaterThan(before + 1000);
  child.kill();
});

test('a loop that was not looked at yet has no delay', () => {
  const watch = watchLoop();
  expect(watch.longest).toBe(0);
  watch.stop();
});
