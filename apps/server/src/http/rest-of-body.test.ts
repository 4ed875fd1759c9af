import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RestsOfBodies } from './rest-of-body.ts';

const { bytes, silence } = limits.refusedBody;
const PIECE = Buffer.alloc(1024 * 1024);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});
afterEach(() => vi.restoreAllMocks());

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
  const { line, request } = refused();
  for (let n = 0; n < 5; n++) {
    vi.advanceTimersByTime(silence - 1);
    await come(request, 1);
  }
  expect(line.destroyed).toBe(false);
  vi.advanceTimersByTime(silence);
  expect(line.destroyed).toBe(true);
});

test('a rest that is too long is cut off', async () => {
  const { line, request } = refused();
  await come(request, bytes / PIECE.length);
  expect(line.destroyed).toBe(false);
  await come(request, 1);
  expect(line.destroyed).toBe(true);
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
