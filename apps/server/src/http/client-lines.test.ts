import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../../scripts/test/free-port.ts';
import { createServer } from './create-server.ts';

let app: FastifyInstance;
let port = 0;
let asked = Promise.withResolvers<void>();
let answer = Promise.withResolvers<string>();
const agent = new Agent({ keepAlive: true });
beforeEach(async () => {
  asked = Promise.withResolvers();
  answer = Promise.withResolvers();
  app = createServer({ logLevel: 'silent', trustedProxies: [], kerberosKeytab: '' });
  app.get('/slow', () => {
    asked.resolve();
    return answer.promise;
  });
  app.get('/quick', async () => 'at once');
  port = await freePort();
  await app.listen({ host: '127.0.0.1', port });
});
afterEach(async () => {
  agent.destroy();
  await app.close();
});

/** Asks over a line that stays open for the next question. */
async function ask(path: string): Promise<string> {
  const [response]: IncomingMessage[] = await once(get({ port, host: '127.0.0.1', path, agent }), 'response');
  return text(response ?? expect.unreachable());
}

test('a stop waits for an answer under way and not for the line that it went over', async () => {
  const said = ask('/slow');
  await asked.promise;
  const stopped = app.close();
  answer.resolve('late, whole');
  await stopped;
  expect(await said).toBe('late, whole');
});

test('a stop waits neither for a line that was never used, nor for half a question, nor for one that is idle', async () => {
  const lines = ['', 'GET /quick HTTP/1.1\r\n', 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n'].map((sent) => {
    const line = connect(port, '127.0.0.1');
    line.write(sent);
    line.resume();
    return line;
  });
  await once(lines[2] ?? expect.unreachable(), 'data');
  expect(await ask('/quick')).toBe('at once');
  const ended = Promise.all(lines.map((line) => once(line, 'close')));
  await app.close();
  await ended;
});
