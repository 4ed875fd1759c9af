import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range that the system gives to outgoing connections, so that none of them can hold it. */
const FIRST = 20_000;
const LAST = 32_000;
const TRIES = 50;

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port was found');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
