import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * At a stop a line of a client is cut as soon as nothing of it is under way. The server itself would wait for lines that
 * were opened ahead and never used, and for those whose last answer was on its way when the stop began.
 */
export function cutLinesAtStop(app: FastifyInstance): void {
  const underWay = new Map<Socket, number>();
  let isStopping = false;
  app.server.on('connection', (socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    const count = (change: number) => {
      const before = underWay.get(socket);
      if (before === undefined) return;
      underWay.set(socket, before + change);
      if (isStopping && before + change === 0) socket.destroySoon();
    };
    count(1);
    response.once('close', () => count(-1));
  });
  app.addHook('preClose', (done) => {
    isStopping = true;
    for (const [socket, answers] of underWay) if (answers === 0) socket.destroySoon();
    done();
  });
}
