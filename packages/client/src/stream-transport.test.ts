import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/test/free-port.ts';
import {
  type EventSourceLike,
  eventSourceTransport,
  fetchTransport,
  type StreamEnd,
  type StreamTransport,
} from './stream-transport.ts';

/** Reads a line and lets a test wait for what comes. */
function reader() {
  const heard: string[] = [];
  let wake: () => void = () => undefined;
  const note = (text: string) => {
    heard.push(text);
    wake();
  };
  return {
    heard,
    onEvent: ({ name, data }: { name: string; data: string }) => note(`${name} ${data}`),
    onAlive: () => undefined,
    onEnd: (end: StreamEnd) => note(JSON.stringify(end)),
    async until(text: string): Promise<void> {
      while (!heard.includes(text)) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

async function withServer(answer: RequestListener, use: (baseUrl: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await use(`http://127.0.0.1:${port}`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const head = { 'content-type': 'text/event-stream' };

test('a stream over fetch carries the bearer and the browser id, and hands over events as they come', async () => {
  let asked = '';
  const answer: RequestListener = (request, response) => {
    asked = `${request.url} ${request.headers.authorization}`;
    response.writeHead(200, head).write('event: hello\ndata: {"a":1}\n\n');
  };
  await withServer(answer, async (baseUrl) => {
    const line = reader();
    const close = fetchTransport({ baseUrl, browserId: 'l7', headers: { authorization: 'Bearer swk_x' } }).open(line);
    await line.until('hello {"a":1}');
    close();
    expect(asked).toBe('/api/v1/live/stream/?browserId=l7 Bearer swk_x');
  });
});

test('closing ends the connection and is not an end to be heard of', async () => {
  let ended: (() => void) | undefined;
  const isEnded = new Promise<void>((resolve) => (ended = resolve));
  const answer: RequestListener = (request, response) => {
    request.on('close', () => ended?.());
    response.writeHead(200, head).write('event: hello\ndata: 1\n\n');
  };
  await withServer(answer, async (baseUrl) => {
    const line = reader();
    const close = fetchTransport({ baseUrl }).open(line);
    await line.until('hello 1');
    close();
    await isEnded;
    expect(line.heard).toEqual(['hello 1']);
  });
});

async function endOf(answer: RequestListener): Promise<string | undefined> {
  let end: string | undefined;
  await withServer(answer, async (baseUrl) => {
    const line = reader();
    const over = new Promise<void>((resolve) => {
      fetchTransport({ baseUrl }).open({
        ...line,
        onEnd: (how) => {
          end = JSON.stringify(how);
          resolve();
        },
      });
    });
    await over;
  });
  return end;
}

test('a refusal keeps its status and wait; a page in place of the stream is a refusal; an end is a cut', async () => {
  expect(await endOf((_, answer) => answer.writeHead(429, { 'retry-after': '10' }).end())).toBe(
    '{"kind":"refused","status":429,"retryAfter":10000}',
  );
  expect(await endOf((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in'))).toBe(
    '{"kind":"refused","status":200}',
  );
  expect(await endOf((_, answer) => answer.writeHead(200, head).end(':\n\n'))).toBe('{"kind":"cut"}');
  expect(await endOf((_, answer) => answer.socket?.destroy())).toBe('{"kind":"cut"}');
});

test('over EventSource an error closes it for good, so that only our own rhythm reconnects', () => {
  const listeners = new Map<string, (event: { data?: unknown }) => void>();
  let isClosed = false;
  const source: EventSourceLike = {
    addEventListener: (name, listener) => void listeners.set(name, listener),
    close: () => {
      isClosed = true;
    },
  };
  const transport: StreamTransport = eventSourceTransport(() => source);
  const line = reader();
  transport.open(line);
  listeners.get('hello')?.({ data: '{}' });
  listeners.get('error')?.({});
  listeners.get('hello')?.({ data: 'late' });
  expect(line.heard).toEqual(['hello {}', '{"kind":"cut"}']);
  expect([transport.seesComments, isClosed]).toEqual([false, true]);
});
