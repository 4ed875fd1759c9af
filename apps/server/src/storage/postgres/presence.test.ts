import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { connectionOf } from './pool.ts';
import { PostgresPresence } from './presence.ts';

/** AuthenticationOk and ReadyForQuery; CommandComplete and ReadyForQuery. */
const WELCOME = Buffer.from('5200000008000000005a0000000549', 'hex');
const DONE = Buffer.from('430000000d53454c454354203100'.concat('5a0000000549'), 'hex');

test('what is closed while it connects keeps no connection that comes late', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const connected = once(server, 'connection');
  const presence = new PostgresPresence(connectionOf(`postgres://demo@127.0.0.1:${port}/demo`), () => undefined);
  try {
    const socket: Socket = (await connected)[0];
    await once(socket, 'data');
    let isEnded = false;
    socket.on('end', () => {
      isEnded = true;
    });
    socket.on('data', (data) => data.toString('latin1').startsWith('Q') && socket.write(DONE));
    await presence.close();
    socket.write(WELCOME);
    await expect.poll(() => isEnded, { timeout: 3000 }).toBe(true);
    socket.destroy();
  } finally {
    await presence.close();
    server.close();
  }
});
