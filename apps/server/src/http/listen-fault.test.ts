import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { StartFault } from '#lib/start-fault.ts';
import { listenFault } from './listen-fault.ts';

function faultOf(host: string, port: number): Promise<unknown> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', resolve);
    server.listen({ host, port }, () => server.close(() => resolve('no fault')));
  });
}

function told(error: unknown): unknown[] {
  const fault = listenFault(error, { host: '192.0.2.1', port: 80 });
  return fault instanceof StartFault ? [fault.exit, fault.message, fault.cause === error] : [fault];
}

test('a port that is taken, one that this user may not have, and a host of another machine are sentences', async () => {
  const notHere = await faultOf('192.0.2.1', 0);
  expect(told(notHere)).toEqual([
    'usage',
    expect.stringMatching(/^192\.0\.2\.1 is not an address of this machine; set/),
    true,
  ]);
  const unknown = await faultOf('no.such.host.invalid', 0);
  expect(told(unknown)[0]).toBe('usage');
  const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
  expect(told(taken)).toEqual([
    'conflict',
    expect.stringMatching(/^Port 80 of 192\.0\.2\.1 is in use by another program/),
    true,
  ]);
  const low = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  expect(told(low)).toEqual(['notAllowed', expect.stringMatching(/^This user may not listen on port 80; set/), true]);
});

test('another fault stays what it is', () => {
  const other = new Error('something else');
  expect(told(other)).toEqual([other]);
});
