import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Pulse } from './pulse.ts';

const GAP = 1000;

const asked: ((answer: ServerResponse) => void)[] = [];
const server = createServer((_, answer) => {
  const hold = asked.shift();
  if (hold) hold(answer);
  else answer.end();
});
let pulse: Pulse;
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  pulse = await Pulse.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await pulse.take();
});
afterEach(async () => {
  await pulse.stop();
  server.close();
});

/** The next question. */
const next = () => new Promise<ServerResponse>((resolve) => asked.push(resolve));

test('a portal that lets somebody wait is told, with how long', async () => {
  const answer = await next();
  await wait(GAP);
  answer.end();
  expect(await pulse.take()).toMatchObject({ failed: 0, ms: expect.toSatisfy((ms) => ms > GAP / 2) });
});

test('time in which the pulse itself stood still is not the portal’s', async () => {
  const answer = await next();
  process.kill(pulse.pid, 'SIGSTOP');
  answer.end();
  await wait(GAP);
  process.kill(pulse.pid, 'SIGCONT');
  expect(await pulse.take()).toMatchObject({ failed: 0, ms: expect.toSatisfy((ms) => ms < GAP / 2) });
});
