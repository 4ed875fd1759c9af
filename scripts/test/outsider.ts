import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { makeCertificates } from './certificates.ts';
import { freePort } from './free-port.ts';

/** What is wrong with a server of others: nobody listens, it takes the line and never says a word, or nobody vouches for it. */
export type OutsiderFault = 'down' | 'silent' | 'untrusted';

/** A server that the portal depends on and that does not serve it, whatever it is asked. */
export interface Outsider {
  readonly port: number;
  /** Lines that are open to it. */
  readonly open: number;
  stop(): Promise<void>;
}

/** Opens a port on 127.0.0.1 with this fault. */
export async function withOutsider(fault: OutsiderFault): Promise<Outsider> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = await serverWith(fault);
  server?.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Whoever gave up waiting goes away.
    socket.on('error', () => socket.destroy());
  });
  if (server) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    get open() {
      return sockets.size;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      if (server) await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serverWith(fault: OutsiderFault): Promise<Server | undefined> {
  if (fault === 'down') return undefined;
  if (fault === 'silent') return createTcp((socket) => socket.resume());
  const { cert, key } = await makeCertificates();
  // A client that does not trust us says so and leaves.
  return createTls({ cert, key }).on('tlsClientError', () => undefined);
}
