import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { limits } from '@sheetwire/contract/limits';
import fastify from 'fastify';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { addErrorHandler } from './error-handler.ts';
import { RestsOfBodies, restsOf } from './rest-of-body.ts';

const { bytes, silence } = limits.refusedBody;
const PIECE = Buffer.alloc(1024 * 1024);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

/** A server that refuses each body, at once or when it comes no further; a line to it, and its own end of that line. */
async function refusing(isAtOnce: boolean) {
  const app = fastify();
  onTestFinished(() => app.close());
  addErrorHandler(app);
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  app.addContentTypeParser('*', (_, body, done) => {
    begun.resolve();
    if (isAtOnce) done(new Refusal('too_large'));
    else body.once('close', () => done(new Refusal('malformed'))).resume();
  });
  app.addHook('onSend', (_request, _reply, payload, done) => {
    over.resolve();
    done(null, payload);
  });
  app.post('/', () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const opened = new Promise<Socket>((resolve) => app.server.once('connection', resolve));
  const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const other = await opened;
  const closed = new Promise((resolve) => other.once('close', resolve));
  line.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 100\r\n\r\na part');
  await begun.promise;
  return { line, other, rests: restsOf(app), over: over.promise, closed };
}

test.each(['resetAndDestroy', 'destroySoon'] as const)(
  'a caller who goes after the refusal leaves nothing (%s)',
  async (go) => {
    const { line, other, rests, closed } = await refusing(true);
    await once(line, 'data');
    expect(rests.isAnswered(other)).toBe(true);
    line[go]();
    await closed;
    expect(rests.isAnswered(other)).toBe(false);
  },
);

test('a caller who goes before the refusal leaves nothing', async () => {
  const { line, other, rests, over, closed } = await refusing(false);
  line.resetAndDestroy();
  await Promise.all([closed, over]);
  expect(rests.isAnswered(other)).toBe(false);
});

function refused() {
  const line = new Socket();
  const request = new IncomingMessage(line);
  const rests = new RestsOfBodies();
  rests.throwAway(request);
  return { line, request, rests };
}

async function come(request: IncomingMessage, pieces: number): Promise<void> {
  for (let n = 0; n < pieces; n++) {
    request.push(PIECE);
    await Promise.resolve();
  }
  await new Promise(setImmediate);
}

test('a rest that stops coming is cut off after a while, one that comes is not', async () => {
  const { line, request, rests } = refused();
  for (let n = 0; n < 5; n++) {
    vi.advanceTimersByTime(silence - 1);
    await come(request, 1);
  }
  expect(line.destroyed).toBe(false);
  vi.advanceTimersByTime(silence);
  expect(line.destroyed).toBe(true);
  await expect.poll(() => rests.isAnswered(line)).toBe(false);
});

test('a rest that is too long is cut off', async () => {
  const { line, request, rests } = refused();
  await come(request, bytes / PIECE.length);
  expect(line.destroyed).toBe(false);
  await come(request, 1);
  expect(line.destroyed).toBe(true);
  await expect.poll(() => rests.isAnswered(line)).toBe(false);
});

test('a line whose rest was read is as before', async () => {
  const { line, request, rests } = refused();
  expect(rests.isAnswered(line)).toBe(true);
  request.complete = true;
  request.push(null);
  await come(request, 0);
  expect([rests.isAnswered(line), Object.hasOwn(line, 'destroySoon')]).toEqual([false, false]);
  vi.advanceTimersByTime(2 * silence);
  expect(line.destroyed).toBe(false);
});
