import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { takeSocket } from './take-socket.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A line whose socket the server gave away, seen from both ends. */
async function taken() {
  const gone = Promise.withResolvers<void>();
  const ours = Promise.withResolvers<Socket>();
  const path = join(tmpdir(), `sheetwire-${randomUUID()}.sock`);
  server = createServer((request, response) => ours.resolve(takeSocket(request, response, gone.resolve)));
  await new Promise<void>((resolve) => server?.listen(path, resolve));
  const client = connect(path);
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const socket = await ours.promise;
  await new Promise((resolve) => setImmediate(resolve));
  return { client, socket, gone: gone.promise };
}

test('a taken line keeps nothing of the HTTP server', async () => {
  const { client, socket } = await taken();
  expect(Reflect.get(socket, 'parser')).toBeNull();
  expect(socket.on).toBe(Socket.prototype.on);
  client.destroy();
});

test('bytes reach the client as they are', async () => {
  const { client, socket } = await taken();
  const first = new Promise<Buffer>((resolve) => client.once('data', resolve));
  socket.write('event: hello\n\n');
  expect((await first).toString()).toBe('event: hello\n\n');
  client.destroy();
});

test('the end of the line is told once, whoever ends it', async () => {
  const one = await taken();
  one.client.destroy();
  await one.gone;
  const other = await taken();
  other.socket.destroy();
  await other.gone;
});

test('a client that sends on and on is cut off', async () => {
  const { client, gone } = await taken();
  client.write(Buffer.alloc(100_000));
  await gone;
});
