import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '@sheetwire/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Whether a request brings a body, by its headers. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers;
  return transfer !== undefined || (length !== undefined && length !== '0');
}

/**
 * Bodies that were refused before their end. The rest is read and thrown away: a line that is closed while bytes wait on it
 * is reset, and whoever still sends loses the answer, or a proxy in front says 502. A rest that is too long, that stops
 * coming or that comes while the server stops is cut off (decision 94).
 */
export class RestsOfBodies {
  /** By line, the request whose body is thrown away. */
  readonly #lines = new Map<Duplex, IncomingMessage>();
  #isStopping = false;

  /** Whether the request on this line was answered while its body was still coming. */
  isAnswered(line: Duplex): boolean {
    return this.#lines.has(line);
  }

  /** To be called before the answer ends. */
  throwAway(request: IncomingMessage): void {
    request.resume();
    const { socket } = request;
    // An injected request has no line, and one whose caller hung up has none any more.
    const isOver = request.destroyed || socket.destroyed;
    if (this.#isStopping || isOver || !(socket instanceof Socket)) return;
    let read = 0;
    const silence = setTimeout(() => socket.destroy(), limits.refusedBody.silence);
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > limits.refusedBody.bytes) socket.destroy();
      else silence.refresh();
    });
    this.#lines.set(socket, request);
    // Where a line ends with its answer Node closes both of its ways by this; the way in stays open for the rest.
    socket.destroySoon = () => {
      socket.end();
    };
    const done = () => {
      clearTimeout(silence);
      for (const end of ENDS) request.off(end, done);
      socket.off('close', done);
      if (this.#lines.get(socket) !== request) return;
      this.#lines.delete(socket);
      Reflect.deleteProperty(socket, 'destroySoon');
      if (socket.writableEnded) socket.destroySoon();
    };
    for (const end of ENDS) request.once(end, done);
    // Once it is answered, a request is not told that its line has closed.
    socket.once('close', done);
  }

  /** The server stops, and waits for no rest. */
  stop(): void {
    this.#isStopping = true;
    for (const line of this.#lines.keys()) line.destroy();
  }
}

const ENDS = ['end', 'close'] as const;
const opened = new WeakMap<Server, RestsOfBodies>();

/** Those of a server, which must not listen yet when they are first asked for. */
export function restsOf(app: FastifyInstance): RestsOfBodies {
  const known = opened.get(app.server);
  if (known) return known;
  const rests = new RestsOfBodies();
  opened.set(app.server, rests);
  app.addHook('preClose', (done) => {
    rests.stop();
    done();
  });
  return rests;
}
