import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range that the system gives to outgoing connections, so that none of them can hold it. */
const FIRST = 20_000;
const LAST = 32_000;
/** More workers than test files run in at once, each with ports of its own. */
const WORKERS = 4;
const TRIES = 50;

/** Handed out before: who starts again on its port finds it as it left it. */
const given = new Set<number>();

/** The first port of a worker of Vitest, and the one after its last: no other worker takes one of them. */
export function portsOf(worker: number): readonly [from: number, to: number] {
  const count = (LAST - FIRST) / WORKERS;
  const from = FIRST + (worker % WORKERS) * count;
  return [from, from + count];
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const [from, to] = portsOf(Number(process.env.VITEST_POOL_ID ?? 0));
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(from, to);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
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
