import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import { Frame } from './frames.ts';
import { SocketOutlet } from './socket-outlet.ts';

/** What a busy machine may take. */
const soon = { timeout: 20_000 };

let server: Server | undefined;
const lines: Socket[] = [];
afterEach(() => {
  for (const line of lines.splice(0)) line.destroy();
  server?.close();
});

/** An outlet and the client at the other end of its line, which reads when it is told to. */
async function open() {
  const here = Promise.withResolvers<Socket>();
  server = createServer((socket) => here.resolve(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const client = new Socket();
  client.on('error', () => undefined);
  client.pause();
  client.connect(address.port, '127.0.0.1');
  const socket = await here.promise;
  lines.push(client, socket);
  return { client, socket, outlet: new SocketOutlet(socket) };
}

/** Everything that the client gets until so many bytes came. */
async function read(client: Socket, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let got = 0;
  const all = Promise.withResolvers<void>();
  client.on('data', (bytes) => {
    parts.push(Buffer.from(bytes));
    got += bytes.length;
    if (got >= length) all.resolve();
  });
  client.resume();
  await all.promise;
  return Buffer.concat(parts);
}

/** More than a line takes that nobody reads. */
const LARGE = 16 * 1024 * 1024;

test('what follows the first bytes of a line does not pass through the stream of its socket', async () => {
  const { client, socket, outlet } = await open();
  outlet.write(new Frame(Buffer.from('head')));
  const write = vi.spyOn(socket, 'write');
  outlet.write(new Frame(Buffer.from(' one')));
  outlet.write(new Frame(Buffer.from(' two')));
  expect(write).not.toHaveBeenCalled();
  expect((await read(client, 12)).toString()).toBe('head one two');
});

test('bytes that do not fit wait and arrive in the order of the writes', async () => {
  const { client, outlet } = await open();
  const all = [Buffer.from('head'), Buffer.alloc(LARGE, 'a'), Buffer.alloc(LARGE, 'b'), Buffer.from('end')];
  for (const bytes of all) outlet.write(new Frame(bytes));
  expect(outlet.waiting).toBeGreaterThan(LARGE);
  const expected = Buffer.concat(all);
  const came = await read(client, expected.length);
  expect(came.equals(expected)).toBe(true);
  await vi.waitFor(() => expect(outlet.waiting).toBe(0), soon);
});

test('who waits for a line is called once when it has taken all', async () => {
  const { client, outlet } = await open();
  outlet.write(new Frame(Buffer.from('head')));
  outlet.write(new Frame(Buffer.alloc(LARGE)));
  const drained = vi.fn();
  outlet.onceDrained(drained);
  await new Promise((resolve) => setImmediate(resolve));
  expect(drained).not.toHaveBeenCalled();
  await read(client, LARGE + 4);
  await vi.waitFor(() => expect(drained).toHaveBeenCalledTimes(1), soon);
  outlet.write(new Frame(Buffer.from('more')));
  await new Promise((resolve) => setImmediate(resolve));
  expect(drained).toHaveBeenCalledTimes(1);
});

test('who waits for a line whose first bytes did not fit is called too', async () => {
  const { client, outlet } = await open();
  outlet.write(new Frame(Buffer.alloc(LARGE)));
  expect(outlet.waiting).toBe(LARGE);
  const drained = vi.fn();
  outlet.onceDrained(drained);
  await read(client, LARGE);
  await vi.waitFor(() => expect(drained).toHaveBeenCalledTimes(1), soon);
});

test('a line that is closed has sent what waited', async () => {
  const { client, outlet } = await open();
  outlet.write(new Frame(Buffer.from('head')));
  outlet.write(new Frame(Buffer.alloc(LARGE, 'a')));
  outlet.close(limits.streamEnd);
  const ended = once(client, 'end');
  const came = await read(client, LARGE + 4);
  await ended;
  expect(came.length).toBe(LARGE + 4);
});

test('a line whose other end is gone is cut, and later bytes are nobody’s', async () => {
  const { client, socket, outlet } = await open();
  outlet.write(new Frame(Buffer.from('head')));
  outlet.write(new Frame(Buffer.alloc(LARGE)));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  client.resetAndDestroy();
  await closed;
  outlet.write(new Frame(Buffer.from('late')));
  expect(socket.destroyed).toBe(true);
});

test('the line that shows how Node writes is left as fast to look up as any other', async () => {
  vi.resetModules();
  const { directHandle, sendBySocket } = await import('./direct-line.ts');
  const { client, socket } = await open();
  sendBySocket(socket, Buffer.from('head'));
  const handle = directHandle(socket);
  expect(handle).toBeDefined();
  setFlagsFromString('--allow-natives-syntax');
  const isFast: unknown = runInThisContext('(object) => %HasFastProperties(object)');
  if (typeof isFast !== 'function') throw new TypeError('no function');
  expect(isFast(handle)).toBe(true);
  expect(handle?.writeBuffer(null, Buffer.from(' more'))).toBe(0);
  expect((await read(client, 9)).toString()).toBe('head more');
});

test('bytes for a destroyed line are dropped', async () => {
  const { socket, outlet } = await open();
  outlet.write(new Frame(Buffer.from('head')));
  outlet.destroy();
  outlet.write(new Frame(Buffer.from('late')));
  expect(socket.destroyed).toBe(true);
});
