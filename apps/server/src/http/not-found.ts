import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#lib/refusal.ts';
import { sendRefusal } from './error-handler.ts';

/** What is asked for by a browser and is no file of ours. */
export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Where a visitor's address is wrong the app itself says so; every other caller gets 404 as JSON (interfaces 5). */
export function addNotFound(app: FastifyInstance, showPage?: PageHandler): void {
  app.setNotFoundHandler(async (request, reply) => {
    if (showPage && isVisit(request)) return showPage(request, reply.code(404));
    return sendRefusal(reply, new Refusal('not_found'));
  });
}

function isVisit(request: FastifyRequest): boolean {
  const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  return isPage && !/^\/(?:addin|api|assets|linkedfiles)(?:\/|$)/i.test(request.url);
}
