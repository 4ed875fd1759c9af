import { createServer } from 'node:http';
import { freePort } from './free-port.ts';
import { findProgram, runWith } from './program.ts';

/** Whose tickets, for which host, and how many: each is good once. */
export interface Wanted {
  /** As `kinit` answered it. */
  readonly env: Readonly<Record<string, string>>;
  readonly host?: string;
  readonly count?: number;
}

/** The Authorization headers that a client with a ticket sends to a host of the realm, as curl makes them. */
export async function negotiateHeaders({ env, host = 'localhost', count = 1 }: Wanted): Promise<readonly string[]> {
  const caught: string[] = [];
  const server = createServer((request, response) => {
    caught.push(request.headers.authorization ?? '');
    response.setHeader('Connection', 'close');
    response.end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    const address = ['--resolve', `${host}:${port}:127.0.0.1`, `http://${host}:${port}/?[1-${count}]`];
    await runWith(curl(), ['-s', '--negotiate', '-u', ':', ...address], env);
  } finally {
    server.close();
  }
  return caught;
}

/** Where curl is. */
export function curl(): string {
  const file = findProgram('curl');
  if (!file) throw new Error('curl is not installed (Debian package curl)');
  return file;
}
