import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** An API answer is data: nothing in it may run, be framed or be guessed to be another type (safety 1). */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
const httpsOnly = 'max-age=31536000; includeSubDomains';

/** Headers of every answer; a route may replace the policy by its own. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    setSecurityHeaders(request, reply);
    done();
  });
}

/** Also for an address that is refused before any hook. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('Content-Security-Policy', apiPolicy);
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Referrer-Policy', 'no-referrer');
  reply.header('Cross-Origin-Resource-Policy', 'same-origin');
  reply.header('Cache-Control', 'no-store');
  if (request.protocol === 'https') reply.header('Strict-Transport-Security', httpsOnly);
}
