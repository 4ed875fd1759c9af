import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refusalBody } from '#lib/refusal.ts';
import { VersionConflict } from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { hasBody, type RestsOfBodies, restsOf } from './rest-of-body.ts';

/** Faults of Fastify itself, by status, as rows of our catalogue. */
const ofStatus = new Map([
  [400, 'malformed'],
  [404, 'not_found'],
  [413, 'too_large'],
  [414, 'malformed'],
  [415, 'wrong_media_type'],
  [431, 'malformed'],
] as const);

const badAddress = 'The address has a % that is not part of a UTF-8 character such as %C3%A9; write % itself as %25';

/** One place turns whatever was thrown into the answer of the catalogue (interfaces 5); surprises are logged. */
export function addErrorHandler(app: FastifyInstance): void {
  const rests = restsOf(app);
  app.setErrorHandler((error: FastifyError, request, reply) => answerFault(rests, error, { request, reply }));
}

/** Also given to Fastify for faults before any route, such as an address that cannot be decoded. */
export function answerFault(
  rests: RestsOfBodies,
  error: unknown,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) {
    // A server that is full or stops says so on purpose: there is no cause to look for.
    if (refusal.code === 'busy')
      request.log.info(
        { code: refusal.code, reason: refusal.message },
        'a call was refused because the server is busy',
      );
    else request.log.error({ err: error, code: refusal.code }, 'a call failed');
    // The log has the cause under it.
    reply.header('X-Request-Id', request.id);
  }
  return sendRefusal(rests, reply, refusal);
}

/** Sends a refusal as JSON with its status and Retry-After. */
export function sendRefusal(rests: RestsOfBodies, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { retryAfter } = refusal.details;
  const { raw, work } = reply.request;
  if (hasBody(reply.request)) {
    // Fastify asks for the line to be closed, which would lose the answer.
    reply.removeHeader('Connection');
    if (!raw.complete && !raw.readableEnded) {
      // Nothing of the body is held any more.
      work?.end();
      rests.throwAway(raw);
    }
  }
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusalBody(refusal)));
}

/** What a caller is told of whatever was thrown; `failed`, a 500, is a surprise (interfaces 5). */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof VersionConflict) return new Refusal('wrong_base_version', { have: error.have });
  if (!(error instanceof Error)) return new Refusal('failed');
  if (error instanceof StoreFault) return new Refusal('store_unavailable');
  if ('code' in error && error.code === 'FST_ERR_BAD_URL') return new Refusal('malformed', { message: badAddress });
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  const code = [...ofStatus].find(([known]) => known === status)?.[1];
  if (code !== undefined) return new Refusal(code);
  return new Refusal(status >= 400 && status < 500 ? 'malformed' : 'failed');
}
