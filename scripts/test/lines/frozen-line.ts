import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../free-port.ts';

/** A line to a server that can be cut without a word, as a pulled cable is: nothing arrives and nothing is closed. */
export interface FrozenLine {
  readonly port: number;
  freeze(): void;
  /** Lets new connections through; those of before the cut are gone. */
  thaw(): void;
  stop(): Promise<void>;
}

/** Opens a line on 127.0.0.1 that leads to a port. */
export async function lineTo(target: number): Promise<FrozenLine> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Either end may go away first; the other end is closed below.
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((from) => {
    keep(from);
    if (isFrozen) {
      from.pause();
      return;
    }
    const to = connect(target, '127.0.0.1');
    keep(to);
    from.pipe(to).pipe(from);
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
