import { freePort } from './free-port.ts';
import { endProgram, findProgram, startProgram } from './program.ts';

/** A NATS server of a test's own. */
export interface NatsServer {
  readonly url: string;
  /** Kills the server, as a crash would. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a nats-server on 127.0.0.1, with options of its own. */
export async function withNats(...options: readonly string[]): Promise<NatsServer> {
  const file = findProgram('nats-server');
  if (!file) throw new Error('nats-server is not installed (Debian package nats-server)');
  const port = await freePort();
  const start = () => startProgram(file, ['-a', '127.0.0.1', '-p', String(port), ...options], /Server is ready/);
  let server = await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    crash: () => endProgram(server, 'SIGKILL'),
    async restart() {
      server = await start();
    },
    stop: () => endProgram(server),
  };
}
