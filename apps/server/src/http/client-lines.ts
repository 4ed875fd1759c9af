import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * A stop waits for answers under way and not for the lines of clients. The server alone would wait for those that were
 * opened ahead and never used, and keep open those whose answer was on its way when the stop began.
 */
export function cutLinesAtStop(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  // From here on the socket is not ours to watch: a live stream takes it for itself.
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', (done) => {
    for (const socket of unused) socket.destroy();
    done();
  });
  closeLinesWhen(app, stoppingOf(app));
}

/** Answers end their lines from then on: what comes next takes another, which a balancer opens to another server. */
export function closeLinesWhen(app: FastifyInstance, isLeaving: () => boolean): void {
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isLeaving()) reply.header('Connection', 'close');
    done(null, payload);
  });
}

function stoppingOf(app: FastifyInstance): () => boolean {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  return () => isStopping;
}
