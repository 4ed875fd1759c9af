import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { createServer } from './create-server.ts';
import { inOrder } from './in-order.ts';

let app: FastifyInstance;
let line: Socket;
/** What was begun, and the turn in which it was. */
let begun: [path: string, turn: number][];
let waiting: PromiseWithResolvers<string>;
let turn = 0;
let counting: NodeJS.Immediate;

function count(): void {
  turn++;
  counting = setImmediate(count);
}

beforeEach(async () => {
  begun = [];
  waiting = Promise.withResolvers();
  app = createServer({ logLevel: 'silent', trustedProxies: [], kerberosKeytab: '' });
  app.get('/slow', () => waiting.promise);
  app.get<{ Params: { name: string } }>('/of/:name', async ({ params }) => params.name);
  app.addHook('onRequest', async ({ url, method }) => {
    begun.push([url, turn]);
    if (method === 'POST') throw new Refusal('malformed');
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  line = connect(Number(new URL(url).port), '127.0.0.1');
  line.on('error', () => undefined);
  count();
});
afterEach(async () => {
  clearImmediate(counting);
  line.destroy();
  await app.close();
});

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** All that came until the last of the answers. */
async function answersUntil(last: string): Promise<string> {
  let text = '';
  while (!text.endsWith(last)) text += String((await once(line, 'data'))[0]);
  return text;
}

test('requests that are sent ahead are answered in their order, each in a turn of its own', async () => {
  const paths = ['/of/a', '/of/b', '/of/c', '/of/d'];
  line.write(paths.map(ask).join(''));
  const bodies = (await answersUntil('d')).split('\r\n').filter((text) => /^[a-d](?:HTTP|$)/.test(text));
  expect(bodies.map((text) => text[0])).toEqual(['a', 'b', 'c', 'd']);
  expect(begun.map(([path]) => path)).toEqual(paths);
  expect(new Set(begun.map(([, at]) => at)).size).toBe(paths.length);
});

test('requests that are refused at once, before their body is read, have turns of their own too', async () => {
  const post = 'POST /of/a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody';
  line.write(post.repeat(limits.requestsAhead) + ask('/of/last'));
  await answersUntil('last');
  expect(new Set(begun.map(([, at]) => at)).size).toBe(limits.requestsAhead + 1);
});

test('one that is sent ahead begins once the one before it was answered', async () => {
  line.write(ask('/slow') + ask('/of/z'));
  while (begun.length === 0) await nextTurn();
  for (let n = 0; n < 10; n++) await nextTurn();
  expect(begun.map(([path]) => path)).toEqual(['/slow']);
  waiting.resolve('late');
  await answersUntil('z');
  expect(begun.map(([path]) => path)).toEqual(['/slow', '/of/z']);
});

test('a line on which too many are sent ahead is cut, and what is left of them is not even parsed', async () => {
  let parsed = 0;
  app.server.on('request', () => parsed++);
  line.write(ask('/slow').repeat(2000));
  line.resume();
  await once(line, 'close');
  waiting.resolve('');
  for (let n = 0; n < 10; n++) await nextTurn();
  expect(begun).toHaveLength(1);
  expect(parsed).toBe(limits.requestsAhead + 2);
});

test('for a client that hung up nothing more begins', async () => {
  line.write(ask('/slow') + ask('/of/z'));
  while (begun.length === 0) await nextTurn();
  await hangUp();
  waiting.resolve('');
  for (let n = 0; n < 10; n++) await nextTurn();
  expect(begun.map(([path]) => path)).toEqual(['/slow']);
});

/** Closes the line and waits until the server has seen that. */
async function hangUp(): Promise<void> {
  line.destroy();
  let open = 1;
  while (open > 0) {
    await nextTurn();
    open = await new Promise<number>((resolve) => app.server.getConnections((_, all) => resolve(all)));
  }
}

test.each([
  ['byte by byte is cut off', 2000, '1\r\nx\r\n', false],
  ['in a few bytes is taken', 900, '1\r\nx\r\n', true],
  ['in short lines is taken', 3000, '15\r\na line of a few words\r\n', true],
])('a body that comes %s', async (_, count, chunk, isTaken) => {
  app.server.once('request', (request: IncomingMessage) => request.resume());
  line.write(`GET /of/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(count)}0\r\n\r\n`);
  line.write(ask('/of/last'));
  line.resume();
  const cut = once(line, 'close').then(() => false);
  expect(await Promise.race([answersUntil('last').then(() => true), cut])).toBe(isTaken);
});

test('a line that comes after one that was cut off is read as ever', async () => {
  const read: string[] = [];
  app.server.on('request', (request: IncomingMessage) => request.on('data', (bytes) => read.push(String(bytes))));
  const head = 'GET /of/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  line.write(head + '1\r\nx\r\n'.repeat(9000));
  line.resume();
  await once(line, 'close');
  await hangUp();
  const { port } = app.server.address() as AddressInfo;
  const next = connect(port, '127.0.0.1');
  next.write(`${head}4\r\nnext\r\n0\r\n\r\n`);
  await expect.poll(() => read.at(-1)).toBe('next');
  expect(read.join('').length).toBeLessThan(1100);
  next.destroy();
});

/** What begins of requests that come in one turn, of which the first takes all that is had at once. */
function comers() {
  const asked: string[] = [];
  const handle = inOrder(({ url = '' }) => {
    asked.push(url);
    const until = performance.now() + 2 * limits.requestsSlice;
    while (url === '/long' && performance.now() < until);
  });
  const come = (url: string, socket = {}) => handle({ url, headers: {}, socket } as never, new EventEmitter() as never);
  come('/long');
  return { asked, come };
}

test('what a balancer asks waits behind nobody', async () => {
  const { asked, come } = comers();
  for (const url of ['/other', '/healthz', '/readyz']) come(url);
  expect(asked).toEqual(['/long', '/healthz', '/readyz']);
  await expect.poll(() => asked).toEqual(['/long', '/healthz', '/readyz', '/other']);
});

test('a request whose line closes before its turn does not begin', async () => {
  const { asked, come } = comers();
  const line = { destroyed: false };
  come('/closed', line);
  come('/other');
  line.destroyed = true;
  await expect.poll(() => asked).toEqual(['/long', '/other']);
});
