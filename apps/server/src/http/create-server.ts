import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { limits } from '@sheetwire/contract/limits';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Tracing } from '#ports/tracing.ts';
import { cutLinesAtStop } from './client-lines.ts';
import { addErrorHandler, answerFault } from './error-handler.ts';
import { inOrder } from './in-order.ts';
import { restsOf } from './rest-of-body.ts';
import { addSecurityHeaders, setSecurityHeaders } from './security-headers.ts';
import { traceOf, traceRequests } from './trace.ts';

export interface ServerOptions {
  readonly logLevel: string;
  readonly trustedProxies: readonly string[];
  /** A Kerberos ticket may be longer than all headers of other requests. */
  readonly kerberosKeytab: string;
  /** Left out the log goes to standard output. */
  readonly logTo?: { write(line: string): void };
  /** Left out no request is traced. */
  readonly tracing?: Tracing | undefined;
}

/** Longer than any part of a name in an address, percent-encoded. */
const maxParamLength = 1000;

/** Fastify with our errors, our headers and a log that holds no keys, names of reports or bodies. */
export function createServer({
  logLevel,
  trustedProxies,
  kerberosKeytab,
  logTo,
  tracing,
}: ServerOptions): FastifyInstance {
  const app = fastify({
    logger: { level: logLevel, serializers: { req: describe }, ...(logTo && { stream: logTo }) },
    childLoggerFactory: (logger, bindings, options, request) =>
      logger.child({ ...bindings, ...traceOf(request.headers.traceparent) }, options),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    genReqId: countedFrom(randomBytes(IDS_BYTES).toString('hex')),
    serverFactory: (handle) => createHttpServer(lineOptions(kerberosKeytab), inOrder(handle)),
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength },
    frameworkErrors(error, request, reply) {
      setSecurityHeaders(request, reply);
      answerFault(restsOf(app), error, { request, reply });
    },
    clientErrorHandler(_, socket) {
      if (socket.writable && !restsOf(app).isAnswered(socket)) socket.end(badRequest);
      else socket.destroy();
    },
  });
  if (tracing) traceRequests(app, tracing);
  cutLinesAtStop(app);
  addSecurityHeaders(app);
  addErrorHandler(app);
  return app;
}

function lineOptions(kerberosKeytab: string) {
  return {
    ...(kerberosKeytab !== '' && { maxHeaderSize: limits.windows.headers }),
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.lineKept,
  };
}

const IDS_BYTES = 4;

/** Names of requests that tell servers and their starts apart, short enough to be read out. */
function countedFrom(start: string): () => string {
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

const badRequestBody = '{"error":{"code":"malformed","message":"The request is malformed"}}';
const badRequest = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${badRequestBody.length}`,
  'Connection: close',
  '',
  badRequestBody,
].join('\r\n');

/** The query is left out: it holds mailed keys (safety 3). */
function describe(request: FastifyRequest): Record<string, unknown> {
  return { method: request.method, path: request.url.split('?', 1)[0], address: request.ip };
}
